//! Bracketed classes and the classes that escapes name.

use super::error::{Error, ErrorKind};
use super::escape::{push_literal, rune};

const POSIX: &[&str] = &[
    "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct",
    "space", "upper", "word", "xdigit",
];

/// `\d \s \w` and their opposites are ASCII in Go: the same class for the `regex` crate, and the rest of the text.
pub(super) fn perl(text: &str) -> Option<(&'static str, &str)> {
    let class = match text.as_bytes().get(..2)? {
        br"\d" => "[0-9]",
        br"\D" => "[^0-9]",
        br"\s" => r"[\t\n\x0c\r ]",
        br"\S" => r"[^\t\n\x0c\r ]",
        br"\w" => "[0-9A-Za-z_]",
        br"\W" => "[^0-9A-Za-z_]",
        _ => return None,
    };
    Some((class, &text[2..]))
}

/// `\pN`, `\p{Greek}`, `\P{^Greek}`: checked and written in one form; `None` where the text starts with something else.
pub(super) fn property(text: &str) -> Option<Result<(String, &str), Error>> {
    let negated = match text.as_bytes().get(..2)? {
        br"\p" => false,
        br"\P" => true,
        _ => return None,
    };
    let after = &text[2..];
    let Some(first) = after.chars().next() else {
        return Some(Error::new(ErrorKind::InvalidCharRange, text));
    };
    let (name, rest) = if first == '{' {
        match after[1..].split_once('}') {
            Some((name, rest)) => (name, rest),
            None => return Some(Error::new(ErrorKind::InvalidCharRange, text)),
        }
    } else {
        after.split_at(first.len_utf8())
    };
    let (negated, name) = match name.strip_prefix('^') {
        Some(name) => (!negated, name),
        None => (negated, name),
    };
    let written = format!("\\{}{{{name}}}", if negated { 'P' } else { 'p' });
    // Go knows general categories and scripts, by their full names with a capital; no other properties.
    let well_named = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_alphabetic() || c == '_');
    if !well_named || regex::Regex::new(&written).is_err() {
        return Some(Error::new(
            ErrorKind::InvalidCharRange,
            &text[..text.len() - rest.len()],
        ));
    }
    Some(Ok((written, rest)))
}

/// Reads the class that starts with `[`, and gives what follows it.
pub(super) fn bracketed<'a>(class: &'a str, out: &mut String) -> Result<&'a str, Error> {
    let mut rest = &class[1..];
    out.push('[');
    if let Some(after) = rest.strip_prefix('^') {
        out.push('^');
        rest = after;
    }
    let mut first = true;
    while first || !rest.starts_with(']') {
        first = false;
        if let Some(end) = rest.strip_prefix("[:").and_then(|name| name.find(":]")) {
            let name = &rest[2..2 + end];
            if !POSIX.contains(&name.strip_prefix('^').unwrap_or(name)) {
                return Error::new(ErrorKind::InvalidCharRange, &rest[..end + 4]);
            }
            out.push_str(&rest[..end + 4]);
            rest = &rest[end + 4..];
        } else if let Some(property) = property(rest) {
            let (written, after) = property?;
            out.push_str(&written);
            rest = after;
        } else if let Some((written, after)) = perl(rest) {
            out.push_str(written);
            rest = after;
        } else {
            rest = range(rest, class, out)?;
        }
    }
    out.push(']');
    Ok(&rest[1..])
}

/// One rune, or two with a hyphen between them.
fn range<'a>(text: &'a str, class: &str, out: &mut String) -> Result<&'a str, Error> {
    let (low, mut rest) = class_rune(text, class)?;
    push_literal(out, low);
    if let Some(after) = rest
        .strip_prefix('-')
        .filter(|after| !after.starts_with(']'))
    {
        let (high, after) = class_rune(after, class)?;
        rest = after;
        if high < low {
            return Error::new(
                ErrorKind::InvalidCharRange,
                &text[..text.len() - rest.len()],
            );
        }
        out.push('-');
        push_literal(out, high);
    }
    Ok(rest)
}

fn class_rune<'a>(text: &'a str, class: &str) -> Result<(char, &'a str), Error> {
    match text.chars().next() {
        None => Error::new(ErrorKind::MissingBracket, class),
        Some('\\') => rune(text),
        Some(c) => Ok((c, &text[c.len_utf8()..])),
    }
}
