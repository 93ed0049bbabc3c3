//! What is known of the fields of an object.

use schema::Definition;
use serde_json::Value;

use crate::custom::{self, Structural};
use crate::decode::{self, Decoded};
use crate::registry::Served;

/// Where the types of an object's fields come from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Typing<'a> {
    /// The tables, if they know the kind.
    BuiltIn(Option<&'static Definition>),
    /// The schema of a custom resource.
    Custom(&'a Structural),
}

impl Typing<'_> {
    /// Drops and tells fields that the kind does not have, and checks types.
    pub(crate) fn conform(self, object: Value) -> Decoded {
        match self {
            Self::BuiltIn(definition) => decode::conform(object, |_| definition),
            Self::Custom(schema) => custom::conform(object, schema),
        }
    }
}

impl Served {
    /// What is known of the fields of its objects.
    pub(crate) fn typing(&self) -> Typing<'_> {
        match &self.custom {
            Some(custom) => Typing::Custom(&custom.schema),
            None => Typing::BuiltIn(self.definition),
        }
    }
}
