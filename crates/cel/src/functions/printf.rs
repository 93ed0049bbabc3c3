//! `"%s is %d".format([…])`.

use super::{fault, standard};
use crate::error::EvaluationError as Error;
use crate::value::{Key, Value};

/// Puts values where the template has verbs.
pub(super) fn format(template: &str, values: &[Value]) -> Result<String, Error> {
    let mut out = String::new();
    let count = values.len();
    let mut values = values.iter().enumerate();
    let mut chars = template.chars().peekable();
    while let Some(char) = chars.next() {
        if char != '%' {
            out.push(char);
            continue;
        }
        if chars.next_if_eq(&'%').is_some() {
            out.push('%');
            continue;
        }
        let precision = match chars.next_if_eq(&'.') {
            Some(_) => {
                let digits: String =
                    std::iter::from_fn(|| chars.next_if(char::is_ascii_digit)).collect();
                Some(digits.parse::<i32>().map_err(|_| {
                    fault("could not parse formatting clause: error while parsing precision")
                })?)
            }
            None => None,
        };
        let verb = chars
            .next()
            .ok_or_else(|| fault("unexpected end of string"))?;
        let (index, value) = values
            .next()
            .ok_or_else(|| fault(format!("index {count} out of range")))?;
        let text = one(verb, precision.map(|digits| digits.min(100)), value).ok_or_else(|| {
            fault(format!(
                "error during formatting: argument {index} cannot be formatted with %{verb}"
            ))
        })?;
        out.push_str(&text);
    }
    Ok(out)
}

fn one(verb: char, precision: Option<i32>, value: &Value) -> Option<String> {
    Some(match (verb, value) {
        ('s', value) => shown(value),
        ('d', Value::Int(_) | Value::Uint(_)) => standard::text(value),
        ('f', Value::Double(double)) => {
            gostd::strconv::format_float(*double, 'f', precision.unwrap_or(6))
        }
        ('e', Value::Double(double)) => {
            gostd::strconv::format_float(*double, 'e', precision.unwrap_or(6))
        }
        ('f' | 'e', Value::Int(int)) => return one(verb, precision, &Value::Double(*int as f64)),
        ('b', Value::Int(int)) if *int < 0 => format!("-{:b}", int.unsigned_abs()),
        ('b', Value::Int(int)) => format!("{int:b}"),
        ('b', Value::Uint(uint)) => format!("{uint:b}"),
        ('b', Value::Bool(bool)) => u8::from(*bool).to_string(),
        ('o', Value::Int(int)) if *int >= 0 => format!("{int:o}"),
        ('x', Value::Int(int)) if *int >= 0 => format!("{int:x}"),
        ('X', Value::Int(int)) if *int >= 0 => format!("{int:X}"),
        ('x', Value::String(text)) => hex(text.as_bytes()),
        ('x', Value::Bytes(bytes)) => hex(bytes),
        ('X', Value::String(text)) => hex(text.as_bytes()).to_uppercase(),
        ('X', Value::Bytes(bytes)) => hex(bytes).to_uppercase(),
        _ => return None,
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A value as `%s` shows it.
fn shown(value: &Value) -> String {
    let list =
        |items: Vec<String>, open: char, close: char| format!("{open}{}{close}", items.join(", "));
    match value {
        Value::Null => "null".to_owned(),
        Value::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        Value::List(items) => list(items.items.iter().map(shown).collect(), '[', ']'),
        Value::Map(map) => {
            let entry =
                |(key, value): (&Key, &Value)| format!("{}: {}", shown(&key.value()), shown(value));
            list(map.iter().map(entry).collect(), '{', '}')
        }
        other => standard::text(other),
    }
}
