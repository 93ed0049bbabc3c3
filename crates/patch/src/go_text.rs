use serde_json::Value;

/// A decoded value as Go's `%v` prints it: `map[a:1 b:[x y]]`.
pub(crate) fn go_text(value: &Value) -> String {
    match value {
        Value::Null => "<nil>".to_owned(),
        Value::Bool(bool) => bool.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(go_text).collect();
            format!("[{}]", items.join(" "))
        }
        Value::Object(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|(key, value)| format!("{key}:{}", go_text(value)))
                .collect();
            format!("map[{}]", fields.join(" "))
        }
    }
}
