//! A packed tree as JSON again.

use std::fmt;

use serde::ser::{Serialize, Serializer};

use super::Packed;

impl Serialize for Packed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(text) = self.as_str() {
            serializer.serialize_str(text)
        } else if let Some(fields) = self.as_object() {
            serializer.collect_map(fields)
        } else if let Some(items) = self.as_array() {
            serializer.collect_seq(items)
        } else if let Some(value) = self.as_bool() {
            serializer.serialize_bool(value)
        } else if let Some(number) = self.as_number() {
            number.serialize(serializer)
        } else {
            serializer.serialize_unit()
        }
    }
}

impl fmt::Display for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = serde_json::to_string(self).map_err(|_| fmt::Error)?;
        f.write_str(&text)
    }
}

impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
