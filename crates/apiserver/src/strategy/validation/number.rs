use apimachinery::IntOrString;
use apimachinery::field::{Error, ErrorList, FieldPath};
use apimachinery::validation::is_valid_percent;
use serde_json::Value;

/// A number below zero is refused; none is fine.
pub(in super::super) fn non_negative(
    errors: &mut ErrorList,
    parent: &FieldPath,
    object: &Value,
    field: &str,
) {
    if let Some(number) = object[field].as_i64().filter(|number| *number < 0) {
        let detail = "must be greater than or equal to 0";
        errors.push(Error::invalid(&parent.child(field), number, detail));
    }
}

/// A number from zero on, or a percentage.
pub(in super::super) fn positive_or_percent(
    errors: &mut ErrorList,
    parent: &FieldPath,
    object: &Value,
    field: &str,
) {
    match &object[field] {
        Value::String(text) => {
            let path = parent.child(field);
            errors.extend(
                is_valid_percent(text)
                    .into_iter()
                    .map(|message| Error::invalid(&path, text.as_str(), message)),
            );
        }
        _ => non_negative(errors, parent, object, field),
    }
}

/// A percentage above a hundred is refused.
pub(in super::super) fn not_over_100_percent(
    errors: &mut ErrorList,
    parent: &FieldPath,
    object: &Value,
    field: &str,
) {
    let percent = IntOrString::from_json(&object[field]).and_then(|value| value.percent());
    if percent.is_some_and(|percent| percent > 100) {
        let detail = "must not be greater than 100%";
        errors.push(Error::invalid(
            &parent.child(field),
            object[field].clone(),
            detail,
        ));
    }
}

/// The number or the percentage, whichever is given; zero for neither.
pub(in super::super) fn share(value: &Value) -> i64 {
    match IntOrString::from_json(value) {
        Some(IntOrString::Int(number)) => number,
        Some(text) => text.percent().unwrap_or(0),
        None => 0,
    }
}
