//! The keywords of a schema, one by one.

use std::collections::BTreeSet;

use apimachinery::field::{Error, FieldPath};
use gostd::regexp::Regexp;
use serde_json::Value;

use super::{items, text};

const TYPES: [&str; 6] = ["array", "boolean", "integer", "number", "object", "string"];

/// What a schema may say at its root if the status has a path of its own.
const ROOT: [&str; 8] = [
    "description",
    "type",
    "format",
    "title",
    "maximum",
    "properties",
    "required",
    "items",
];

/// Checks what only the root must satisfy.
pub(super) fn validate_root(
    schema: &Value,
    has_status: bool,
    path: &FieldPath,
    errors: &mut Vec<Error>,
) {
    let allowed = |key: &str| {
        ROOT.contains(&key)
            || key.starts_with("x-kubernetes-")
            || matches!(
                key,
                "exclusiveMaximum"
                    | "minimum"
                    | "exclusiveMinimum"
                    | "maxLength"
                    | "minLength"
                    | "pattern"
                    | "maxItems"
                    | "minItems"
                    | "uniqueItems"
                    | "multipleOf"
                    | "externalDocs"
                    | "example"
                    | "nullable"
            )
    };
    if has_status {
        let odd = schema
            .as_object()
            .into_iter()
            .flatten()
            .find(|(key, _)| !allowed(key));
        if odd.is_some() {
            let detail = "only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled";
            errors.push(Error::invalid(path, schema.clone(), detail));
        }
    }
    if schema["nullable"] == true {
        errors.push(Error::forbidden(
            &path.child("nullable"),
            "nullable cannot be true at the root",
        ));
    }
}

/// What cannot be part of a structural schema.
const UNSUPPORTED: [&str; 6] = [
    "id",
    "additionalItems",
    "patternProperties",
    "definitions",
    "dependencies",
    "$ref",
];

/// Whether neither the schema nor one inside it says what no structural schema can.
pub(super) fn is_structured(schema: &Value) -> bool {
    let own = UNSUPPORTED
        .iter()
        .all(|key| schema.get(key).is_none_or(Value::is_null));
    let properties = schema["properties"]
        .as_object()
        .into_iter()
        .flat_map(serde_json::Map::values);
    let single = ["items", "additionalProperties", "not"].map(|key| &schema[key]);
    own && !schema["items"].is_array()
        && properties
            .chain(single.into_iter().filter(|inner| inner.is_object()))
            .chain(
                ["allOf", "anyOf", "oneOf"]
                    .iter()
                    .flat_map(|key| items(&schema[*key])),
            )
            .all(is_structured)
}

/// Checks a schema and those inside it.
pub(super) fn validate(
    schema: &Value,
    path: &FieldPath,
    in_metadata: bool,
    errors: &mut Vec<Error>,
) {
    forbidden_keywords(schema, path, in_metadata, errors);
    if let Some(pattern) = schema["pattern"].as_str()
        && let Err(error) = Regexp::compile(pattern)
    {
        let detail = format!("must be a valid regular expression, but isn't: {error}");
        errors.push(Error::invalid(&path.child("pattern"), pattern, detail));
    }
    if schema["uniqueItems"] == true {
        errors.push(Error::forbidden(
            &path.child("uniqueItems"),
            "uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
        ));
    }
    let properties = schema["properties"].as_object();
    if schema.get("additionalProperties").is_some()
        && properties.is_some_and(|properties| !properties.is_empty())
    {
        errors.push(Error::forbidden(
            &path.child("additionalProperties"),
            "additionalProperties and properties are mutual exclusive",
        ));
    }
    if schema["additionalProperties"] == false {
        errors.push(Error::forbidden(
            &path.child("additionalProperties"),
            "additionalProperties cannot be set to false",
        ));
    }
    if schema["additionalProperties"].is_object() {
        let at = path.child("additionalProperties");
        validate(&schema["additionalProperties"], &at, in_metadata, errors);
    }
    for (name, inner) in properties.into_iter().flatten() {
        let at = path.child("properties").key(name);
        let in_metadata =
            in_metadata || name == "metadata" && schema["x-kubernetes-embedded-resource"] == true;
        validate(inner, &at, in_metadata, errors);
    }
    for key in ["items", "not"] {
        if schema[key].is_object() {
            validate(&schema[key], &path.child(key), in_metadata, errors);
        }
    }
    for key in ["allOf", "anyOf", "oneOf"] {
        for (index, inner) in items(&schema[key]).enumerate() {
            validate(inner, &path.child(key).index(index), in_metadata, errors);
        }
    }
    topology(schema, path, errors);
}

fn forbidden_keywords(
    schema: &Value,
    path: &FieldPath,
    in_metadata: bool,
    errors: &mut Vec<Error>,
) {
    match text(schema, "type") {
        "" => {}
        "null" => errors.push(Error::forbidden(
            &path.child("type"),
            "type cannot be set to null, use nullable as an alternative",
        )),
        kind if !TYPES.contains(&kind) => {
            errors.push(Error::not_supported(&path.child("type"), kind, TYPES));
        }
        _ => {}
    }
    for key in UNSUPPORTED {
        if schema.get(key).is_some_and(|value| !value.is_null()) {
            let detail = format!("{key} is not supported");
            errors.push(Error::forbidden(&path.child(key), detail));
        }
    }
    if schema["items"].is_array() {
        errors.push(Error::forbidden(
            &path.child("items"),
            "items must be a schema object and not an array",
        ));
    }
    if in_metadata && schema["x-kubernetes-embedded-resource"] == true {
        errors.push(Error::forbidden(
            &path.child("x-kubernetes-embedded-resource"),
            "must not be used inside of resource meta",
        ));
    }
    if schema["x-kubernetes-preserve-unknown-fields"] == false {
        errors.push(Error::invalid(
            &path.child("x-kubernetes-preserve-unknown-fields"),
            false,
            "must be true or undefined",
        ));
    }
}

/// Checks how server-side apply is to merge lists and maps.
fn topology(schema: &Value, path: &FieldPath, errors: &mut Vec<Error>) {
    for (key, kind, known) in [
        (
            "x-kubernetes-map-type",
            "object",
            &["atomic", "granular"][..],
        ),
        (
            "x-kubernetes-list-type",
            "array",
            &["atomic", "map", "set"][..],
        ),
    ] {
        let word = text(schema, key);
        if word.is_empty() {
            continue;
        }
        let detail = format!("must be {kind} if {key} is specified");
        match text(schema, "type") {
            "" => errors.push(Error::required(&path.child("type"), detail)),
            found if found != kind => {
                errors.push(Error::invalid(&path.child("type"), found, detail));
            }
            _ => {}
        }
        if !known.contains(&word) {
            errors.push(Error::not_supported(
                &path.child(key),
                word,
                known.iter().copied(),
            ));
        }
    }
    let (list_type, at) = (
        text(schema, "x-kubernetes-list-type"),
        path.child("x-kubernetes-list-type"),
    );
    let has_keys = items(&schema["x-kubernetes-list-map-keys"])
        .next()
        .is_some();
    let detail = "must be map if x-kubernetes-list-map-keys is non-empty";
    match list_type {
        "map" => keyed_list(schema, path, errors),
        "" if has_keys => errors.push(Error::required(&at, detail)),
        _ if has_keys => errors.push(Error::invalid(&at, list_type, detail)),
        _ => {}
    }
}

fn keyed_list(schema: &Value, path: &FieldPath, errors: &mut Vec<Error>) {
    let keys = &schema["x-kubernetes-list-map-keys"];
    let at = path.child("x-kubernetes-list-map-keys");
    if items(keys).next().is_none() {
        errors.push(Error::required(
            &at,
            "must not be empty if x-kubernetes-list-type is map",
        ));
    }
    let (item, item_path) = (&schema["items"], path.child("items"));
    if !item.is_object() {
        errors.push(Error::required(
            &item_path,
            "must have a schema if x-kubernetes-list-type is map",
        ));
        return;
    }
    if item["type"] != "object" {
        errors.push(Error::invalid(
            &item_path.child("type"),
            text(item, "type"),
            "must be object if parent array's x-kubernetes-list-type is map",
        ));
        return;
    }
    let mut seen = BTreeSet::new();
    for key in items(keys).filter_map(Value::as_str) {
        let property = &item["properties"][key];
        let at_key = item_path.child("properties").key(key);
        if property.is_null() {
            let detail = "entries must all be names of item properties";
            errors.push(Error::invalid(&at, keys.clone(), detail));
        } else if matches!(text(property, "type"), "array" | "object") {
            errors.push(Error::invalid(
                &at_key.child("type"),
                text(item, "type"),
                "must be a scalar type if parent array's x-kubernetes-list-type is map",
            ));
        }
        if !seen.insert(key) {
            let detail = "must not contain duplicate entries";
            errors.push(Error::invalid(&at, keys.clone(), detail));
        }
        let is_required = items(&item["required"]).any(|name| name == key);
        if !property.is_null() && !is_required && property.get("default").is_none() {
            errors.push(Error::required(
                &at_key.child("default"),
                "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property",
            ));
        }
        if property["nullable"] == true {
            errors.push(Error::forbidden(
                &at_key.child("nullable"),
                "this property is in x-kubernetes-list-map-keys, so it cannot be nullable",
            ));
        }
    }
}
