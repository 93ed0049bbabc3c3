//! The `--set` family: `a.b[0]=x,c={1,2}`.

mod json;
mod scan;

use gostd::strconv;
use gotmpl::{List, Map, Value};

use super::Values;
use scan::Scanner;

/// The largest index of a list.
const MAX_INDEX: i64 = 65_536;
/// How many names a key may have.
const MAX_LEVELS: usize = 30;

/// Why a text sets nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetError {
    /// What a flag was given does not follow the grammar.
    #[error("failed parsing {flag} data: {message}")]
    Syntax {
        /// The flag.
        flag: &'static str,
        /// What is wrong.
        message: String,
    },
    /// A value of `--set-json` is no JSON.
    #[error("failed parsing --set-json data {0}")]
    Json(String),
    /// The whole text of `--set-json` looks like an object and is none.
    #[error("failed parsing --set-json data JSON: {0}")]
    JsonObject(String),
}

/// How a value is read.
#[derive(Clone, Copy)]
pub(super) enum Mode<'a> {
    /// `true`, `null` and integers are what they look like.
    Typed,
    /// Everything is a string.
    Strings,
    /// The text names a file whose content is the value.
    Files(&'a dyn Fn(&str) -> Result<Vec<u8>, String>),
    /// JSON values.
    Json,
    /// The rest of the text is one string.
    Literal,
}

impl Values {
    /// `--set`: values look like what they are.
    ///
    /// # Errors
    /// The text does not follow the grammar.
    pub fn set(&mut self, text: &str) -> Result<(), SetError> {
        self.parse("--set", text, Mode::Typed)
    }

    /// `--set-string`: every value is a string.
    ///
    /// # Errors
    /// The text does not follow the grammar.
    pub fn set_string(&mut self, text: &str) -> Result<(), SetError> {
        self.parse("--set-string", text, Mode::Strings)
    }

    /// `--set-file`: values name files, which `read` reads.
    ///
    /// # Errors
    /// The text does not follow the grammar; what `read` refuses.
    pub fn set_file(
        &mut self,
        text: &str,
        read: &dyn Fn(&str) -> Result<Vec<u8>, String>,
    ) -> Result<(), SetError> {
        self.parse("--set-file", text, Mode::Files(read))
    }

    /// `--set-literal`: everything behind the first `=` is the value.
    ///
    /// # Errors
    /// The text does not follow the grammar.
    pub fn set_literal(&mut self, text: &str) -> Result<(), SetError> {
        self.parse("--set-literal", text, Mode::Literal)
    }

    /// `--set-json`: a JSON object, or keys with JSON values.
    ///
    /// # Errors
    /// The text does not follow the grammar, or a value is no JSON.
    pub fn set_json(&mut self, text: &str) -> Result<(), SetError> {
        let trimmed = text.trim();
        if trimmed.starts_with('{') {
            let object = serde_json::from_str(trimmed);
            let object: serde_json::Map<_, _> =
                object.map_err(|_| SetError::JsonObject(text.to_owned()))?;
            self.0 = super::merge(&self.0, &crate::yaml::to_map(&object));
            return Ok(());
        }
        parse(&self.0, text, Mode::Json).map_err(|_| SetError::Json(text.to_owned()))
    }

    fn parse(&mut self, flag: &'static str, text: &str, mode: Mode<'_>) -> Result<(), SetError> {
        // A failure leaves the values as they were.
        let values = super::deep_copy(&self.0);
        parse(&values, text, mode).map_err(|message| SetError::Syntax { flag, message })?;
        self.0 = values;
        Ok(())
    }
}

/// Why reading stopped.
enum Stop {
    /// The text is at its end.
    End,
    /// With this message.
    Error(String),
}

impl From<String> for Stop {
    fn from(message: String) -> Self {
        Stop::Error(message)
    }
}

fn parse(values: &Map, text: &str, mode: Mode<'_>) -> Result<(), String> {
    let mut parser = Parser {
        scanner: Scanner::new(text, matches!(mode, Mode::Literal)),
        mode,
    };
    loop {
        match parser.key(values, 0) {
            Ok(()) => {}
            Err(Stop::End) => return Ok(()),
            Err(Stop::Error(message)) => return Err(message),
        }
    }
}

struct Parser<'a> {
    scanner: Scanner<'a>,
    mode: Mode<'a>,
}

impl Parser<'_> {
    /// Reads a key with its value into a table.
    fn key(&mut self, table: &Map, level: usize) -> Result<(), Stop> {
        let stops: &[char] = match self.mode {
            Mode::Literal => &['=', '[', '.'],
            _ => &['=', '[', ',', '.'],
        };
        let (key, stop) = self.scanner.until(stops);
        let quoted = || strconv::quote(&key);
        match stop {
            None if key.is_empty() => Err(Stop::End),
            None => Err(format!("key {} has no value", quoted()).into()),
            Some('[') => {
                let index = self.index()?;
                let list = match table.get(&key) {
                    None => List::new(Vec::new()),
                    Some(Value::List(list)) => list,
                    Some(other) => return Err(conversion(&other, "[]interface {}").into()),
                };
                let (list, result) = match self.item(&list, index, level) {
                    Ok(changed) => changed,
                    Err(stop) => (list, Err(stop)),
                };
                insert(table, &key, Value::List(list));
                result
            }
            Some('=') => {
                let (value, result) = self.value();
                if let Some(value) = value {
                    insert(table, &key, value);
                }
                result
            }
            Some(',') => {
                insert(table, &key, Value::from(""));
                Err(format!("key {} has no value (cannot end with ,)", quoted()).into())
            }
            Some(_) => {
                let level = deeper(level)?;
                let inner = match table.get(&key) {
                    None => Map::new(),
                    Some(Value::Map(inner)) => inner,
                    Some(other) => return Err(conversion(&other, "map[string]interface {}").into()),
                };
                let result = self.key(&inner, level);
                if inner.is_empty() {
                    return match result {
                        Ok(()) => Err(format!("key map {} has no value", quoted()).into()),
                        other => other,
                    };
                }
                insert(table, &key, Value::Map(inner));
                result
            }
        }
    }

    /// Reads what follows an index into a list, and gives the changed list; the reason if it stays as it is.
    fn item(
        &mut self,
        list: &List,
        index: i64,
        level: usize,
    ) -> Result<(List, Result<(), Stop>), Stop> {
        let (value, result) = self.changed_item(list, index, level)?;
        Ok((with_index(list, index, value)?, result))
    }

    fn changed_item(
        &mut self,
        list: &List,
        index: i64,
        level: usize,
    ) -> Result<(Value, Result<(), Stop>), Stop> {
        if index < 0 {
            return Err(format!("negative {index} index not allowed").into());
        }
        let (key, stop) = self.scanner.until(&['[', '.', '=']);
        if !key.is_empty() {
            let runes: Vec<_> = key.chars().map(|rune| format!("'{rune}'")).collect();
            return Err(format!(
                "unexpected data at end of array index: [{}]",
                runes.join(" ")
            )
            .into());
        }
        let existing = usize::try_from(index)
            .ok()
            .and_then(|index| list.items().get(index));
        match stop {
            None => Err(Stop::End),
            Some('=') => match self.value() {
                (Some(value), result) => Ok((value, result)),
                (None, Err(stop)) => Err(stop),
                (None, Ok(())) => Err(Stop::End),
            },
            Some('[') => {
                let next = self.index()?;
                let inner = match existing {
                    None | Some(Value::Nil) => List::new(Vec::new()),
                    Some(Value::List(inner)) => inner.clone(),
                    Some(other) => return Err(conversion(other, "[]interface {}").into()),
                };
                let (inner, result) = self.item(&inner, next, level)?;
                match result {
                    Err(Stop::Error(message)) => Err(message.into()),
                    result => Ok((Value::List(inner), result)),
                }
            }
            Some(_) => {
                let inner = match existing {
                    Some(Value::Map(inner)) => inner.clone(),
                    _ => Map::new(),
                };
                // A value that is missing at the end leaves the list as it was.
                self.key(&inner, level)?;
                Ok((Value::Map(inner), Ok(())))
            }
        }
    }

    /// The number between brackets.
    fn index(&mut self) -> Result<i64, Stop> {
        let (text, stop) = self.scanner.until(&[']']);
        if stop.is_none() {
            return Err(Stop::End);
        }
        strconv::atoi(&text).map_err(|error| format!("error parsing index: {error}").into())
    }

    /// Reads the value behind `=`; after the last one of the text the result is its end.
    fn value(&mut self) -> (Option<Value>, Result<(), Stop>) {
        match self.mode {
            Mode::Literal => (Some(Value::from(self.scanner.rest())), Ok(())),
            Mode::Json => match json::json(&mut self.scanner) {
                Ok(value) => (Some(value), Ok(())),
                Err(message) => (None, Err(message.into())),
            },
            _ if self.scanner.at_end() => (Some(Value::from("")), Err(Stop::End)),
            _ if self.scanner.accept('{') => match self.list() {
                Ok(list) => (Some(list), Ok(())),
                Err(message) => (None, Err(message.into())),
            },
            _ => {
                let (text, stop) = self.scanner.until(&[',']);
                match self.scalar(&text) {
                    Ok(value) => (Some(value), Ok(())),
                    Err(message) if stop.is_some() || !message.is_empty() => {
                        (None, Err(message.into()))
                    }
                    Err(_) => (None, Err(Stop::End)),
                }
            }
        }
    }

    /// The items of `{a,b}` behind the brace.
    fn list(&mut self) -> Result<Value, String> {
        let mut items = Vec::new();
        loop {
            let (text, stop) = self.scanner.until(&[',', '}']);
            match stop {
                None => return Err("list must terminate with '}'".to_owned()),
                Some('}') => {
                    self.scanner.accept(',');
                    items.push(self.scalar(&text)?);
                    return Ok(Value::list(items));
                }
                Some(_) => items.push(self.scalar(&text)?),
            }
        }
    }

    fn scalar(&self, text: &str) -> Result<Value, String> {
        match self.mode {
            Mode::Typed => Ok(typed(text)),
            Mode::Files(read) => read(text).map(Value::string),
            Mode::Strings | Mode::Json | Mode::Literal => Ok(Value::from(text)),
        }
    }
}

fn deeper(level: usize) -> Result<usize, String> {
    if level >= MAX_LEVELS {
        return Err(format!(
            "value name nested level is greater than maximum supported nested level of {MAX_LEVELS}"
        ));
    }
    Ok(level + 1)
}

/// The panic of Go's type assertion, as it is reported.
fn conversion(found: &Value, wanted: &str) -> String {
    let found = match found {
        Value::Nil => "nil".to_owned(),
        other => other.type_name(),
    };
    format!("unable to parse key: interface conversion: interface {{}} is {found}, not {wanted}")
}

/// Sets a key; an empty one is ignored.
fn insert(table: &Map, key: &str, value: Value) {
    if !key.is_empty() {
        table.insert(key, value);
    }
}

fn with_index(list: &List, index: i64, value: Value) -> Result<List, String> {
    if index > MAX_INDEX {
        return Err(format!(
            "index of {index} is greater than maximum supported index of {MAX_INDEX}"
        ));
    }
    let index =
        usize::try_from(index).map_err(|_| format!("negative {index} index not allowed"))?;
    let mut items = list.items().to_vec();
    if items.len() <= index {
        items.resize(index + 1, Value::Nil);
    }
    items[index] = value;
    Ok(List::new(items))
}

/// A value by what it looks like: integers with a leading zero, fractions and exponents stay strings.
fn typed(text: &str) -> Value {
    match text {
        _ if text.eq_ignore_ascii_case("true") => Value::Bool(true),
        _ if text.eq_ignore_ascii_case("false") => Value::Bool(false),
        _ if text.eq_ignore_ascii_case("null") => Value::Nil,
        "0" => Value::Int64(0),
        _ if text.starts_with('0') => Value::from(text),
        _ => strconv::parse_int(text, 10, 64).map_or_else(|_| Value::from(text), Value::Int64),
    }
}
