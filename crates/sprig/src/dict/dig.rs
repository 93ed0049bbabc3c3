use gotmpl::{CallError, Map, Str, Type, Value};

use crate::function::Result;

/// `dig key... default dict`: the value under a path of keys, or the default where a key is missing on the way.
pub(super) fn dig(arguments: &[Value]) -> Result {
    let [path @ .., default, dict] = arguments else {
        return Err("dig needs at least three arguments".into());
    };
    if path.is_empty() {
        return Err("dig needs at least three arguments".into());
    }
    let mut step = plain_map(dict)?.clone();
    let keys: Vec<&Str> = path.iter().map(string).collect::<Result<_>>()?;
    let Some((last, parents)) = keys.split_last() else {
        return Ok(default.clone());
    };
    for key in parents {
        match step.get(key) {
            Some(next) => step = plain_map(&next)?.clone(),
            None => return Ok(default.clone()),
        }
    }
    Ok(step.get(last).unwrap_or_else(|| default.clone()))
}

/// Go's type assertion: no other map type will do, `common.Values` neither.
fn plain_map(value: &Value) -> Result<&Map> {
    match value {
        Value::Map(map) if map.go_type() == Type::ANY_MAP => Ok(map),
        _ => Err(conversion(value, "map[string]interface {}")),
    }
}

fn string(value: &Value) -> Result<&Str> {
    match value {
        Value::String(text) => Ok(text),
        _ => Err(conversion(value, "string")),
    }
}

fn conversion(value: &Value, wanted: &str) -> CallError {
    let got = match value {
        Value::Nil => "nil".to_owned(),
        _ => value.type_name(),
    };
    CallError::new(format!(
        "interface conversion: interface {{}} is {got}, not {wanted}"
    ))
}
