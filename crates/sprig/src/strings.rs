//! Strings: trimming, cutting, joining, quoting.

mod abbreviate;
mod case;
mod pascal_case;
mod snake_case;
mod wrap;

use std::collections::BTreeMap;

use gostd::strconv::quote;
use gostd::unicode::{is_space, runes};
use gotmpl::{CallError, Map, Str, Type, Value};

use crate::function::{Named, Result, binary, nullary, ternary, unary, variadic};
use crate::text::{find, replace_all, split, text_of, texts_of};

/// The longest text that `repeat` and `indent` make of a short one.
const MAX_TEXT: usize = 1 << 28;

#[expect(clippy::too_many_lines, reason = "a table")]
pub(crate) fn functions() -> Vec<Named> {
    vec![
        ("hello", nullary(|| "Hello!")),
        ("trim", unary(|text: Str| trim_matches(&text, is_space))),
        ("trimAll", binary(trim_all)),
        ("trimall", binary(trim_all)),
        (
            "trimPrefix",
            binary(|prefix: Str, text: Str| Str::from(strip_prefix(&text, &prefix))),
        ),
        (
            "trimSuffix",
            binary(|suffix: Str, text: Str| Str::from(strip_suffix(&text, &suffix))),
        ),
        (
            "upper",
            unary(|text: Str| case::map_runes(&text, gostd::unicode::to_upper)),
        ),
        (
            "lower",
            unary(|text: Str| case::map_runes(&text, gostd::unicode::to_lower)),
        ),
        ("title", unary(|text: Str| case::title(&text))),
        ("untitle", unary(|text: Str| case::untitle(&text))),
        ("swapcase", unary(|text: Str| case::swap_case(&text))),
        (
            "camelcase",
            unary(|text: Str| pascal_case::pascal_case(&text.to_str())),
        ),
        (
            "snakecase",
            unary(|text: Str| snake_case::lower_words(&text.to_str(), '_')),
        ),
        (
            "kebabcase",
            unary(|text: Str| snake_case::lower_words(&text.to_str(), '-')),
        ),
        ("initials", unary(|text: Str| initials(&text))),
        (
            "nospace",
            unary(|text: Str| case::filter_runes(&text, |rune| !is_space(rune))),
        ),
        ("repeat", binary(repeat)),
        ("substr", ternary(substring)),
        ("trunc", binary(truncate)),
        (
            "abbrev",
            binary(|width: i64, text: Str| abbreviate::abbreviate(&text, 0, width)),
        ),
        (
            "abbrevboth",
            ternary(|left: i64, right: i64, text: Str| {
                abbreviate::abbreviate_both(&text, left, right)
            }),
        ),
        (
            "contains",
            binary(|part: Str, text: Str| find(text.as_bytes(), part.as_bytes()).is_some()),
        ),
        (
            "hasPrefix",
            binary(|prefix: Str, text: Str| text.as_bytes().starts_with(prefix.as_bytes())),
        ),
        (
            "hasSuffix",
            binary(|suffix: Str, text: Str| text.as_bytes().ends_with(suffix.as_bytes())),
        ),
        (
            "quote",
            variadic(|values: Vec<Value>| {
                quoted(&values, |value| Ok(quote(text_of(value)?).into()))
            }),
        ),
        (
            "squote",
            variadic(|values: Vec<Value>| {
                quoted(&values, |value| Ok(format!("'{}'", value.sprint()?).into()))
            }),
        ),
        ("cat", variadic(cat)),
        ("indent", binary(indent)),
        (
            "nindent",
            binary(|spaces: i64, text: Str| {
                Ok(Str::from(
                    [b"\n", indent(spaces, text)?.as_bytes()].concat(),
                ))
            }),
        ),
        (
            "replace",
            ternary(|old: Str, new: Str, text: Str| {
                Str::from(replace_all(text.as_bytes(), old.as_bytes(), new.as_bytes()))
            }),
        ),
        (
            "plural",
            ternary(|one: Str, many: Str, count: i64| if count == 1 { one } else { many }),
        ),
        (
            "wrap",
            binary(|width: i64, text: Str| wrap::wrap(&text, width, b"\n", false)),
        ),
        (
            "wrapWith",
            ternary(|width: i64, separator: Str, text: Str| {
                wrap::wrap(&text, width, separator.as_bytes(), true)
            }),
        ),
        ("join", binary(join)),
        (
            "split",
            binary(|separator: Str, text: Str| {
                numbered(&split(text.as_bytes(), separator.as_bytes(), usize::MAX))
            }),
        ),
        ("splitn", ternary(splitn)),
        (
            "splitList",
            binary(|separator: Str, text: Str| {
                Value::strings(split(text.as_bytes(), separator.as_bytes(), usize::MAX))
            }),
        ),
        ("toString", unary(|value: Value| text_of(&value))),
        (
            "toStrings",
            unary(|value: Value| Ok(Value::strings(texts_of(&value)?))),
        ),
    ]
}

fn trim_matches(text: &Str, cut: impl Fn(char) -> bool) -> Str {
    let bytes = text.as_bytes();
    let cut_length =
        |(rune, bytes): (Option<char>, &[u8])| rune.filter(|r| cut(*r)).map(|_| bytes.len());
    let front: usize = runes(bytes).map_while(cut_length).sum();
    let all: Vec<_> = runes(&bytes[front..]).collect();
    let back: usize = all.into_iter().rev().map_while(cut_length).sum();
    Str::from(&bytes[front..bytes.len() - back])
}

fn trim_all(cutset: Str, text: Str) -> Str {
    let cutset = cutset.to_str().into_owned();
    trim_matches(&text, |rune| cutset.contains(rune))
}

fn strip_prefix<'t>(text: &'t Str, prefix: &Str) -> &'t [u8] {
    text.as_bytes()
        .strip_prefix(prefix.as_bytes())
        .unwrap_or(text.as_bytes())
}

fn strip_suffix<'t>(text: &'t Str, suffix: &Str) -> &'t [u8] {
    text.as_bytes()
        .strip_suffix(suffix.as_bytes())
        .unwrap_or(text.as_bytes())
}

/// The first byte of every word, taken for a rune: Sprig's library goes by bytes here.
fn initials(text: &Str) -> Str {
    let mut after_gap = true;
    let first = text
        .as_bytes()
        .iter()
        .map(|b| char::from(*b))
        .filter(|rune| {
            let first = after_gap && !is_space(*rune);
            after_gap = is_space(*rune);
            first
        });
    Str::from(first.collect::<String>())
}

fn repeat(count: i64, text: Str) -> Result<Str> {
    let count =
        usize::try_from(count).map_err(|_| CallError::new("strings: negative Repeat count"))?;
    let length = text.len().checked_mul(count);
    let length = length.filter(|length| i64::try_from(*length).is_ok());
    bounded(length.ok_or_else(|| CallError::new("strings: Repeat output length overflow"))?)?;
    Ok(Str::from(text.as_bytes().repeat(count)))
}

fn bounded(length: usize) -> Result<()> {
    if length > MAX_TEXT {
        return Err(CallError::new(format!(
            "result of {length} bytes is longer than {MAX_TEXT}"
        )));
    }
    Ok(())
}

fn out_of_range(what: &str) -> CallError {
    CallError::new(format!("runtime error: slice bounds out of range {what}"))
}

/// Bytes `start..end`; a negative start stands for 0, an end that is negative or too large for the end of the text.
fn substring(start: i64, end: i64, text: Str) -> Result<Str> {
    let bytes = text.as_bytes();
    let length = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
    let (from, to) = if start < 0 {
        if end < 0 {
            return Err(out_of_range(&format!("[:{end}]")));
        }
        if end > length {
            return Err(out_of_range(&format!("[:{end}] with length {length}")));
        }
        (0, end)
    } else {
        (start, if end < 0 || end > length { length } else { end })
    };
    if from > to {
        return Err(out_of_range(&format!("[{from}:{to}]")));
    }
    let index = |n: i64| usize::try_from(n).unwrap_or(0);
    Ok(Str::from(&bytes[index(from)..index(to)]))
}

/// The first `count` bytes, or the last where it is negative.
fn truncate(count: i64, text: Str) -> Str {
    let bytes = text.as_bytes();
    let length = usize::try_from(count.unsigned_abs()).unwrap_or(usize::MAX);
    match bytes.len().checked_sub(length) {
        Some(1..) if count >= 0 => Str::from(&bytes[..length]),
        Some(drop @ 1..) => Str::from(&bytes[drop..]),
        _ => text,
    }
}

/// Each value but nil as `form` has it, with blanks between.
fn quoted(values: &[Value], form: impl Fn(&Value) -> Result<Str>) -> Result<Str> {
    let parts: Vec<Str> = values
        .iter()
        .filter(|value| !matches!(value, Value::Nil))
        .map(form)
        .collect::<Result<_>>()?;
    Ok(join_with(b" ", &parts))
}

fn cat(values: Vec<Value>) -> Result<Str> {
    // Only the blanks that stand behind the verbs are trimmed, not those of the values.
    quoted(&values, Value::sprint)
}

pub(crate) fn join_with(separator: &[u8], parts: &[Str]) -> Str {
    let parts: Vec<&[u8]> = parts.iter().map(Str::as_bytes).collect();
    Str::from(parts.join(separator))
}

fn join(separator: Str, list: Value) -> Result<Str> {
    Ok(join_with(separator.as_bytes(), &texts_of(&list)?))
}

fn indent(spaces: i64, text: Str) -> Result<Str> {
    let width =
        usize::try_from(spaces).map_err(|_| CallError::new("strings: negative Repeat count"))?;
    let lines = text.as_bytes().iter().filter(|b| **b == b'\n').count() + 1;
    bounded(width.saturating_mul(lines).saturating_add(text.len()))?;
    let padding = vec![b' '; width];
    let mut out = Vec::with_capacity(text.len() + width * lines);
    out.extend_from_slice(&padding);
    for &b in text.as_bytes() {
        out.push(b);
        if b == b'\n' {
            out.extend_from_slice(&padding);
        }
    }
    Ok(Str::from(out))
}

fn splitn(separator: Str, limit: i64, text: Str) -> Map {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    numbered(&split(text.as_bytes(), separator.as_bytes(), limit))
}

/// A `map[string]string` with the keys `_0`, `_1` …
fn numbered(parts: &[&[u8]]) -> Map {
    let entries = parts
        .iter()
        .enumerate()
        .map(|(i, part)| (Str::from(format!("_{i}")), Value::string(*part)));
    Map::of(&Type::String, entries.collect::<BTreeMap<_, _>>())
}
