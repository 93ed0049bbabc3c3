//! What of a value has not been looked at yet.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Instance;

/// The entries of an object and the items of an array that no schema has looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rest {
    pub(super) properties: BTreeSet<String>,
    pub(super) items: BTreeSet<usize>,
}

impl Rest {
    /// All of a value, if somebody wants to know.
    pub(super) fn of(instance: &Instance<'_>) -> Rest {
        match instance.value {
            _ if !instance.is_tracked => Rest::default(),
            Value::Object(object) => Rest {
                properties: object.keys().cloned().collect(),
                items: BTreeSet::new(),
            },
            Value::Array(array) => Rest {
                properties: BTreeSet::new(),
                items: (0..array.len()).collect(),
            },
            _ => Rest::default(),
        }
    }

    /// Drops what another schema has looked at.
    pub(super) fn keep_only(&mut self, other: &Rest) {
        self.properties
            .retain(|name| other.properties.contains(name));
        self.items.retain(|index| other.items.contains(index));
    }
}
