//! The methods that `.Values` has in templates.

use gotmpl::{CallError, Function, Map, Type, Value};

use super::{VALUES, json, path_value, table};

/// Finds a method, bound to the values.
pub(super) fn find(values: &Map, name: &str) -> Option<Function> {
    let values = values.clone();
    Some(match name {
        "AsMap" => Function::new(&[], move |_| Ok(Value::Map(values.with_name(None)))),
        "YAML" => Function::new(&[], move |_| {
            Ok(Value::from(goyaml::json_to_yaml(&json::from_map(&values))))
        }),
        "Table" => Function::new(&[Type::String], move |arguments| {
            let path = path(arguments);
            match table(&values, &path) {
                Some(found) => Ok(Value::Map(found.with_name(Some(&VALUES)))),
                None => Err(no(&path, "table")),
            }
        }),
        "PathValue" => Function::new(&[Type::String], move |arguments| {
            let path = path(arguments);
            path_value(&values, &path).ok_or_else(|| no(&path, "value"))
        }),
        _ => return None,
    })
}

fn path(arguments: &[Value]) -> String {
    match arguments {
        [Value::String(path), ..] => path.to_str().into_owned(),
        _ => String::new(),
    }
}

fn no(path: &str, wanted: &str) -> CallError {
    let key = match wanted {
        "table" => path.rsplit('.').next().unwrap_or(path),
        _ => path,
    };
    CallError::new(format!("{} is not a {wanted}", gostd::strconv::quote(key)))
}
