//! What metadata must look like.

use apimachinery::field::{Error, ErrorList, FieldPath};
use apimachinery::validation::{
    is_dns1035_label, is_dns1123_label, is_dns1123_subdomain, is_label_value, is_path_segment_name,
    is_qualified_name,
};
use serde_json::Value;

use super::{finalizers, is_deleting, text};
use crate::registry::Served;
use crate::strategy::NameRule;

/// All annotations of an object together.
const MAX_ANNOTATION_BYTES: usize = 256 << 10;

/// What is wrong with the metadata of a new or changed object.
pub(crate) fn validate(object: &Value, served: &Served) -> ErrorList {
    let path = FieldPath::new("metadata");
    let mut errors = ErrorList::new();
    let generate_name = text(object, "generateName");
    if !generate_name.is_empty() {
        let prefix = generate_name
            .strip_suffix('-')
            .map_or(generate_name.to_owned(), |base| format!("{base}a"));
        for wrong in name_faults(served.policy.name, &prefix) {
            errors.push(Error::invalid(
                &path.child("generateName"),
                generate_name,
                wrong,
            ));
        }
    }
    let name = text(object, "name");
    if name.is_empty() {
        errors.push(Error::required(
            &path.child("name"),
            "name or generateName is required",
        ));
    } else {
        for wrong in name_faults(served.policy.name, name) {
            errors.push(Error::invalid(&path.child("name"), name, wrong));
        }
    }
    let metadata = &object["metadata"];
    errors.extend(label_faults(&metadata["labels"], &path.child("labels")));
    errors.extend(annotation_faults(
        &metadata["annotations"],
        &path.child("annotations"),
    ));
    errors.extend(owner_faults(
        &metadata["ownerReferences"],
        &path.child("ownerReferences"),
    ));
    errors.extend(finalizer_faults(object, &path.child("finalizers"), served));
    errors
}

/// What is wrong with changing the metadata of `old` to that of `new`.
pub(crate) fn validate_update(new: &Value, old: &Value, served: &Served) -> ErrorList {
    let mut errors = ErrorList::new();
    if is_deleting(old) {
        let before = finalizers(old);
        let added: Vec<&str> = finalizers(new)
            .into_iter()
            .filter(|finalizer| !before.contains(finalizer))
            .collect();
        if !added.is_empty() {
            let list: Vec<String> = added.iter().map(gostd::strconv::quote).collect();
            errors.push(Error::forbidden(
                &"metadata.finalizers".into(),
                format!(
                    "no new finalizers can be added if the object is being deleted, found new finalizers []string{{{}}}",
                    list.join(", ")
                ),
            ));
        }
    }
    errors.extend(validate(new, served));
    if text(new, "uid") != text(old, "uid") {
        let uid = text(new, "uid");
        errors.push(Error::invalid(
            &"metadata.uid".into(),
            uid,
            "field is immutable",
        ));
    }
    errors
}

fn name_faults(rule: NameRule, name: &str) -> Vec<String> {
    match rule {
        NameRule::Subdomain => is_dns1123_subdomain(name),
        NameRule::Label if name.contains('.') => vec!["must not contain dots".to_owned()],
        NameRule::Label => is_dns1123_label(name),
        NameRule::Label1035 => is_dns1035_label(name),
        NameRule::PathSegment => is_path_segment_name(name),
    }
}

fn entries(map: &Value) -> impl Iterator<Item = (&str, &str)> {
    map.as_object()
        .into_iter()
        .flatten()
        .map(|(key, value)| (&**key, value.as_str().unwrap_or_default()))
}

fn label_faults(labels: &Value, path: &FieldPath) -> Vec<Error> {
    let mut errors = Vec::new();
    for (key, value) in entries(labels) {
        errors.extend(
            is_qualified_name(key)
                .into_iter()
                .map(|wrong| Error::invalid(path, key, wrong)),
        );
        errors.extend(
            is_label_value(value)
                .into_iter()
                .map(|wrong| Error::invalid(path, value, wrong)),
        );
    }
    errors
}

fn annotation_faults(annotations: &Value, path: &FieldPath) -> Vec<Error> {
    let mut errors = Vec::new();
    let mut bytes = 0;
    for (key, value) in entries(annotations) {
        let wrong = is_qualified_name(&key.to_lowercase());
        errors.extend(
            wrong
                .into_iter()
                .map(|wrong| Error::invalid(path, key, wrong)),
        );
        bytes += key.len() + value.len();
    }
    if bytes > MAX_ANNOTATION_BYTES {
        errors.push(Error::too_long(path, MAX_ANNOTATION_BYTES));
    }
    errors
}

fn owner_faults(owners: &Value, path: &FieldPath) -> Vec<Error> {
    let mut errors = Vec::new();
    let mut controller: Option<&Value> = None;
    for owner in owners.as_array().into_iter().flatten() {
        let word = |key: &str| owner[key].as_str().unwrap_or_default();
        if word("apiVersion").is_empty() {
            errors.push(Error::invalid(
                &path.child("apiVersion"),
                "",
                "version must not be empty",
            ));
        }
        for key in ["kind", "name", "uid"] {
            if word(key).is_empty() {
                errors.push(Error::invalid(&path.child(key), "", "must not be empty"));
            }
        }
        if word("kind") == "Event" && matches!(word("apiVersion"), "v1" | "events.k8s.io/v1") {
            let detail = format!("{} is disallowed from being an owner", gvk_text(owner));
            errors.push(Error::invalid(path, owner.clone(), detail));
        }
        if owner["controller"] == true {
            if let Some(first) = controller {
                let detail = format!(
                    "Only one reference can have Controller set to true. Found \"true\" in references for {}/{} and {}/{}",
                    first["kind"].as_str().unwrap_or_default(),
                    first["name"].as_str().unwrap_or_default(),
                    word("kind"),
                    word("name"),
                );
                errors.push(Error::invalid(path, owners.clone(), detail));
            }
            controller = controller.or(Some(owner));
        }
    }
    errors
}

fn gvk_text(owner: &Value) -> String {
    apimachinery::Gvk::of(owner).to_string()
}

/// The finalizers that need no domain.
const STANDARD_FINALIZERS: [&str; 3] = ["kubernetes", "orphan", "foregroundDeletion"];

/// Only the kinds of the stock server ask for more than a qualified name; definitions and custom resources do not.
fn finalizer_faults(object: &Value, path: &FieldPath, served: &Served) -> Vec<Error> {
    let is_lenient = served.custom.is_some() || served.gvr.group == "apiextensions.k8s.io";
    let mut errors = Vec::new();
    let finalizers = finalizers(object);
    let (mut orphan, mut foreground) = (false, false);
    for (index, finalizer) in finalizers.iter().enumerate() {
        let wrong = is_qualified_name(finalizer);
        errors.extend(
            wrong
                .into_iter()
                .map(|wrong| Error::invalid(path, *finalizer, wrong)),
        );
        if !is_lenient && !finalizer.contains('/') && !STANDARD_FINALIZERS.contains(finalizer) {
            let detail = "name is neither a standard finalizer name nor is it fully qualified";
            errors.push(Error::invalid(&path.index(index), *finalizer, detail));
        }
        orphan |= *finalizer == "orphan";
        foreground |= *finalizer == "foregroundDeletion";
    }
    if orphan && foreground {
        let detail = "finalizer foregroundDeletion and orphan cannot be both set";
        errors.push(Error::invalid(path, finalizers.clone(), detail));
    }
    errors
}
