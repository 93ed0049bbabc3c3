//! What a definition of a custom resource must look like.

mod columns;
mod completeness;
mod conversion;
mod defaults;
mod keywords;
mod names;
mod rules;
mod selectable;
mod structure;
mod subresources;
mod versions;

use apimachinery::field::{Error, ErrorList, FieldPath};
use apimachinery::validation::{is_dns1035_label, is_dns1123_subdomain};
use serde_json::Value;

pub(crate) use selectable::field_of as selectable_field_of;

const APPROVAL: &str = "api-approved.kubernetes.io";

/// What is wrong with a definition, `metadata` apart from its name.
pub(crate) fn validate(definition: &Value) -> ErrorList {
    let mut errors = ErrorList::new();
    let spec = &definition["spec"];
    let name = text(&definition["metadata"], "name");
    let wanted = format!("{}.{}", text(&spec["names"], "plural"), text(spec, "group"));
    if name != wanted {
        errors.push(Error::invalid(
            &"metadata.name".into(),
            name,
            "must be spec.names.plural+\".\"+spec.group",
        ));
    }
    validate_spec(spec, &mut errors);
    if !items(&spec["versions"]).any(|version| version["storage"] == true) {
        errors.push(Error::invalid(
            &"status.storedVersions".into(),
            Value::Null,
            "must have at least one stored version",
        ));
    }
    errors.extend(approval(definition));
    if spec["preserveUnknownFields"] == true {
        errors.push(Error::invalid(
            &"spec.preserveUnknownFields".into(),
            true,
            "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead",
        ));
    }
    errors
}

/// What is wrong with changing a definition. Once it has been established, what finds its objects stays.
pub(crate) fn validate_update(new: &Value, old: &Value) -> ErrorList {
    let mut errors = validate(new);
    let established = items(&old["status"]["conditions"])
        .any(|condition| condition["type"] == "Established" && condition["status"] == "True");
    let immutable = |path: &str, pointer: &str| {
        let (new, old) = (new.pointer(pointer), old.pointer(pointer));
        (new != old).then(|| {
            Error::invalid(
                &path.into(),
                new.cloned().unwrap_or_default(),
                "field is immutable",
            )
        })
    };
    errors.extend(immutable("spec.group", "/spec/group"));
    if established {
        errors.extend(immutable("spec.scope", "/spec/scope"));
        errors.extend(immutable("spec.names.kind", "/spec/names/kind"));
    }
    errors.extend(immutable("spec.names.plural", "/spec/names/plural"));
    let known: Vec<&Value> = items(&new["spec"]["versions"])
        .map(|version| &version["name"])
        .collect();
    for (index, stored) in items(&old["status"]["storedVersions"]).enumerate() {
        if !known.contains(&stored) {
            errors.push(Error::invalid(
                &FieldPath::new("status.storedVersions").index(index),
                stored.clone(),
                "missing from spec.versions; v1 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v1 and removes v1 from status.storedVersions".replace("v1", stored.as_str().unwrap_or_default()),
            ));
        }
    }
    errors
}

fn validate_spec(spec: &Value, errors: &mut ErrorList) {
    let path = FieldPath::new("spec");
    errors.extend(group(text(spec, "group"), &path.child("group")));
    errors.extend(scope(text(spec, "scope"), &path.child("scope")));
    let hoisted = versions::Hoisted::of(spec);
    errors.extend(versions::missing_schemas(spec, &path));
    for (index, version) in items(&spec["versions"]).enumerate() {
        let at = path.child("versions").index(index);
        errors.extend(label(text(version, "name"), &at.child("name")));
        let has_status = version["subresources"].get("status").is_some();
        if !hoisted.schema {
            let at = at.child("schema");
            validate_schema(&version["schema"], has_status, &at, errors);
        }
        if !hoisted.subresources {
            errors.extend(subresources::validate(version, &at));
        }
        if !hoisted.columns {
            errors.extend(columns::validate(version, &at));
        }
        if !hoisted.selectable {
            errors.extend(selectable::validate(version, &at));
        }
    }
    errors.extend(versions::flags(spec, &hoisted, &path.child("versions")));
    if let Some(first) = items(&spec["versions"]).next() {
        errors.extend(label(text(first, "name"), &path.child("version")));
        names::validate(&spec["names"], &path.child("names"), errors);
        if hoisted.schema {
            let has_status = items(&spec["versions"])
                .any(|version| version["subresources"].get("status").is_some());
            let at = path.child("validation");
            validate_schema(&first["schema"], has_status, &at, errors);
        }
        if hoisted.subresources {
            errors.extend(subresources::validate(first, &path));
        }
        if hoisted.columns {
            errors.extend(columns::validate(first, &path));
        }
        if hoisted.selectable {
            errors.extend(selectable::validate(first, &path));
        }
    } else {
        names::validate(&spec["names"], &path.child("names"), errors);
    }
    errors.extend(conversion::validate(
        &spec["conversion"],
        &path.child("conversion"),
    ));
}

/// Checks a schema; each step relies on what the ones before found nothing wrong with.
fn validate_schema(schema: &Value, has_status: bool, path: &FieldPath, errors: &mut ErrorList) {
    let Some(schema) = schema
        .get("openAPIV3Schema")
        .filter(|schema| schema.is_object())
    else {
        return;
    };
    let path = path.child("openAPIV3Schema");
    let mut found = Vec::new();
    keywords::validate_root(schema, has_status, &path, &mut found);
    keywords::validate(schema, &path, false, &mut found);
    if !keywords::is_structured(schema) {
        errors.extend(found);
        return;
    }
    let mut structural = Vec::new();
    structure::validate(schema, structure::Level::Root, &path, &mut structural);
    completeness::validate(schema, &path, &mut structural);
    rules::validate_words(schema, &path, &mut found);
    if structural.is_empty() {
        defaults::validate(schema, &path, &mut found);
    }
    if structural.is_empty() && found.is_empty() {
        rules::validate(schema, &path, &mut found);
    }
    errors.extend(found);
    errors.extend(structural);
}

fn group(group: &str, path: &FieldPath) -> Option<Error> {
    if group.is_empty() {
        return Some(Error::required(path, ""));
    }
    let wrong = is_dns1123_subdomain(group);
    if !wrong.is_empty() {
        return Some(Error::invalid(path, group, wrong.join(",")));
    }
    (!group.contains('.'))
        .then(|| Error::invalid(path, group, "should be a domain with at least one dot"))
}

fn scope(scope: &str, path: &FieldPath) -> Option<Error> {
    match scope {
        "Cluster" | "Namespaced" => None,
        "" => Some(Error::required(path, "")),
        other => Some(Error::not_supported(path, other, ["Cluster", "Namespaced"])),
    }
}

/// Groups of Kubernetes itself take definitions that its community has approved.
fn approval(definition: &Value) -> Option<Error> {
    let group = text(&definition["spec"], "group");
    let is_protected = ["k8s.io", "kubernetes.io"]
        .iter()
        .any(|suffix| group == *suffix || group.ends_with(&format!(".{suffix}")));
    let approval = definition["metadata"]["annotations"][APPROVAL]
        .as_str()
        .unwrap_or_default();
    if !is_protected {
        return None;
    }
    let path = FieldPath::new("metadata.annotations").key(APPROVAL);
    if approval.is_empty() {
        return Some(Error::required(
            &path,
            "protected groups must have approval annotation \"api-approved.kubernetes.io\", see https://github.com/kubernetes/enhancements/pull/1111",
        ));
    }
    let is_url = approval.starts_with("https://") || approval.starts_with("http://");
    (!is_url && !approval.starts_with("unapproved")).then(|| {
        Error::invalid(
            &path,
            approval,
            "protected groups must have approval annotation \"api-approved.kubernetes.io\" with either a URL or a reason starting with \"unapproved\", see https://github.com/kubernetes/enhancements/pull/1111",
        )
    })
}

/// An RFC 1035 label, if anything is there.
fn label(value: &str, path: &FieldPath) -> Option<Error> {
    let wrong = is_dns1035_label(value);
    (!wrong.is_empty()).then(|| Error::invalid(path, value, wrong.join(",")))
}

fn text<'a>(object: &'a Value, key: &str) -> &'a str {
    object[key].as_str().unwrap_or_default()
}

fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// A path such as `.spec.replicas`.
fn simple_path(path: &str, at: &FieldPath) -> Option<Error> {
    if path.is_empty() {
        return Some(Error::required(at, ""));
    }
    (!path.starts_with('.'))
        .then(|| Error::invalid(at, path, "must be a simple json path starting with ."))
}
