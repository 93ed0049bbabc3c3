//! Reading the fields that every Kubernetes object has.

use serde_json::{Map, Value};

/// `metadata.name`, or nothing.
pub(crate) fn name(object: &Value) -> &str {
    metadata_text(object, "name")
}

/// `metadata.namespace`, or nothing.
pub(crate) fn namespace(object: &Value) -> &str {
    metadata_text(object, "namespace")
}

/// `metadata.uid`, or nothing.
pub(crate) fn uid(object: &Value) -> &str {
    metadata_text(object, "uid")
}

/// `metadata.resourceVersion`, or nothing.
pub(crate) fn resource_version(object: &Value) -> &str {
    metadata_text(object, "resourceVersion")
}

/// `kind`, or nothing.
pub(crate) fn kind(object: &Value) -> &str {
    object["kind"].as_str().unwrap_or_default()
}

/// `apiVersion`, or nothing.
pub(crate) fn api_version(object: &Value) -> &str {
    object["apiVersion"].as_str().unwrap_or_default()
}

/// The value of an annotation.
pub(crate) fn annotation<'a>(object: &'a Value, key: &str) -> Option<&'a str> {
    object["metadata"]["annotations"][key].as_str()
}

/// Sets an annotation, making what lies on the way.
pub(crate) fn set_annotation(object: &mut Value, key: &str, value: &str) {
    let metadata = entry(object, "metadata");
    let annotations = entry(metadata, "annotations");
    if let Value::Object(annotations) = annotations {
        annotations.insert(key.to_owned(), value.into());
    }
}

/// Sets a field of the metadata.
pub(crate) fn set_metadata(object: &mut Value, key: &str, value: &str) {
    if let Value::Object(metadata) = entry(object, "metadata") {
        metadata.insert(key.to_owned(), value.into());
    }
}

/// The mapping under a key; anything else there gives way to an empty one.
pub(crate) fn entry<'a>(object: &'a mut Value, key: &str) -> &'a mut Value {
    if !object.is_object() {
        *object = Value::Object(Map::new());
    }
    let field = &mut object[key];
    if !field.is_object() {
        *field = Value::Object(Map::new());
    }
    field
}

/// Takes out the record of who set which field, which people rarely want to see.
pub(crate) fn remove_managed_fields(object: &mut Value) {
    if let Some(items) = object.get_mut("items").and_then(Value::as_array_mut) {
        items.iter_mut().for_each(remove_managed_fields);
    }
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.remove("managedFields");
    }
}

/// Whether the object is a list of others.
pub(crate) fn is_list(object: &Value) -> bool {
    kind(object).ends_with("List") && object["items"].is_array()
}

/// The labels as `key=value` pairs joined by commas, or `<none>`.
pub(crate) fn labels_text(object: &Value) -> String {
    match object["metadata"]["labels"].as_object() {
        Some(labels) if !labels.is_empty() => {
            let pairs: Vec<String> = labels
                .iter()
                .map(|(key, value)| format!("{key}={}", value.as_str().unwrap_or_default()))
                .collect();
            pairs.join(",")
        }
        _ => "<none>".to_owned(),
    }
}

fn metadata_text<'a>(object: &'a Value, key: &str) -> &'a str {
    object["metadata"][key].as_str().unwrap_or_default()
}

/// The items of a list; what is no list has none.
pub(crate) fn items(list: &Value) -> &[Value] {
    list.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// A value as text; what is not there is empty.
pub(crate) fn shown(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A whole number; what is not there is zero.
pub(crate) fn integer(value: &Value) -> i64 {
    value.as_i64().unwrap_or(0)
}

/// The owner that controls the object.
pub(crate) fn controller(object: &Value) -> Option<&Value> {
    items(&object["metadata"]["ownerReferences"])
        .iter()
        .find(|owner| owner["controller"] == true)
}
