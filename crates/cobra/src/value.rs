//! The values of flags: reading one and adding up several.

use std::collections::BTreeMap;
use std::fmt;

use crate::csv;
use crate::strconv::{parse_bool, parse_float, parse_int, parse_uint};
use crate::{Duration, Flag, Kind};

/// The value of one flag.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Bool(bool),
    Int(i64),
    Float(f64),
    Duration(Duration),
    Text(String),
    List(Vec<String>),
    Pairs(BTreeMap<String, String>),
}

impl Value {
    /// The value that stands for "nothing was given yet", from the flag's default.
    pub(crate) fn of_default(flag: &Flag, text: &str) -> Value {
        match flag.kind {
            Kind::Bool => Value::Bool(text == "true"),
            Kind::Int(_) | Kind::Count => Value::Int(text.parse().unwrap_or(0)),
            Kind::Float(_) => Value::Float(text.parse().unwrap_or(0.0)),
            Kind::Duration => Value::Duration(Duration::parse(text).unwrap_or_default()),
            Kind::String | Kind::Custom { .. } => Value::Text(text.to_owned()),
            Kind::StringArray | Kind::StringSlice => Value::List(bracketed(text)),
            Kind::StringToString => Value::Pairs(BTreeMap::new()),
        }
    }

    /// Takes in one given text; `first` replaces the default, later ones add up where the kind does.
    pub(crate) fn set(&mut self, flag: &Flag, text: &str, first: bool) -> Result<(), String> {
        match (flag.kind, &mut *self) {
            (Kind::StringArray, Value::List(list)) => {
                if first {
                    list.clear();
                }
                list.push(text.to_owned());
            }
            (Kind::StringSlice, Value::List(list)) => {
                let fields = csv::fields(text)?;
                if first {
                    list.clear();
                }
                list.extend(fields);
            }
            (Kind::StringToString, Value::Pairs(pairs)) => {
                let added = read_pairs(text)?;
                if first {
                    pairs.clear();
                }
                pairs.extend(added);
            }
            (Kind::Count, Value::Int(count)) if text == "+1" => *count += 1,
            _ => *self = single(flag.kind, text)?,
        }
        Ok(())
    }
}

impl fmt::Display for Value {
    /// Writes the value as pflag's `String` does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Float(value) => write!(f, "{value}"),
            Value::Duration(value) => write!(f, "{value}"),
            Value::Text(text) => f.write_str(text),
            Value::List(list) => write!(f, "[{}]", list.join(",")),
            Value::Pairs(pairs) => {
                let pairs: Vec<String> = pairs
                    .iter()
                    .map(|(key, value)| format!("{key}={value}"))
                    .collect();
                write!(f, "[{}]", pairs.join(","))
            }
        }
    }
}

fn single(kind: Kind, text: &str) -> Result<Value, String> {
    Ok(match kind {
        Kind::Bool => Value::Bool(parse_bool(text)?),
        Kind::Int("uint") => Value::Int(parse_uint(text)?),
        Kind::Int("int32") => Value::Int(parse_int(text, 32)?),
        Kind::Int(_) | Kind::Count => Value::Int(parse_int(text, 64)?),
        Kind::Float(_) => Value::Float(parse_float(text)?),
        Kind::Duration => {
            Value::Duration(Duration::parse(text).map_err(|error| error.to_string())?)
        }
        Kind::Custom { check, .. } => {
            check(text)?;
            Value::Text(text.to_owned())
        }
        Kind::String | Kind::StringArray | Kind::StringSlice | Kind::StringToString => {
            Value::Text(text.to_owned())
        }
    })
}

fn bracketed(text: &str) -> Vec<String> {
    let inner = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(text);
    if inner.is_empty() {
        Vec::new()
    } else {
        inner.split(',').map(str::to_owned).collect()
    }
}

fn read_pairs(text: &str) -> Result<Vec<(String, String)>, String> {
    // A single pair may hold commas and quotes; only several are read as one line of comma-separated values.
    let fields = match text.matches('=').count() {
        0 => return Err(format!("{text} must be formatted as key=value")),
        1 => vec![text.trim_matches('"').to_owned()],
        _ => csv::fields(text)?,
    };
    fields
        .into_iter()
        .map(|field| match field.split_once('=') {
            Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
            None => Err(format!("{field} must be formatted as key=value")),
        })
        .collect()
}
