//! `url.Parse`.

use super::Url;
use super::authority::{is_valid_encoding, parse_authority};
use super::escape::{EscapeError, Part, escape, unescape};
use crate::strconv::quote;

/// A text that is not a URL; `Display` is Go's message (`parse "x": …`).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("parse {}: {reason}", quote(text))]
pub struct ParseError {
    /// The whole text.
    pub text: String,
    /// What is wrong with it.
    pub reason: Reason,
}

/// Why a text is not a URL.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// It has a control character.
    #[error("net/url: invalid control character in URL")]
    ControlCharacter,
    /// It starts with a colon.
    #[error("missing protocol scheme")]
    MissingScheme,
    /// A relative path whose first segment would read as a scheme.
    #[error("first path segment in URL cannot contain colon")]
    ColonInFirstSegment,
    /// An escape or a host's character is wrong.
    #[error(transparent)]
    Escape(EscapeError),
    /// User name or password have a character that must be escaped.
    #[error("net/url: invalid userinfo")]
    Userinfo,
    /// An IPv6 address is not closed.
    #[error("missing ']' in host")]
    MissingBracket,
    /// What follows the host is no port.
    #[error("invalid port {} after host", quote(.0))]
    Port(String),
}

impl Url {
    /// `url.Parse`
    ///
    /// # Errors
    /// Go's, see [`ParseError`].
    pub fn parse(text: &str) -> Result<Url, ParseError> {
        let error = |shown: &str, reason| ParseError {
            text: shown.to_owned(),
            reason,
        };
        let (rest, fragment) = text.split_once('#').unwrap_or((text, ""));
        let mut url = parse_without_fragment(rest).map_err(|reason| error(rest, reason))?;
        url.fragment =
            unescape(fragment, Part::Fragment).map_err(|e| error(text, Reason::Escape(e)))?;
        if escape(url.fragment.as_bytes(), Part::Fragment) != fragment {
            fragment.clone_into(&mut url.raw_fragment);
        }
        Ok(url)
    }
}

/// The text as it was written if it is a valid escape of the unescaped one, else Go's own escape.
pub(super) fn escaped(plain: &str, raw: &str, part: Part) -> String {
    if !raw.is_empty()
        && is_valid_encoding(raw, part)
        && unescape(raw, part).is_ok_and(|p| p == plain)
    {
        return raw.to_owned();
    }
    if plain == "*" && part == Part::Path {
        return plain.to_owned();
    }
    escape(plain.as_bytes(), part)
}

fn parse_without_fragment(text: &str) -> Result<Url, Reason> {
    if text.bytes().any(|b| b < b' ' || b == 0x7f) {
        return Err(Reason::ControlCharacter);
    }
    let mut url = Url::default();
    if text == "*" {
        "*".clone_into(&mut url.path);
        return Ok(url);
    }
    let (scheme, mut rest) = split_scheme(text)?;
    url.scheme = scheme.to_ascii_lowercase();
    if rest.ends_with('?') && rest.matches('?').count() == 1 {
        url.force_query = true;
        rest = &rest[..rest.len() - 1];
    } else if let Some((path, query)) = rest.split_once('?') {
        query.clone_into(&mut url.raw_query);
        rest = path;
    }
    if !rest.starts_with('/') {
        if !url.scheme.is_empty() {
            rest.clone_into(&mut url.opaque);
            return Ok(url);
        }
        if rest
            .split('/')
            .next()
            .is_some_and(|segment| segment.contains(':'))
        {
            return Err(Reason::ColonInFirstSegment);
        }
    }
    if let Some(after) = rest
        .strip_prefix("//")
        .filter(|after| !url.scheme.is_empty() || !after.starts_with('/'))
    {
        let (authority, path) = after.split_at(after.find('/').unwrap_or(after.len()));
        (url.user, url.host) = parse_authority(authority)?;
        rest = path;
    }
    url.path = unescape(rest, Part::Path).map_err(Reason::Escape)?;
    if escape(url.path.as_bytes(), Part::Path) != rest {
        rest.clone_into(&mut url.raw_path);
    }
    Ok(url)
}

fn split_scheme(text: &str) -> Result<(&str, &str), Reason> {
    for (i, c) in text.char_indices() {
        match c {
            'a'..='z' | 'A'..='Z' => {}
            '0'..='9' | '+' | '-' | '.' if i > 0 => {}
            ':' if i == 0 => return Err(Reason::MissingScheme),
            ':' => return Ok((&text[..i], &text[i + 1..])),
            _ => break,
        }
    }
    Ok(("", text))
}
