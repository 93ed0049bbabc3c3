//! Values as `fmt` prints them.

use std::borrow::Cow;
use std::cell::Cell;

use gostd::fmt::{Formattable, Operand};

use super::{Str, Value};
use crate::function::CallError;

/// How many values one call prints, and how deep they may nest: a map that contains itself has no end.
const MAX_VALUES: usize = 20_000_000;
const MAX_DEPTH: usize = 1_000;

impl Value {
    /// `fmt.Sprint` of the value.
    ///
    /// # Errors
    /// The value has no end, or more parts than can be printed.
    pub fn sprint(&self) -> Result<Str, CallError> {
        if let Value::String(text) = self {
            return Ok(text.clone());
        }
        sprint(std::slice::from_ref(self))
    }
}

/// `fmt.Sprint`.
///
/// # Errors
/// A value has no end, or more parts than can be printed.
pub fn sprint(values: &[Value]) -> Result<Str, CallError> {
    print(values, |values| gostd::fmt::sprint(values))
}

/// `fmt.Sprintln`.
///
/// # Errors
/// A value has no end, or more parts than can be printed.
pub fn sprintln(values: &[Value]) -> Result<Str, CallError> {
    print(values, |values| gostd::fmt::sprintln(values))
}

/// `fmt.Sprintf`.
///
/// # Errors
/// A value has no end, or more parts than can be printed.
pub fn sprintf(format: &str, values: &[Value]) -> Result<Str, CallError> {
    print(values, |values| gostd::fmt::sprintf(format, values))
}

fn print(values: &[Value], format: impl Fn(&[Printed<'_>]) -> Vec<u8>) -> Result<Str, CallError> {
    let left = Cell::new(Some(MAX_VALUES));
    let printed: Vec<_> = values
        .iter()
        .map(|value| Printed::new(value, 0, &left))
        .collect();
    let text = format(&printed);
    match left.get() {
        Some(_) => Ok(Str::from(text)),
        None => Err("value is too large or too deep to print".into()),
    }
}

/// A value on its way to being printed.
struct Printed<'a> {
    value: Value,
    depth: usize,
    /// How many more values may be printed; none when there were too many.
    left: &'a Cell<Option<usize>>,
}

impl<'a> Printed<'a> {
    fn new(value: &Value, depth: usize, left: &'a Cell<Option<usize>>) -> Printed<'a> {
        Printed {
            value: value.clone(),
            depth,
            left,
        }
    }

    fn part(&self, value: &Value) -> Printed<'a> {
        Printed::new(value, self.depth + 1, self.left)
    }

    /// Counts this value; none if there are too many.
    fn count(&self) -> Option<()> {
        let left = self
            .left
            .get()?
            .checked_sub(1)
            .filter(|_| self.depth < MAX_DEPTH);
        self.left.set(left);
        left.map(|_| ())
    }

    fn operand_of(&self, value: &Value) -> Operand<'_, Self> {
        match value {
            Value::Nil => Operand::Nil,
            Value::Bool(value) => Operand::Bool(*value),
            Value::Int(value) | Value::Int64(value) => Operand::Int(*value),
            Value::Uint8(value) => Operand::Uint(u64::from(*value)),
            Value::Uint64(value) => Operand::Uint(*value),
            Value::Float64(value) => Operand::Float(*value),
            Value::String(text) => Operand::String(Cow::Owned(text.as_bytes().to_vec())),
            Value::List(list) => match list.to_bytes() {
                Some(bytes) => Operand::Bytes(Cow::Owned(bytes)),
                None => Operand::List(list.items().iter().map(|item| self.part(item)).collect()),
            },
            Value::Map(map) => {
                let entries = map.borrow();
                let part = |(key, value): (&Str, &Value)| {
                    (self.part(&Value::String(key.clone())), self.part(value))
                };
                Operand::Map(entries.iter().map(part).collect())
            }
            Value::Object(object) => match object.underlying() {
                Some(value) => self.operand_of(&value),
                None => {
                    let fields = object.printed_fields().into_iter();
                    let fields =
                        fields.map(|(name, value)| (Cow::Borrowed(name), self.part(&value)));
                    Operand::Struct(fields.collect())
                }
            },
            Value::Func(_) => Operand::Address(0),
        }
    }
}

impl Formattable for Printed<'_> {
    fn operand(&self) -> Operand<'_, Self> {
        if self.count().is_none() {
            return Operand::Nil;
        }
        match &self.value {
            // Strings are most of what is printed, and need no copy.
            Value::String(text) => Operand::String(Cow::Borrowed(text.as_bytes())),
            value => self.operand_of(value),
        }
    }

    fn go_type(&self) -> Cow<'_, str> {
        Cow::Owned(self.value.type_name())
    }

    fn string_method(&self) -> Option<Cow<'_, [u8]>> {
        let Value::Object(object) = &self.value else {
            return None;
        };
        object
            .string()
            .map(|text| Cow::Owned(text.as_bytes().to_vec()))
    }
}
