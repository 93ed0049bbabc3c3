//! Definitions of kinds and of the types inside them.

use std::collections::BTreeSet;

use apimachinery::Gvk;
use schema::{Definition, Field, Form, ListType, Shape};
use serde_json::{Map, Value, json};

/// The two versions of OpenAPI differ in where definitions are and in what may stand beside a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    V2,
    V3,
}

impl Dialect {
    pub(super) fn reference(self, name: &str) -> Value {
        match self {
            Self::V2 => json!({"$ref": format!("#/definitions/{name}")}),
            Self::V3 => json!({"$ref": format!("#/components/schemas/{name}")}),
        }
    }

    /// A reference that other keywords may stand beside.
    pub(super) fn wrapped_reference(self, name: &str) -> Value {
        match self {
            Self::V2 => self.reference(name),
            Self::V3 => json!({"allOf": [self.reference(name)]}),
        }
    }
}

/// Adds the definition of this name and those of the types inside it.
pub(super) fn add_named(
    name: &str,
    dialect: Dialect,
    seen: &mut BTreeSet<&'static str>,
    out: &mut Map<String, Value>,
) {
    if let Some(definition) = schema::definition(name) {
        add(definition, dialect, seen, out);
    }
}

/// Adds the definition of a kind, if it is known, and those of the types inside it.
pub(super) fn add_definition(
    gvk: &Gvk,
    dialect: Dialect,
    seen: &mut BTreeSet<&'static str>,
    out: &mut Map<String, Value>,
) {
    let Some(definition) = schema::kind(gvk) else {
        return;
    };
    add(definition, dialect, seen, out);
    let kind = json!({"group": gvk.group, "version": gvk.version, "kind": gvk.kind});
    let kinds = &mut out[definition.name]["x-kubernetes-group-version-kind"];
    match kinds.as_array_mut() {
        Some(kinds) if kinds.contains(&kind) => {}
        Some(kinds) => kinds.push(kind),
        None => *kinds = json!([kind]),
    }
}

fn add(
    definition: &'static Definition,
    dialect: Dialect,
    seen: &mut BTreeSet<&'static str>,
    out: &mut Map<String, Value>,
) {
    if !seen.insert(definition.name) {
        return;
    }
    out.insert(definition.name.to_owned(), schema_of(definition, dialect));
    for field in definition.fields {
        let mut shape = field.shape;
        while let Some(element) = shape.element() {
            shape = *element;
        }
        if let Some(inner) = shape.definition() {
            add(inner, dialect, seen, out);
        }
    }
}

fn schema_of(definition: &Definition, dialect: Dialect) -> Value {
    match (definition.form, dialect) {
        (Form::Any, _) if matches!(definition.short_name(), "RawExtension" | "FieldsV1") => {
            json!({"type": "object"})
        }
        // Whatever JSON can be: the defaults in a schema, for instance.
        (Form::Any, _) => json!({}),
        (Form::Quantity, Dialect::V3) => json!({"oneOf": [{"type": "string"}, {"type": "number"}]}),
        (Form::Quantity, Dialect::V2) => json!({"type": "string"}),
        (Form::IntOrString, Dialect::V3) => {
            json!({"format": "int-or-string", "oneOf": [{"type": "integer"}, {"type": "string"}]})
        }
        (Form::IntOrString, Dialect::V2) => json!({"type": "string", "format": "int-or-string"}),
        (Form::Time | Form::MicroTime, _) => json!({"type": "string", "format": "date-time"}),
        (Form::Object, _) => object(definition, dialect),
    }
}

fn object(definition: &Definition, dialect: Dialect) -> Value {
    let mut object = Map::new();
    object.insert("type".to_owned(), "object".into());
    if !definition.fields.is_empty() {
        let properties: Map<String, Value> = definition
            .fields
            .iter()
            .map(|field| (field.name.to_owned(), property(field, dialect)))
            .collect();
        object.insert("properties".to_owned(), properties.into());
    }
    let required: Vec<&str> = definition
        .fields
        .iter()
        .filter(|field| field.required)
        .map(|field| field.name)
        .collect();
    if !required.is_empty() {
        object.insert("required".to_owned(), required.into());
    }
    if definition.atomic {
        object.insert("x-kubernetes-map-type".to_owned(), "atomic".into());
    }
    object.into()
}

fn property(field: &Field, dialect: Dialect) -> Value {
    let mut schema = shape(&field.shape, dialect);
    let strategies: Vec<&str> = [
        (field.patch.merge_key.is_some(), "merge"),
        (field.patch.retain_keys, "retainKeys"),
        (field.patch.replace, "replace"),
    ]
    .into_iter()
    .filter_map(|(set, name)| set.then_some(name))
    .collect();
    if !strategies.is_empty() {
        schema["x-kubernetes-patch-strategy"] = strategies.join(",").into();
    }
    if let Some(key) = field.patch.merge_key.filter(|key| !key.is_empty()) {
        schema["x-kubernetes-patch-merge-key"] = key.into();
    }
    match field.list_type {
        Some(ListType::Atomic) => schema["x-kubernetes-list-type"] = "atomic".into(),
        Some(ListType::Set) => schema["x-kubernetes-list-type"] = "set".into(),
        Some(ListType::Map(keys)) => {
            schema["x-kubernetes-list-type"] = "map".into();
            schema["x-kubernetes-list-map-keys"] = json!(keys);
        }
        None => {}
    }
    if field.atomic {
        schema["x-kubernetes-map-type"] = "atomic".into();
    }
    schema
}

fn shape(shape: &Shape, dialect: Dialect) -> Value {
    match shape {
        Shape::String => json!({"type": "string"}),
        Shape::Bytes => json!({"type": "string", "format": "byte"}),
        Shape::Boolean => json!({"type": "boolean"}),
        Shape::Int32 => json!({"type": "integer", "format": "int32"}),
        Shape::Int64 => json!({"type": "integer", "format": "int64"}),
        Shape::Double => json!({"type": "number", "format": "double"}),
        Shape::List(element) => json!({"type": "array", "items": self::shape(element, dialect)}),
        Shape::Map(element) => {
            json!({"type": "object", "additionalProperties": self::shape(element, dialect)})
        }
        Shape::Ref(_) => shape
            .definition()
            .map(|inner| dialect.wrapped_reference(inner.name))
            .unwrap_or_default(),
    }
}
