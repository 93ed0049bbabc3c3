//! What is the same for the metadata of every kind.

mod validation;

use apimachinery::{Status, Timestamp};
use serde_json::{Map, Value};

pub(crate) use validation::{validate, validate_update};

use crate::registry::Served;
use crate::seeded::Seeded;

/// The metadata of an object, which is made if it is missing.
pub(crate) fn of_mut(object: &mut Value) -> &mut Map<String, Value> {
    if !object.is_object() {
        *object = Value::Object(Map::new());
    }
    let metadata = &mut object["metadata"];
    if !metadata.is_object() {
        *metadata = Value::Object(Map::new());
    }
    metadata
        .as_object_mut()
        .expect("it was made an object above")
}

/// A text in an object's metadata, empty if it is not there.
pub(crate) fn text<'a>(object: &'a Value, key: &str) -> &'a str {
    object["metadata"][key].as_str().unwrap_or_default()
}

/// The finalizers of an object.
pub(crate) fn finalizers(object: &Value) -> Vec<&str> {
    object["metadata"]["finalizers"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

/// Whether the object waits for its finalizers or its grace period.
pub(crate) fn is_deleting(object: &Value) -> bool {
    object["metadata"]["deletionTimestamp"].is_string()
}

/// Checks the namespace of the path against that of the object, and sets it.
pub(crate) fn put_in_namespace(
    object: &mut Value,
    served: &Served,
    namespace: Option<&str>,
) -> Result<(), Status> {
    let metadata = of_mut(object);
    if !served.namespaced {
        metadata.remove("namespace");
        return Ok(());
    }
    let own = metadata
        .get("namespace")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let wanted = namespace.unwrap_or_default();
    if !own.is_empty() && own != wanted {
        return Err(Status::bad_request(
            "the namespace of the provided object does not match the namespace sent on the request",
        ));
    }
    metadata.insert("namespace".to_owned(), wanted.into());
    Ok(())
}

/// Sets what the server decides about a new object.
pub(crate) fn prepare_for_create(
    object: &mut Value,
    served: &Served,
    now: Timestamp,
    seeded: &Seeded,
) {
    let metadata = of_mut(object);
    for key in [
        "selfLink",
        "deletionTimestamp",
        "deletionGracePeriodSeconds",
        "resourceVersion",
        "generation",
    ] {
        metadata.remove(key);
    }
    metadata.insert("uid".to_owned(), seeded.uid().into());
    metadata.insert("creationTimestamp".to_owned(), now.rfc3339().into());
    if served.policy.generation {
        metadata.insert("generation".to_owned(), 1.into());
    }
    for key in ["labels", "annotations", "finalizers", "ownerReferences"] {
        drop_empty(metadata, key);
    }
}

/// Gives the object a name that begins with `generateName`, cut so that the whole fits in 63 characters.
pub(crate) fn generate_name(object: &mut Value, seeded: &Seeded) {
    const MAX_BASE: usize = 58;
    let metadata = of_mut(object);
    let base = metadata
        .get("generateName")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let cut: String = base.chars().take(MAX_BASE).collect();
    let name = format!("{cut}{}", seeded.suffix());
    metadata.insert("name".to_owned(), name.into());
}

/// Restores what an update may not change, but for another uid, which is refused.
pub(crate) fn prepare_for_update(new: &mut Value, old: &Value) {
    let empty = Map::new();
    let old = old["metadata"].as_object().unwrap_or(&empty);
    let metadata = of_mut(new);
    let names_uid = metadata
        .get("uid")
        .and_then(Value::as_str)
        .is_some_and(|uid| !uid.is_empty());
    if let (false, Some(uid)) = (names_uid, old.get("uid")) {
        metadata.insert("uid".to_owned(), uid.clone());
    }
    for key in [
        "name",
        "generateName",
        "namespace",
        "creationTimestamp",
        "deletionTimestamp",
        "deletionGracePeriodSeconds",
        "generation",
    ] {
        match old.get(key) {
            Some(value) => metadata.insert(key.to_owned(), value.clone()),
            None => metadata.remove(key),
        };
    }
    metadata.remove("selfLink");
    for key in ["labels", "annotations", "finalizers", "ownerReferences"] {
        drop_empty(metadata, key);
    }
}

/// Counts a change of what is neither metadata nor, if that has a path of its own, status.
pub(crate) fn count_generation(new: &mut Value, old: &Value, own_status: bool) {
    let is_counted = |key: &str| match key {
        "metadata" | "apiVersion" | "kind" => false,
        "status" => !own_status,
        _ => true,
    };
    let empty = Map::new();
    let (new_fields, old_fields) = (
        new.as_object().unwrap_or(&empty),
        old.as_object().unwrap_or(&empty),
    );
    let counted = |fields: &Map<String, Value>| {
        fields
            .iter()
            .filter(|(key, _)| is_counted(key))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect::<Map<_, _>>()
    };
    if counted(new_fields) != counted(old_fields) {
        add_generation(new);
    }
}

/// Counts a change if the kind counts them.
pub(crate) fn add_generation(object: &mut Value) {
    if let Some(generation) = object["metadata"]["generation"].as_i64() {
        of_mut(object).insert("generation".to_owned(), (generation + 1).into());
    }
}

fn drop_empty(metadata: &mut Map<String, Value>, key: &str) {
    let is_empty = match metadata.get(key) {
        Some(Value::Object(map)) => map.is_empty(),
        Some(Value::Array(list)) => list.is_empty(),
        Some(_) | None => false,
    };
    if is_empty {
        metadata.remove(key);
    }
}
