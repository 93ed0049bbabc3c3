//! What a packed tree is equal to. Packing is canonical, so two packed trees are equal when their bytes are.

use std::ptr;

use serde_json::Value;

use super::Packed;

impl PartialEq for Packed {
    fn eq(&self, other: &Packed) -> bool {
        ptr::eq(self, other) || self.0 == other.0
    }
}

impl PartialEq<str> for Packed {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == Some(other)
    }
}

impl PartialEq<&str> for Packed {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == Some(*other)
    }
}

impl PartialEq<String> for Packed {
    fn eq(&self, other: &String) -> bool {
        self.as_str() == Some(other)
    }
}

impl PartialEq<bool> for Packed {
    fn eq(&self, other: &bool) -> bool {
        self.as_bool() == Some(*other)
    }
}

impl PartialEq<i32> for Packed {
    fn eq(&self, other: &i32) -> bool {
        self.as_i64() == Some(i64::from(*other))
    }
}

impl PartialEq<i64> for Packed {
    fn eq(&self, other: &i64) -> bool {
        self.as_i64() == Some(*other)
    }
}

impl PartialEq<Value> for Packed {
    fn eq(&self, other: &Value) -> bool {
        match other {
            Value::Null => self.is_null(),
            Value::Bool(value) => self == value,
            Value::Number(value) => self.as_number().as_ref() == Some(value),
            Value::String(text) => self == text,
            Value::Array(values) => self.as_array().is_some_and(|items| {
                items.len() == values.len()
                    && items.iter().zip(values).all(|(one, other)| one == other)
            }),
            Value::Object(values) => self.as_object().is_some_and(|fields| {
                let same = |(one, other): ((&str, &Packed), (&String, &Value))| {
                    one.0 == other.0 && one.1 == other.1
                };
                fields.len() == values.len() && fields.iter().zip(values).all(same)
            }),
        }
    }
}

impl PartialEq<Packed> for Value {
    fn eq(&self, other: &Packed) -> bool {
        other == self
    }
}
