//! Percent encoding, by the part of the URL in which a text stands.

use crate::strconv::quote;

/// Where a text stands; decides which characters need no escape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A whole path.
    Path,
    /// One segment of a path.
    PathSegment,
    /// The host.
    Host,
    /// The zone of an IPv6 address.
    Zone,
    /// User name or password.
    UserPassword,
    /// A key or value of a query.
    QueryComponent,
    /// The fragment.
    Fragment,
}

/// A text that is not percent encoded; `Display` is Go's message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EscapeError {
    /// A `%` without two hexadecimal digits.
    #[error("invalid URL escape {}", quote(.0))]
    Escape(String),
    /// A character that a host must not have.
    #[error("invalid character {} in host name", quote(.0))]
    Host(String),
}

/// Escapes a text for its part of the URL.
#[must_use]
pub fn escape(text: &[u8], part: Part) -> String {
    let mut out = String::with_capacity(text.len());
    for &b in text {
        match b {
            b' ' if part == Part::QueryComponent => out.push('+'),
            _ if must_escape(b, part) => out.push_str(&format!("%{b:02X}")),
            _ => out.push(char::from(b)),
        }
    }
    out
}

/// `url.QueryEscape`
#[must_use]
pub fn query_escape(text: impl AsRef<[u8]>) -> String {
    escape(text.as_ref(), Part::QueryComponent)
}

/// `url.PathEscape`
#[must_use]
pub fn path_escape(text: impl AsRef<[u8]>) -> String {
    escape(text.as_ref(), Part::PathSegment)
}

/// `url.QueryUnescape`
///
/// # Errors
/// A `%` that starts no escape.
pub fn query_unescape(text: &str) -> Result<String, EscapeError> {
    unescape(text, Part::QueryComponent)
}

/// Undoes [`escape`]; bytes that are not UTF-8 afterwards become U+FFFD.
///
/// # Errors
/// A `%` that starts no escape, or a character that is not allowed in a host.
pub fn unescape(text: &str, part: Part) -> Result<String, EscapeError> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while let Some(&b) = bytes.get(i) {
        match b {
            b'%' => {
                let decoded = hexadecimal(bytes.get(i + 1..i + 3));
                let shown =
                    || String::from_utf8_lossy(&bytes[i..bytes.len().min(i + 3)]).into_owned();
                let decoded = decoded.ok_or_else(|| EscapeError::Escape(shown()))?;
                // In hosts only %25 before a zone and bytes above ASCII may be escaped.
                let in_host = part == Part::Host && decoded < 0x80 && &bytes[i..i + 3] != b"%25";
                let in_zone = part == Part::Zone
                    && decoded != b'%'
                    && decoded != b' '
                    && must_escape(decoded, Part::Host);
                if in_host || in_zone {
                    return Err(EscapeError::Escape(shown()));
                }
                out.push(decoded);
                i += 3;
                continue;
            }
            b'+' if part == Part::QueryComponent => out.push(b' '),
            _ if matches!(part, Part::Host | Part::Zone) && b < 0x80 && must_escape(b, part) => {
                return Err(EscapeError::Host(char::from(b).to_string()));
            }
            _ => out.push(b),
        }
        i += 1;
    }
    Ok(String::from_utf8(out)
        .unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned()))
}

fn hexadecimal(digits: Option<&[u8]>) -> Option<u8> {
    let digits = digits.filter(|d| d.iter().all(u8::is_ascii_hexdigit))?;
    u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

fn must_escape(b: u8, part: Part) -> bool {
    if b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'~') {
        return false;
    }
    let host = matches!(part, Part::Host | Part::Zone);
    match b {
        b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=' | b':'
        | b'[' | b']' | b'<' | b'>' | b'"'
            if host =>
        {
            false
        }
        b'$' | b'&' | b'+' | b',' | b'/' | b':' | b';' | b'=' | b'?' | b'@' => match part {
            Part::Path => b == b'?',
            Part::PathSegment => matches!(b, b'/' | b';' | b',' | b'?'),
            Part::UserPassword => matches!(b, b'@' | b'/' | b'?' | b':'),
            Part::Fragment => false,
            Part::QueryComponent | Part::Host | Part::Zone => true,
        },
        b'!' | b'(' | b')' | b'*' => part != Part::Fragment,
        _ => true,
    }
}
