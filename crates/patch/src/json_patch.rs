//! JSON patches (RFC 6902), with the liberties that the API server's library takes: a `replace` of a
//! missing key adds it, indexes count from the end when negative, `test` of `null` holds where nothing is.

mod operation;
mod pointer;

use serde_json::Value;

pub use operation::{Operation, OperationKind, ParseError, parse};
use pointer::{Place, Pointer};

/// Why an operation does not apply.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A path whose parent is not there.
    #[error("{operation} operation does not apply: {missing}: missing value")]
    Missing {
        /// The operation's name.
        operation: &'static str,
        /// What is missing, with the path.
        missing: String,
    },
    /// A parent that has no such place.
    #[error("error in {operation} for path: '{path}': {cause}")]
    Refused {
        /// The operation's name.
        operation: &'static str,
        /// The path.
        path: String,
        /// What the parent says.
        #[source]
        cause: Cause,
    },
    /// A tested value that is another.
    #[error("testing value {0} failed: test failed")]
    Test(String),
    /// An operation that RFC 6902 does not know.
    #[error("Unexpected kind: {0}")]
    Unknown(String),
}

/// Why a container has no such place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// A key that is not there.
    #[error("Unable to remove nonexistent key: {0}: missing value")]
    Key(String),
    /// An index beyond the list's end, or none at all.
    #[error("Unable to access invalid index: {0}: invalid index referenced")]
    Index(String),
}

/// Applies the operations in order; the first that does not apply ends it.
///
/// # Errors
/// The operation that does not apply, and why.
pub fn apply(mut document: Value, operations: &[Operation]) -> Result<Value, Error> {
    for operation in operations {
        step(&mut document, operation)?;
    }
    Ok(document)
}

fn step(document: &mut Value, operation: &Operation) -> Result<(), Error> {
    let Operation {
        kind,
        path,
        from,
        value,
    } = operation;
    match kind {
        OperationKind::Add => {
            let place = find(document, path, "add", || {
                format!("doc is missing path: {path:?}")
            })?;
            place
                .add(value.clone())
                .map_err(|cause| refused("add", path, cause))
        }
        OperationKind::Remove => {
            let place = find(document, path, "remove", || {
                format!("doc is missing path: {path:?}")
            })?;
            place
                .remove()
                .map(drop)
                .map_err(|cause| refused("remove", path, cause))
        }
        OperationKind::Replace => {
            let place = find(document, path, "replace", || {
                format!("doc is missing path: {path}")
            })?;
            place.replace(value.clone()).map_err(|_| Error::Missing {
                operation: "replace",
                missing: format!("doc is missing key: {path}"),
            })
        }
        OperationKind::Test => {
            let place = find(document, path, "test", || {
                format!("is missing path: {path}")
            })?;
            let present = place.get().map_err(|cause| refused("test", path, cause))?;
            if present.unwrap_or(&Value::Null) == value {
                return Ok(());
            }
            Err(Error::Test(path.clone()))
        }
        OperationKind::Copy => {
            let source = find_from(document, from, "copy")?;
            let value = source.get().map_err(|cause| refused("copy", from, cause))?;
            let value = value.cloned().unwrap_or_default();
            add_to(document, path, value, "copy")
        }
        OperationKind::Move => {
            let source = find_from(document, from, "move")?;
            let key = Pointer::new(from).last_step().to_owned();
            let value = source
                .remove()
                .map_err(|cause| refused("move", &key, cause))?;
            add_to(document, path, value, "move")
        }
        OperationKind::Unknown(name) => Err(Error::Unknown(name.clone())),
    }
}

fn find<'v>(
    document: &'v mut Value,
    path: &str,
    operation: &'static str,
    missing: impl FnOnce() -> String,
) -> Result<Place<'v>, Error> {
    let place = Pointer::new(path).place(document);
    place.ok_or_else(|| Error::Missing {
        operation,
        missing: missing(),
    })
}

fn find_from<'v>(
    document: &'v mut Value,
    from: &str,
    operation: &'static str,
) -> Result<Place<'v>, Error> {
    find(document, from, operation, || {
        format!("doc is missing from path: {from}")
    })
}

fn add_to(
    document: &mut Value,
    path: &str,
    value: Value,
    operation: &'static str,
) -> Result<(), Error> {
    let place = find(document, path, operation, || {
        format!("doc is missing destination path: {path}")
    })?;
    place
        .add(value)
        .map_err(|cause| refused(operation, path, cause))
}

fn refused(operation: &'static str, path: &str, cause: Cause) -> Error {
    Error::Refused {
        operation,
        path: path.to_owned(),
        cause,
    }
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
                "testing value /a failed: test failed",
            ),
            (
                json!({"op": "test", "path": "/z/y"}),
                "test operation does not apply: is missing path: /z/y: missing value",
            ),
            (
                json!({"op": "remove", "path": "/z"}),
                "error in remove for path: '/z': Unable to remove nonexistent key: z: missing value",
            ),
            (
                json!({"op": "remove", "path": "/z/y"}),
                "remove operation does not apply: doc is missing path: \"/z/y\": missing value",
            ),
            (
                json!({"op": "add", "path": "/z/y", "value": 1}),
                "add operation does not apply: doc is missing path: \"/z/y\": missing value",
            ),
            (
                json!({"op": "add", "path": "/l/9", "value": 1}),
                "error in add for path: '/l/9': Unable to access invalid index: 9: invalid index referenced",
            ),
            (
                json!({"op": "replace", "path": "/l/9", "value": 1}),
                "replace operation does not apply: doc is missing key: /l/9: missing value",
            ),
            (
                json!({"op": "move", "from": "/q", "path": "/b"}),
                "error in move for path: 'q': Unable to remove nonexistent key: q: missing value",
            ),
            (
                json!({"op": "copy", "from": "/q/r", "path": "/b"}),
                "copy operation does not apply: doc is missing from path: /q/r: missing value",
            ),
            (
                json!({"op": "increase", "path": "/a"}),
                "Unexpected kind: increase",
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
