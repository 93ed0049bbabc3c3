//! Texts.

use std::sync::Arc;

use super::{Answer, fault, printf};
use crate::error::EvaluationError as Error;
use crate::value::Value;

pub(super) fn call(function: &str, args: &[Value]) -> Answer {
    let (Some(Value::String(text)), rest) = (args.first(), args.get(1..).unwrap_or_default())
    else {
        return None;
    };
    let result = match (function, rest) {
        ("contains", [Value::String(part)]) => Ok(Value::Bool(text.contains(&**part))),
        ("startsWith", [Value::String(part)]) => Ok(Value::Bool(text.starts_with(&**part))),
        ("endsWith", [Value::String(part)]) => Ok(Value::Bool(text.ends_with(&**part))),
        ("charAt", [Value::Int(at)]) => char_at(text, *at),
        ("indexOf", [Value::String(part)]) => Ok(Value::Int(index_of(text, part, 0))),
        ("indexOf", [Value::String(part), Value::Int(from)]) => {
            place(text, *from).map(|from| Value::Int(index_of(text, part, from)))
        }
        ("lastIndexOf", [Value::String(part)]) => {
            Ok(Value::Int(last_index_of(text, part, usize::MAX)))
        }
        ("lastIndexOf", [Value::String(part), Value::Int(from)]) => {
            place(text, *from).map(|from| Value::Int(last_index_of(text, part, from)))
        }
        ("lowerAscii", []) => Ok(Value::string(text.to_ascii_lowercase())),
        ("upperAscii", []) => Ok(Value::string(text.to_ascii_uppercase())),
        ("trim", []) => Ok(Value::string(text.trim())),
        ("reverse", []) => Ok(Value::string(text.chars().rev().collect::<String>())),
        ("replace", [Value::String(old), Value::String(new)]) => {
            Ok(Value::string(text.replace(&**old, new)))
        }
        ("replace", [Value::String(old), Value::String(new), Value::Int(limit)]) => {
            Ok(Value::string(match usize::try_from(*limit) {
                Ok(limit) => text.replacen(&**old, new, limit),
                Err(_) => text.replace(&**old, new),
            }))
        }
        ("split", [Value::String(by)]) => Ok(split(text, by, -1)),
        ("split", [Value::String(by), Value::Int(limit)]) => Ok(split(text, by, *limit)),
        ("substring", [Value::Int(from)]) => substring(text, *from, text.chars().count() as i64),
        ("substring", [Value::Int(from), Value::Int(to)]) => substring(text, *from, *to),
        ("strings.quote", []) => Ok(Value::string(gostd::strconv::quote(&**text))),
        ("format", [Value::List(values)]) => printf::format(text, &values.items).map(Value::string),
        _ => return None,
    };
    Some(result)
}

/// A place between characters.
fn place(text: &str, at: i64) -> Result<usize, Error> {
    usize::try_from(at)
        .ok()
        .filter(|at| *at <= text.chars().count())
        .ok_or_else(|| fault(format!("index out of range: {at}")))
}

fn byte_of(text: &str, at: usize) -> usize {
    text.char_indices()
        .nth(at)
        .map_or(text.len(), |(byte, _)| byte)
}

fn char_at(text: &str, at: i64) -> Result<Value, Error> {
    let at = place(text, at)?;
    let found: String = text.chars().nth(at).into_iter().collect();
    Ok(Value::string(found))
}

fn index_of(text: &str, part: &str, from: usize) -> i64 {
    let start = byte_of(text, from);
    text[start..]
        .find(part)
        .map_or(-1, |byte| text[..start + byte].chars().count() as i64)
}

/// The last occurrence that begins at or before a place.
fn last_index_of(text: &str, part: &str, from: usize) -> i64 {
    let end = byte_of(text, from)
        .saturating_add(part.len())
        .min(text.len());
    let end = (end..=text.len())
        .find(|end| text.is_char_boundary(*end))
        .unwrap_or(text.len());
    text[..end]
        .rfind(part)
        .map_or(-1, |byte| text[..byte].chars().count() as i64)
}

fn substring(text: &str, from: i64, to: i64) -> Result<Value, Error> {
    let (start, end) = (place(text, from)?, place(text, to)?);
    if start > end {
        return Err(fault(format!(
            "invalid substring range. start: {from}, end: {to}"
        )));
    }
    Ok(Value::string(
        &text[byte_of(text, start)..byte_of(text, end)],
    ))
}

/// Go's `strings.SplitN`: no limit below nought, nothing at nought.
fn split(text: &str, by: &str, limit: i64) -> Value {
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let parts: Vec<Arc<str>> = match (most, by) {
        (0, _) => Vec::new(),
        (most, "") => {
            let chars = text.chars().count();
            let cut = byte_of(text, most.saturating_sub(1));
            let heads = text
                .chars()
                .take(most.min(chars).saturating_sub(usize::from(most < chars)));
            let mut parts: Vec<Arc<str>> = heads.map(|char| Arc::from(char.to_string())).collect();
            if most < chars {
                parts.push(Arc::from(&text[cut..]));
            }
            parts
        }
        (most, by) => text.splitn(most, by).map(Arc::from).collect(),
    };
    Value::list(parts.into_iter().map(Value::String).collect())
}
