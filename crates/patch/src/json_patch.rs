//! JSON patches (RFC 6902), with the liberties that the API server's library takes: a `replace` of a
//! missing key adds it, indexes count from the end when negative, `test` of `null` holds where nothing is.

mod operation;
mod pointer;

use serde_json::Value;

pub use operation::{Operation, OperationKind, ParseError, parse};
use pointer::{Place, Pointer};

/// Why a patch does not apply.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{operation} operation does not apply: {cause}")]
pub struct Error {
    /// The operation's name.
    pub operation: String,
    /// What is in its way.
    #[source]
    pub cause: Cause,
}

/// What stands in the way of an operation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// A path that leads nowhere.
    #[error("doc is missing path: {0:?}: missing value")]
    MissingPath(String),
    /// A key that is not there.
    #[error("doc is missing key: {0}: missing value")]
    MissingKey(String),
    /// An index beyond the list's end, or none at all.
    #[error("Unable to access invalid index: {0}: invalid index referenced")]
    Index(String),
    /// A tested value that is another.
    #[error("testing value {0} failed: test failed")]
    Test(String),
    /// An operation that RFC 6902 does not know.
    #[error("Unexpected kind: {0}")]
    Unknown(String),
}

/// Applies the operations in order; the first that does not apply ends it.
///
/// # Errors
/// The operation that does not apply, and why.
pub fn apply(mut document: Value, operations: &[Operation]) -> Result<Value, Error> {
    for operation in operations {
        step(&mut document, operation).map_err(|cause| Error {
            operation: operation.kind.to_string(),
            cause,
        })?;
    }
    Ok(document)
}

fn step(document: &mut Value, operation: &Operation) -> Result<(), Cause> {
    let path = Pointer::new(&operation.path);
    match &operation.kind {
        OperationKind::Add => path.place(document)?.add(operation.value.clone()),
        OperationKind::Remove => path.place(document)?.remove().map(drop),
        OperationKind::Replace => path.place(document)?.replace(operation.value.clone()),
        OperationKind::Test => test(&path.place(document)?, operation),
        OperationKind::Copy => {
            let from = Pointer::new(&operation.from);
            let value = from.place(document)?.get()?.cloned().unwrap_or_default();
            path.place(document)?.add(value)
        }
        OperationKind::Move => {
            let from = Pointer::new(&operation.from);
            let value = from.place(document)?.remove()?;
            path.place(document)?.add(value)
        }
        OperationKind::Unknown(name) => Err(Cause::Unknown(name.clone())),
    }
}

fn test(place: &Place<'_>, operation: &Operation) -> Result<(), Cause> {
    let present = place.get()?.cloned().unwrap_or_default();
    if present == operation.value {
        return Ok(());
    }
    Err(Cause::Test(operation.path.clone()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn applied(document: Value, patch: &Value) -> Result<Value, String> {
        let operations = parse(patch).map_err(|error| error.to_string())?;
        apply(document, &operations).map_err(|error| error.to_string())
    }

    #[test]
    fn operations_on_objects_and_lists() {
        let document = json!({"a": {"b~/": 1}, "l": [1, 2, 3]});
        let patch = json!([
            {"op": "replace", "path": "/a/b~0~1", "value": 2},
            {"op": "replace", "path": "/a/new", "value": 0},
            {"op": "add", "path": "/l/1", "value": 9},
            {"op": "add", "path": "/l/-", "value": 4},
            {"op": "remove", "path": "/l/0"},
            {"op": "remove", "path": "/l/-1"},
            {"op": "copy", "from": "/l/0", "path": "/c"},
            {"op": "move", "from": "/a/new", "path": "/m"},
            {"op": "test", "path": "/nothing", "value": null},
        ]);
        assert_eq!(
            applied(document, &patch),
            Ok(json!({"a": {"b~/": 2}, "l": [9, 2, 3], "c": 9, "m": 0}))
        );
    }

    #[test]
    fn refusals() {
        let cases = [
            (
                json!({"op": "test", "path": "/a", "value": 2}),
                "test operation does not apply: testing value /a failed: test failed",
            ),
            (
                json!({"op": "remove", "path": "/z"}),
                "remove operation does not apply: doc is missing key: z: missing value",
            ),
            (
                json!({"op": "add", "path": "/z/y", "value": 1}),
                "add operation does not apply: doc is missing path: \"/z/y\": missing value",
            ),
            (
                json!({"op": "add", "path": "/l/9", "value": 1}),
                "add operation does not apply: Unable to access invalid index: 9: invalid index referenced",
            ),
            (
                json!({"op": "increase", "path": "/a"}),
                "increase operation does not apply: Unexpected kind: increase",
            ),
        ];
        for (operation, expected) in cases {
            assert_eq!(
                applied(json!({"a": 1, "l": []}), &json!([operation])),
                Err(expected.to_owned())
            );
        }
        assert_eq!(
            applied(json!({}), &json!({})),
            Err(
                "json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp"
                    .to_owned()
            )
        );
    }
}
