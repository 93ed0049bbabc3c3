//! Backslash escapes.

use super::error::{Error, ErrorKind};

/// Reads the escape at the start of `text` as one rune, and gives what follows.
pub(super) fn rune(text: &str) -> Result<(char, &str), Error> {
    let mut chars = text[1..].chars();
    let Some(c) = chars.next() else {
        return Error::new(ErrorKind::TrailingBackslash, "");
    };
    let invalid =
        |rest: &str| Error::new(ErrorKind::InvalidEscape, &text[..text.len() - rest.len()]);
    let rest = chars.as_str();
    match c {
        'a' => Ok(('\x07', rest)),
        'f' => Ok(('\x0c', rest)),
        'n' => Ok(('\n', rest)),
        'r' => Ok(('\r', rest)),
        't' => Ok(('\t', rest)),
        'v' => Ok(('\x0b', rest)),
        'x' => hexadecimal(text, rest),
        '1'..='7' if !rest.starts_with(|d: char| ('0'..='7').contains(&d)) => invalid(rest),
        '0'..='7' => {
            let more = rest
                .bytes()
                .take(2)
                .take_while(|b| (b'0'..=b'7').contains(b))
                .count();
            let code = u32::from_str_radix(&text[1..2 + more], 8).unwrap_or(0);
            Ok((char::from_u32(code).unwrap_or('\0'), &rest[more..]))
        }
        _ if c.is_ascii() && !c.is_ascii_alphanumeric() => Ok((c, rest)),
        _ => invalid(rest),
    }
}

/// `\x41` or `\x{263a}`.
fn hexadecimal<'a>(text: &'a str, after_x: &'a str) -> Result<(char, &'a str), Error> {
    let invalid =
        |rest: &str| Error::new(ErrorKind::InvalidEscape, &text[..text.len() - rest.len()]);
    let mut chars = after_x.chars();
    let mut code = 0;
    if after_x.starts_with('{') {
        chars.next();
        let mut digits = 0;
        loop {
            let next = chars.next();
            match next.and_then(|c| c.to_digit(16)) {
                Some(digit) => {
                    code = code * 16 + digit;
                    digits += 1;
                    if code > 0x10_ffff {
                        return invalid(chars.as_str());
                    }
                }
                None if next == Some('}') && digits > 0 => break,
                None => return invalid(chars.as_str()),
            }
        }
    } else {
        for digit in [chars.next(), chars.next()] {
            match digit.and_then(|c| c.to_digit(16)) {
                Some(digit) => code = code * 16 + digit,
                None => return invalid(chars.as_str()),
            }
        }
    }
    match char::from_u32(code) {
        Some(c) => Ok((c, chars.as_str())),
        None => invalid(chars.as_str()),
    }
}

/// Adds a rune so that the `regex` crate takes it literally, in a class too.
pub(super) fn push_literal(out: &mut String, c: char) {
    if c.is_alphanumeric() || c == '_' {
        out.push(c);
    } else {
        out.push_str(&format!("\\x{{{:x}}}", u32::from(c)));
    }
}
