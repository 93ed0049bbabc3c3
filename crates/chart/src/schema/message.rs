//! The text of an error, as Helm's validator has it.

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use serde_json::Value;

/// A name or text in single quotes.
pub(super) fn quote(text: &str) -> String {
    let text = gostd::strconv::quote(text);
    let inner = text
        .trim_matches('"')
        .replace("\\\"", "\"")
        .replace('\'', "\\'");
    format!("'{inner}'")
}

fn quoted_list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(quote).collect::<Vec<_>>().join(", ")
}

pub(super) fn message(error: &ValidationError<'_>) -> String {
    let instance = error.instance();
    let bound = |name: &str, got: String, want: String| format!("{name}: got {got}, want {want}");
    let items = || instance.as_array().map_or(0, Vec::len).to_string();
    let properties = || {
        instance
            .as_object()
            .map_or(0, serde_json::Map::len)
            .to_string()
    };
    let runes = || {
        instance
            .as_str()
            .map_or(0, |text| text.chars().count())
            .to_string()
    };
    match error.kind() {
        Kind::Required { .. } => missing(error),
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            let names = quoted_list(unexpected.iter().map(String::as_str));
            format!("additional properties {names} not allowed")
        }
        Kind::AdditionalItems { limit } => {
            let extra = instance
                .as_array()
                .map_or(0, Vec::len)
                .saturating_sub(*limit);
            format!("last {extra} additionalItem(s) not allowed")
        }
        Kind::Type { kind } => format!("got {}, want {}", type_of(instance), types(kind)),
        Kind::Enum { options } => options
            .as_array()
            .map_or_else(String::new, |options| allowed(options)),
        Kind::Constant { expected_value } => match scalar(expected_value) {
            Some(text) => format!("value must be {text}"),
            None => "'const' failed".to_owned(),
        },
        Kind::Maximum { limit } => bound("maximum", number(instance), number(limit)),
        Kind::Minimum { limit } => bound("minimum", number(instance), number(limit)),
        Kind::ExclusiveMaximum { limit } => {
            bound("exclusiveMaximum", number(instance), number(limit))
        }
        Kind::ExclusiveMinimum { limit } => {
            bound("exclusiveMinimum", number(instance), number(limit))
        }
        Kind::MultipleOf { multiple_of } => {
            let want = gostd::strconv::format_float(*multiple_of, 'f', -1);
            bound("multipleOf", number(instance), want)
        }
        Kind::MinLength { limit } => bound("minLength", runes(), limit.to_string()),
        Kind::MaxLength { limit } => bound("maxLength", runes(), limit.to_string()),
        Kind::MinItems { limit } => bound("minItems", items(), limit.to_string()),
        Kind::MaxItems { limit } => bound("maxItems", items(), limit.to_string()),
        Kind::MinProperties { limit } => bound("minProperties", properties(), limit.to_string()),
        Kind::MaxProperties { limit } => bound("maxProperties", properties(), limit.to_string()),
        Kind::Pattern { pattern } => {
            let text = quote(instance.as_str().unwrap_or_default());
            format!("{text} does not match pattern {}", quote(pattern))
        }
        Kind::UniqueItems => equal_items(instance),
        Kind::Contains => "no items match contains schema".to_owned(),
        Kind::FalseSchema => "false schema".to_owned(),
        Kind::Not { .. } => "'not' failed".to_owned(),
        Kind::AnyOf { .. } => "'anyOf' failed".to_owned(),
        Kind::OneOfNotValid { .. } => "'oneOf' failed, none matched".to_owned(),
        Kind::OneOfMultipleValid { context } => {
            let matched = context
                .iter()
                .enumerate()
                .filter(|(_, errors)| errors.is_empty());
            let matched: Vec<_> = matched
                .map(|(index, _)| index.to_string())
                .take(2)
                .collect();
            format!("'oneOf' failed, subschemas {} matched", matched.join(", "))
        }
        Kind::PropertyNames { error } => {
            format!(
                "invalid propertyName {}",
                quote(error.instance().as_str().unwrap_or_default())
            )
        }
        other => format!("'{}' failed", other.keyword()),
    }
}

fn missing(error: &ValidationError<'_>) -> String {
    let Kind::Required { property } = error.kind() else {
        return String::new();
    };
    format!(
        "missing property {}",
        quote(property.as_str().unwrap_or_default())
    )
}

fn type_of(value: &Value) -> &'static str {
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
fn types(kind: &TypeKind) -> String {
    const ORDER: [&str; 7] = [
        "null", "boolean", "number", "integer", "string", "array", "object",
    ];
    let names: Vec<String> = match kind {
        TypeKind::Single(single) => vec![single.to_string()],
        TypeKind::Multiple(set) => set.iter().map(|name| name.to_string()).collect(),
    };
    let names = names.iter().map(|name| name.trim_matches('"'));
    let names: Vec<&str> = names.collect();
    let ordered = ORDER.into_iter().filter(|name| names.contains(name));
    ordered.collect::<Vec<_>>().join(" or ")
}

fn allowed(options: &[Value]) -> String {
    let texts: Option<Vec<String>> = options.iter().map(scalar).collect();
    match texts.as_deref() {
        Some([single]) => format!("value must be {single}"),
        Some(texts) => format!("value must be one of {}", texts.join(", ")),
        None => "'enum' failed".to_owned(),
    }
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(quote(text)),
        Value::Null => Some("<nil>".to_owned()),
        Value::Bool(value) => Some(value.to_string()),
        Value::Number(_) => Some(number(value)),
        Value::Array(_) | Value::Object(_) => None,
    }
}

fn number(value: &Value) -> String {
    let number = value.as_f64().unwrap_or_default();
    gostd::strconv::format_float(number, 'f', -1)
}

fn equal_items(value: &Value) -> String {
    let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
    for (later, item) in items.iter().enumerate() {
        if let Some(earlier) = items[..later].iter().position(|other| other == item) {
            return format!("items at {earlier} and {later} are equal");
        }
    }
    "items are equal".to_owned()
}
