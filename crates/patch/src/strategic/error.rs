use serde_json::{Map, Value};

use crate::go_text::go_text;

/// What is wrong with a patch, or with the objects that one is to be made of.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A document that is no object.
    #[error("invalid JSON document")]
    Document,
    /// A `$patch` of unknown value.
    #[error("unknown patch type: {directive} in map: {map}")]
    PatchType {
        /// The value.
        directive: String,
        /// The object it stands in, as Go prints it.
        map: String,
    },
    /// An item of a merged list that lacks the key.
    #[error("map: {map} does not contain declared merge key: {key}")]
    NoMergeKey {
        /// The item, as Go prints it.
        map: String,
        /// The key.
        key: String,
    },
    /// `$patch: merge` in a list.
    #[error("merging lists cannot yet be specified in the patch")]
    MergeList,
    /// A list of objects that the schema gives no key for.
    #[error("cannot merge lists without merge key for {0}")]
    NoKeyDeclared(String),
    /// A malformed `$deleteFromPrimitiveList`.
    #[error("invalid patch format of primitive list")]
    PrimitiveList,
    /// A malformed `$retainKeys`, or one that does not name what the patch sets.
    #[error("invalid patch format of retainKeys")]
    RetainKeys,
    /// A malformed `$setElementOrder`.
    #[error("invalid patch format of setElementOrder list")]
    SetElementOrder,
    /// A `$setElementOrder` that does not name the items of its list in their order.
    #[error("The order in patch list:\n{patch}\n doesn't match $setElementOrder list:\n{order}\n")]
    OrderMismatch {
        /// The list, as Go prints it.
        patch: String,
        /// The order, as Go prints it.
        order: String,
    },
    /// A value of another type than the schema's.
    #[error("expected a {expected}, but received a {received}")]
    Type {
        /// Go's name of the type wanted.
        expected: &'static str,
        /// Go's name of the type that is there.
        received: &'static str,
    },
    /// A list that mixes types.
    #[error("list element types are not identical")]
    MixedList,
    /// A list in a list.
    #[error("lists of lists are not supported")]
    ListOfLists,
    /// A field that the schema does not have.
    #[error("unable to find api field in struct {definition} for the json field \"{field}\"")]
    UnknownField {
        /// The Go type's name.
        definition: String,
        /// The field.
        field: String,
    },
    /// A patch that would change what someone else has changed as well.
    #[error("patch:\n{patch}\nconflicts with changes made from original to current:\n{changes}\n")]
    Conflict {
        /// The patch.
        patch: Box<Value>,
        /// The changes.
        changes: Box<Value>,
    },
}

impl Error {
    /// Whether the API server answers it with 400; it answers the others with 500.
    #[must_use]
    pub fn is_bad_request(&self) -> bool {
        matches!(
            self,
            Error::Document | Error::PrimitiveList | Error::RetainKeys | Error::SetElementOrder
        )
    }

    pub(super) fn no_merge_key(map: &Map<String, Value>, key: &str) -> Self {
        Error::NoMergeKey {
            map: go_text(&Value::Object(map.clone())),
            key: key.to_owned(),
        }
    }

    pub(super) fn type_mismatch(expected: &'static str, received: &Value) -> Self {
        Error::Type {
            expected,
            received: go_type(received),
        }
    }
}

/// Go's name of a decoded value's type.
fn go_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "<nil>",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_f64() => "float64",
        Value::Number(_) => "int64",
        Value::String(_) => "string",
        Value::Array(_) => "[]interface {}",
        Value::Object(_) => "map[string]interface {}",
    }
}
