//! What makes a schema structural: every value has one type, said in one place.

use apimachinery::field::{Error, FieldPath};
use serde_json::{Map, Value};

use super::{items, text};

/// Where in the tree a schema stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Root,
    Item,
    Field,
}

/// Checks a schema and those inside it.
pub(super) fn validate(schema: &Value, level: Level, path: &FieldPath, errors: &mut Vec<Error>) {
    let kind = text(schema, "type");
    let flag = |key: &str| schema[key] == true;
    if kind == "array" && !schema["items"].is_object() {
        errors.push(Error::required(&path.child("items"), "must be specified"));
    }
    if schema["items"].is_object() {
        validate(&schema["items"], Level::Item, &path.child("items"), errors);
    }
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        let at = path.child("properties").key(name);
        validate(inner, Level::Field, &at, errors);
    }
    let additional = path.child("additionalProperties");
    if schema.get("additionalProperties").is_some() && level == Level::Root {
        errors.push(Error::forbidden(
            &additional,
            "must not be used at the root",
        ));
    }
    if schema["additionalProperties"].is_object() {
        validate(
            &schema["additionalProperties"],
            Level::Field,
            &additional,
            errors,
        );
    }
    let is_either = flag("x-kubernetes-int-or-string");
    for key in [
        "x-kubernetes-preserve-unknown-fields",
        "x-kubernetes-embedded-resource",
    ] {
        if is_either && flag(key) {
            let detail = "must be false if x-kubernetes-int-or-string is true";
            errors.push(Error::invalid(&path.child(key), true, detail));
        }
    }
    for (key, inner, at) in junctors(schema, path) {
        // An integer or a string may say so in the words of OpenAPI as well.
        if !(is_either && key == "anyOf" && is_either_of(&schema["anyOf"])) {
            nested(inner, &at, is_either && key == "allOf", errors);
        }
    }
    type_of(schema, kind, level, path, errors);
    if level == Level::Root || flag("x-kubernetes-embedded-resource") {
        object_fields(schema, path, errors);
    }
    if flag("x-kubernetes-embedded-resource") {
        if schema.get("additionalProperties").is_some() {
            let detail = "must not be used if x-kubernetes-embedded-resource is set";
            errors.push(Error::forbidden(&additional, detail));
        }
        let has_properties = schema["properties"]
            .as_object()
            .is_some_and(|map| !map.is_empty());
        if !has_properties && !flag("x-kubernetes-preserve-unknown-fields") {
            let detail = "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields";
            errors.push(Error::required(&path.child("properties"), detail));
        }
    }
}

fn type_of(schema: &Value, kind: &str, level: Level, path: &FieldPath, errors: &mut Vec<Error>) {
    let at = path.child("type");
    let flag = |key: &str| schema[key] == true;
    if flag("x-kubernetes-embedded-resource") && kind != "object" {
        let detail = "must be object if x-kubernetes-embedded-resource is true";
        errors.push(match kind {
            "" => Error::required(&at, detail),
            kind => Error::invalid(&at, kind, detail),
        });
    } else if kind.is_empty()
        && !flag("x-kubernetes-int-or-string")
        && !flag("x-kubernetes-preserve-unknown-fields")
    {
        let place = match level {
            Level::Root => "at the root",
            Level::Item => "for specified array items",
            Level::Field => "for specified object fields",
        };
        errors.push(Error::required(&at, format!("must not be empty {place}")));
    }
    if level == Level::Root && !kind.is_empty() && kind != "object" {
        errors.push(Error::invalid(&at, kind, "must be object at the root"));
    }
}

/// `apiVersion`, `kind` and `metadata` are what they are in every object.
fn object_fields(schema: &Value, path: &FieldPath, errors: &mut Vec<Error>) {
    let properties = path.child("properties");
    for (name, kind) in [
        ("kind", "string"),
        ("apiVersion", "string"),
        ("metadata", "object"),
    ] {
        let property = &schema["properties"][name];
        if property.is_object() && text(property, "type") != kind {
            let at = properties.key(name).child("type");
            let detail = format!("must be {kind}");
            errors.push(Error::invalid(&at, text(property, "type"), detail));
        }
    }
    let metadata = &schema["properties"]["metadata"];
    let is_restricted =
        metadata
            .as_object()
            .into_iter()
            .flatten()
            .any(|(key, value)| match &**key {
                "type" | "description" | "title" => false,
                "properties" => value
                    .as_object()
                    .into_iter()
                    .flat_map(Map::keys)
                    .any(|name| !matches!(&**name, "name" | "generateName")),
                _ => true,
            });
    if is_restricted {
        errors.push(Error::forbidden(
            &properties.key("metadata"),
            "must not specify anything other than name and generateName, but metadata is implicitly specified",
        ));
    }
}

/// The schemas under `allOf`, `anyOf`, `oneOf` and `not`.
pub(super) fn junctors<'a>(
    schema: &'a Value,
    path: &FieldPath,
) -> Vec<(&'static str, &'a Value, FieldPath)> {
    let mut found = Vec::new();
    for key in ["allOf", "anyOf", "oneOf"] {
        for (index, inner) in items(&schema[key]).enumerate() {
            found.push((key, inner, path.child(key).index(index)));
        }
    }
    if schema["not"].is_object() {
        found.push(("not", &schema["not"], path.child("not")));
    }
    found
}

/// Checks that a schema under a junctor only restricts values.
fn nested(schema: &Value, path: &FieldPath, may_be_either: bool, errors: &mut Vec<Error>) {
    for (key, detail) in [
        ("type", "must be empty to be structural"),
        ("title", "must be empty to be structural"),
        ("description", "must be empty to be structural"),
        ("default", "must be undefined to be structural"),
        ("additionalProperties", "must be undefined to be structural"),
        ("nullable", "must be false to be structural"),
        (
            "x-kubernetes-preserve-unknown-fields",
            "must be false to be structural",
        ),
        (
            "x-kubernetes-embedded-resource",
            "must be false to be structural",
        ),
        (
            "x-kubernetes-int-or-string",
            "must be false to be structural",
        ),
    ] {
        let value = &schema[key];
        if !value.is_null() && *value != false && *value != "" {
            errors.push(Error::forbidden(&path.child(key), detail));
        }
    }
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        let at = path.child("properties").key(name);
        if name == "metadata" {
            errors.push(Error::forbidden(
                &at,
                "must not be specified in a nested context",
            ));
        }
        nested(inner, &at, false, errors);
    }
    if schema["items"].is_object() {
        nested(&schema["items"], &path.child("items"), false, errors);
    }
    for (key, inner, at) in junctors(schema, path) {
        if !(may_be_either && key == "anyOf" && is_either_of(&schema["anyOf"])) {
            nested(inner, &at, false, errors);
        }
    }
}

/// Whether alternatives are an integer and a string.
fn is_either_of(alternatives: &Value) -> bool {
    let types: Vec<&str> = items(alternatives)
        .filter(|inner| inner.as_object().is_some_and(|map| map.len() == 1))
        .map(|inner| text(inner, "type"))
        .collect();
    types == ["integer", "string"]
}
