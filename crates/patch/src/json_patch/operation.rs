use std::fmt;

use serde_json::Value;

/// One step of a patch.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// What to do.
    pub kind: OperationKind,
    /// The place, as a JSON pointer.
    pub path: String,
    /// Where `copy` and `move` take their value from.
    pub from: String,
    /// The value of `add`, `replace` and `test`; `Null` if none was given.
    pub value: Value,
}

/// What an operation does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OperationKind {
    /// Sets a key or inserts an item.
    Add,
    /// Removes a key or an item.
    Remove,
    /// Sets a key or an item.
    Replace,
    /// Removes here and adds there.
    Move,
    /// Adds there what is here.
    Copy,
    /// Compares.
    Test,
    /// Anything else, which does not apply.
    Unknown(String),
}

/// Why a value is no patch, in the words of the API server's decoder.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// A patch that is no list.
    #[error("json: cannot unmarshal {0} into Go value of type []handlers.jsonPatchOp")]
    Patch(&'static str),
    /// An operation that is no object.
    #[error("json: cannot unmarshal {0} into Go value of type handlers.jsonPatchOp")]
    Operation(&'static str),
    /// A member of an operation that is no string.
    #[error("json: cannot unmarshal {0} into Go struct field jsonPatchOp.{1} of type string")]
    Member(&'static str, &'static str),
}

/// Reads a list of operations.
///
/// # Errors
/// A value of another form.
pub fn parse(patch: &Value) -> Result<Vec<Operation>, ParseError> {
    let operations = patch
        .as_array()
        .ok_or(ParseError::Patch(json_type(patch)))?;
    operations.iter().map(operation).collect()
}

fn operation(value: &Value) -> Result<Operation, ParseError> {
    if !value.is_object() {
        return Err(ParseError::Operation(json_type(value)));
    }
    let text = |member: &'static str| match &value[member] {
        Value::String(text) => Ok(text.clone()),
        Value::Null => Ok(String::new()),
        other => Err(ParseError::Member(json_type(other), member)),
    };
    let kind = match text("op")?.as_str() {
        "add" => OperationKind::Add,
        "remove" => OperationKind::Remove,
        "replace" => OperationKind::Replace,
        "move" => OperationKind::Move,
        "copy" => OperationKind::Copy,
        "test" => OperationKind::Test,
        other => OperationKind::Unknown(other.to_owned()),
    };
    Ok(Operation {
        kind,
        path: text("path")?,
        from: text("from")?,
        value: value["value"].clone(),
    })
}

/// The word of Go's decoder for a value's type.
fn json_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

impl fmt::Display for OperationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OperationKind::Add => "add",
            OperationKind::Remove => "remove",
            OperationKind::Replace => "replace",
            OperationKind::Move => "move",
            OperationKind::Copy => "copy",
            OperationKind::Test => "test",
            OperationKind::Unknown(name) => name,
        })
    }
}
