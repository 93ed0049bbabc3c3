//! The texts of faults, as Helm's validator has them.

use serde_json::Value;

use super::number;

/// A name or text in single quotes.
pub(super) fn quote(text: &str) -> String {
    let quoted = gostd::strconv::quote(text);
    let inner = quoted.get(1..quoted.len() - 1).unwrap_or_default();
    format!("'{}'", inner.replace("\\\"", "\"").replace('\'', "\\'"))
}

/// Names in single quotes with commas between.
pub(super) fn quoted_list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(quote).collect::<Vec<_>>().join(", ")
}

pub(super) fn missing(names: &[&str]) -> String {
    let names_text = quoted_list(names.iter().copied());
    if names.len() == 1 {
        format!("missing property {names_text}")
    } else {
        format!("missing properties {names_text}")
    }
}

/// A value beside its bound.
pub(super) fn bound(keyword: &str, got: f64, want: f64) -> String {
    format!(
        "{keyword}: got {}, want {}",
        number::float(got),
        number::float(want)
    )
}

/// A length or count beside its bound.
pub(super) fn count(keyword: &str, got: usize, want: u64) -> String {
    format!(
        "{keyword}: got {}, want {}",
        number::integer(got as u64),
        number::integer(want)
    )
}

/// The places of items that fit.
pub(super) fn places(indices: &[usize]) -> String {
    let indices = indices.iter().map(|index| number::integer(*index as u64));
    indices.collect::<Vec<_>>().join(" ")
}

pub(super) fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// The types that are allowed, in the validator's order.
pub(super) fn types(names: &[&str]) -> String {
    const ORDER: [&str; 7] = [
        "null", "boolean", "number", "integer", "string", "array", "object",
    ];
    let ordered = ORDER.into_iter().filter(|name| names.contains(name));
    ordered.collect::<Vec<_>>().join(" or ")
}

/// What a value has to be one of.
pub(super) fn allowed(options: &[Value]) -> String {
    let texts: Option<Vec<String>> = options.iter().map(scalar).collect();
    match texts.as_deref() {
        Some([single]) => format!("value must be {single}"),
        Some(texts) => format!("value must be one of {}", texts.join(", ")),
        None => "'enum' failed".to_owned(),
    }
}

/// What a value has to be.
pub(super) fn constant(value: &Value) -> String {
    scalar(value).map_or_else(
        || "'const' failed".to_owned(),
        |text| format!("value must be {text}"),
    )
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(quote(text)),
        Value::Null => Some("<nil>".to_owned()),
        Value::Bool(value) => Some(value.to_string()),
        Value::Number(number) => Some(gostd::strconv::format_float(
            number.as_f64().unwrap_or_default(),
            'f',
            -1,
        )),
        Value::Array(_) | Value::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_within_quotes() {
        assert_eq!(quote("it's \"q\""), "'it\\'s \"q\"'");
        assert_eq!(quote("a\n"), "'a\\n'");
    }
}
