//! What can follow `(?`.

use super::error::{Error, ErrorKind};

/// How a parenthesis opens.
pub(super) enum Opening {
    /// A capturing group with a name.
    Named(String),
    /// `(?flags)`: for the rest of the enclosing group.
    Flags(String),
    /// `(?flags:`
    FlagsGroup(String),
}

/// Reads the text from `(?` on, and gives what follows.
pub(super) fn opening(text: &str) -> Result<(Opening, &str), Error> {
    let named = text
        .strip_prefix("(?P<")
        .or_else(|| text.strip_prefix("(?<"));
    if let Some(after) = named {
        let Some((name, rest)) = after.split_once('>') else {
            return Error::new(ErrorKind::InvalidNamedCapture, text);
        };
        if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
            return Error::new(
                ErrorKind::InvalidNamedCapture,
                &text[..text.len() - rest.len()],
            );
        }
        return Ok((Opening::Named(name.to_owned()), rest));
    }
    flags(text)
}

fn flags(text: &str) -> Result<(Opening, &str), Error> {
    let (mut on, mut off) = (String::new(), String::new());
    let (mut negative, mut seen) = (false, false);
    let mut chars = text[2..].chars();
    while let Some(c) = chars.next() {
        match c {
            'i' | 'm' | 's' | 'U' => {
                on.retain(|f| f != c);
                off.retain(|f| f != c);
                let set = if negative { &mut off } else { &mut on };
                set.push(c);
                seen = true;
            }
            '-' if !negative => {
                negative = true;
                seen = false;
            }
            ':' | ')' if !negative || seen => {
                let minus = if off.is_empty() { "" } else { "-" };
                let flags = format!("{on}{minus}{off}");
                return Ok((
                    if c == ')' {
                        Opening::Flags(flags)
                    } else {
                        Opening::FlagsGroup(flags)
                    },
                    chars.as_str(),
                ));
            }
            _ => break,
        }
    }
    Error::new(
        ErrorKind::InvalidPerlOp,
        &text[..text.len() - chars.as_str().len()],
    )
}
