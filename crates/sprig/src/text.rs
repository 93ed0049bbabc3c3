//! Values as texts, the way Sprig's string functions take them.

use gotmpl::{Str, Value};

use crate::function::Result;

/// The text of a value: strings, bytes and what has a `String` or `Error` method as they say, everything else as `%v` prints it.
pub(crate) fn text_of(value: &Value) -> Result<Str> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::List(list) => match list.to_bytes() {
            Some(bytes) => Ok(Str::from(bytes)),
            None => value.sprint(),
        },
        _ => value.sprint(),
    }
}

/// The texts of a list's items, nil ones left out; anything but a list counts as a list of itself.
pub(crate) fn texts_of(value: &Value) -> Result<Vec<Str>> {
    match value {
        Value::Nil => Ok(Vec::new()),
        Value::List(list) => list
            .items()
            .iter()
            .filter(|item| !matches!(item, Value::Nil))
            .map(text_of)
            .collect(),
        Value::Object(object) => match object.underlying() {
            Some(list @ Value::List(_)) => texts_of(&list),
            _ => Ok(vec![text_of(value)?]),
        },
        _ => Ok(vec![text_of(value)?]),
    }
}

/// `needle`'s first place in `haystack`.
pub(crate) fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    if needle.is_empty() {
        return Some(0);
    }
    haystack
        .windows(needle.len())
        .position(|window| window == needle)
}

/// `strings.SplitN`: at most `limit` parts, the last with the rest; an empty separator splits into runes.
pub(crate) fn split<'t>(text: &'t [u8], separator: &[u8], limit: usize) -> Vec<&'t [u8]> {
    let mut parts = Vec::new();
    let mut rest = text;
    while parts.len() + 1 < limit {
        let (length, skip) = if separator.is_empty() {
            match gostd::unicode::runes(rest).next() {
                Some((_, rune)) if rune.len() < rest.len() => (rune.len(), 0),
                _ => break,
            }
        } else {
            match find(rest, separator) {
                Some(at) => (at, separator.len()),
                None => break,
            }
        };
        parts.push(&rest[..length]);
        rest = &rest[length + skip..];
    }
    if limit > 0 && !(separator.is_empty() && rest.is_empty()) {
        parts.push(rest);
    }
    parts
}

/// `strings.ReplaceAll`
pub(crate) fn replace_all(text: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    if old.is_empty() {
        let mut out = new.to_vec();
        for (_, rune) in gostd::unicode::runes(text) {
            out.extend_from_slice(rune);
            out.extend_from_slice(new);
        }
        return out;
    }
    split(text, old, usize::MAX).join(new)
}
