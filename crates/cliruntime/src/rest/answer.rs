//! What the server answered.

use http::{HeaderMap, header};
use serde_json::Value;

use super::ApiError;

/// A successful answer.
#[derive(Debug)]
pub struct Answer {
    /// Whether the request made an object that was not there.
    pub created: bool,
    /// The texts of the warnings that came along, in order.
    pub warnings: Vec<String>,
    body: Vec<u8>,
}

impl Answer {
    pub(super) fn new(created: bool, warnings: Vec<String>, body: Vec<u8>) -> Answer {
        Answer {
            created,
            warnings,
            body,
        }
    }

    /// The body as it came.
    pub fn bytes(&self) -> &[u8] {
        &self.body
    }

    /// The body as JSON.
    ///
    /// # Errors
    /// If it is none.
    pub fn json(&self) -> Result<Value, ApiError> {
        serde_json::from_slice(&self.body).map_err(|error| ApiError::NotJson(error.to_string()))
    }
}

/// The texts of `Warning` headers: `299 - "text"`.
pub(super) fn warnings(headers: &HeaderMap) -> Vec<String> {
    headers
        .get_all(header::WARNING)
        .iter()
        .filter_map(|value| warning_text(&String::from_utf8_lossy(value.as_bytes())))
        .collect()
}

fn warning_text(value: &str) -> Option<String> {
    let mut parts = value.splitn(3, ' ');
    parts.next().filter(|code| *code == "299")?;
    parts.next()?;
    let quoted = parts.next()?.trim_start().strip_prefix('"')?;
    let mut text = String::new();
    let mut escaped = false;
    for c in quoted.chars() {
        match c {
            '\\' if !escaped => escaped = true,
            '"' if !escaped => return Some(text),
            c => {
                text.push(c);
                escaped = false;
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::warning_text;

    #[test]
    fn the_text_of_a_warning_is_unquoted() {
        let text = warning_text(r#"299 - "unknown field \"spec.x\"""#);
        assert_eq!(text.as_deref(), Some(r#"unknown field "spec.x""#));
        assert_eq!(warning_text("199 - \"x\""), None);
    }
}
