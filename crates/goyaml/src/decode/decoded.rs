//! What YAML is decoded to.

use std::borrow::Cow;

use serde_json::{Map, Number, Value};

use crate::Scalar;

/// A value that YAML can be decoded to, of the shapes that JSON has. It may borrow from the nodes.
pub trait Decoded<'n>: Sized {
    /// The entries of a map while it is decoded.
    type Entries: Default;

    /// A scalar. Whole numbers are integers as far as they fit 64 bits, and floats are finite, as JSON has them.
    fn scalar(scalar: Scalar<'n>) -> Self;

    /// A list.
    fn list(items: Vec<Self>) -> Self;

    /// A map.
    fn map(entries: Self::Entries) -> Self;

    /// Sets a key, in place of what it had.
    fn insert(entries: &mut Self::Entries, key: Cow<'n, str>, value: Self);

    /// Whether a key has been set.
    fn contains_key(entries: &Self::Entries, key: &str) -> bool;
}

impl<'n> Decoded<'n> for Value {
    type Entries = Map<String, Value>;

    fn scalar(scalar: Scalar<'n>) -> Self {
        match scalar {
            Scalar::Null => Value::Null,
            Scalar::Bool(value) => Value::Bool(value),
            Scalar::Int(value) => value.into(),
            Scalar::Uint(value) => value.into(),
            Scalar::Float(value) => Number::from_f64(value).map_or(Value::Null, Value::Number),
            Scalar::Str(text) => Value::String(text.into_owned()),
            Scalar::Timestamp(text) => Value::String(text),
        }
    }

    fn list(items: Vec<Self>) -> Self {
        Value::Array(items)
    }

    fn map(entries: Self::Entries) -> Self {
        Value::Object(entries)
    }

    fn insert(entries: &mut Self::Entries, key: Cow<'n, str>, value: Self) {
        entries.insert(key.into_owned(), value);
    }

    fn contains_key(entries: &Self::Entries, key: &str) -> bool {
        entries.contains_key(key)
    }
}
