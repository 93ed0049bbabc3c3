//! Cells that many kinds have.

use apimachinery::Timestamp;
use apimachinery::selector::from_label_selector;
use serde_json::Value;

/// The object's name.
pub(super) fn name(object: &Value) -> Value {
    object["metadata"]["name"].clone()
}

/// How old the object is.
pub(super) fn age(object: &Value, now: Timestamp) -> Value {
    crate::table::age(&object["metadata"]["creationTimestamp"], now).into()
}

/// A number that is zero when it is not there.
pub(super) fn count(value: &Value) -> i64 {
    value.as_i64().unwrap_or(0)
}

/// A text that is empty when it is not there.
pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// A text, or other words for an empty one.
pub(super) fn text_or(value: &Value, empty: &str) -> Value {
    match text(value) {
        "" => empty.into(),
        text => text.into(),
    }
}

/// The items of a list, which may not be there.
pub(super) fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// A field of each item, joined by commas.
pub(super) fn joined(list: &Value, field: &str) -> String {
    items(list)
        .map(|item| text(&item[field]))
        .collect::<Vec<_>>()
        .join(",")
}

/// The names of the containers of a pod's spec.
pub(super) fn containers(spec: &Value) -> Value {
    joined(&spec["containers"], "name").into()
}

/// The images of the containers of a pod's spec.
pub(super) fn images(spec: &Value) -> Value {
    joined(&spec["containers"], "image").into()
}

/// A map as `a=b,c=d`; `<none>` if it is empty.
pub(super) fn labels(map: &Value) -> String {
    let pairs: Vec<String> = map
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, value)| format!("{key}={}", text(value)))
        .collect();
    if pairs.is_empty() {
        "<none>".to_owned()
    } else {
        pairs.join(",")
    }
}

/// A label selector as one would write it on the command line.
pub(super) fn selector(selector: &Value) -> Value {
    match from_label_selector(Some(selector).filter(|selector| !selector.is_null())) {
        Err(_) => "<error>".into(),
        Ok(selector) if selector.requirements().is_empty() => "<none>".into(),
        Ok(selector) => selector.to_string().into(),
    }
}
