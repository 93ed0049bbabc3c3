use gotmpl::Value;

use crate::function::Result;

/// Nesting beyond which a map is taken to contain itself.
const MAX_DEPTH: usize = 1000;

/// A copy that shares nothing with the original.
pub(crate) fn deep_copy(value: &Value) -> Result {
    match value {
        Value::Nil => Err("reflect: call of reflect.Value.Type on zero Value".into()),
        _ => Ok(value.deep_copy(MAX_DEPTH)),
    }
}
