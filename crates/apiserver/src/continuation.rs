//! Tokens for the next page of a list.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

const VERSION: &str = "meta.k8s.io/v1";

/// Where a list goes on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Continuation {
    /// The revision of the first page; none to go on at the newest.
    pub(crate) revision: Option<u64>,
    /// The last key of the page before, without the prefix of the list.
    pub(crate) after: String,
}

#[derive(Serialize, Deserialize)]
struct Token {
    v: String,
    rv: i64,
    start: String,
}

impl Continuation {
    pub(crate) fn encode(&self) -> String {
        let token = Token {
            v: VERSION.to_owned(),
            rv: self
                .revision
                .map_or(-1, |revision| i64::try_from(revision).unwrap_or(-1)),
            start: format!("{}\0", self.after),
        };
        // Three plain fields always become JSON.
        URL_SAFE_NO_PAD.encode(serde_json::to_vec(&token).expect("a token is plain JSON"))
    }

    /// Reads a token.
    ///
    /// # Errors
    /// What is wrong with it, in the words of the API.
    pub(crate) fn decode(text: &str) -> Result<Self, String> {
        let fail = |why: String| format!("continue key is not valid: {why}");
        let json = URL_SAFE_NO_PAD
            .decode(text.trim_end_matches('='))
            .map_err(|error| fail(error.to_string()))?;
        let token: Token = serde_json::from_slice(&json).map_err(|error| {
            fail(crate::decode::syntax_error(&json).unwrap_or_else(|| error.to_string()))
        })?;
        if token.v != VERSION {
            return Err(fail(format!(
                "server does not recognize this encoded version {}",
                token.v
            )));
        }
        let start = token.start.trim_start_matches('/');
        if start.is_empty() {
            return Err("continue start key cannot be empty".to_owned());
        }
        if start.split('/').any(|part| matches!(part, "." | "..")) {
            return Err(fail(token.start));
        }
        Ok(Self {
            revision: u64::try_from(token.rv)
                .ok()
                .filter(|revision| *revision > 0),
            after: start.trim_end_matches('\0').to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_come_back() {
        for revision in [Some(7), None] {
            let token = Continuation {
                revision,
                after: "cm-1".to_owned(),
            };
            assert_eq!(Continuation::decode(&token.encode()), Ok(token));
        }
    }

    #[test]
    fn odd_tokens_are_refused_in_the_words_of_the_api() {
        let refusal = |text: &str| Continuation::decode(text).unwrap_err();
        assert_eq!(
            refusal("YWJj"),
            "continue key is not valid: invalid character 'a' looking for beginning of value"
        );
        let old = URL_SAFE_NO_PAD.encode(r#"{"v":"meta.k8s.io/v9","rv":1,"start":"x"}"#);
        assert_eq!(
            refusal(&old),
            "continue key is not valid: server does not recognize this encoded version meta.k8s.io/v9"
        );
        let up = URL_SAFE_NO_PAD.encode(r#"{"v":"meta.k8s.io/v1","rv":1,"start":"../../x\u0000"}"#);
        assert_eq!(refusal(&up), "continue key is not valid: ../../x\0");
    }
}
