//! How the values of an object are told apart: field by field, item by item, or as a whole.

use schema::{Definition, Field, Form, ListType, Shape};
use serde_json::{Map, Value};

use crate::custom::{self, Structural};
use crate::typing::Typing;

/// What is known of the value at a place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind<'a> {
    /// A value that is set as a whole.
    Leaf,
    /// Nothing is known: maps are granular, everything else is set as a whole.
    Deduced,
    Scalar(&'static Shape),
    Struct(&'static Definition),
    Map(&'static Shape),
    KeyedList(&'static [&'static str], &'static Shape),
    SetList(Option<&'static Shape>),
    /// A list of a built-in kind that is set as a whole.
    AtomicList(&'static Shape),
    /// A custom resource.
    Root(&'a Structural),
    /// A value inside a custom resource.
    Custom(&'a Structural),
}

/// How a value is taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topology {
    /// Not at all.
    Leaf,
    /// By fields or keys.
    Fields,
    /// By items that their keys tell apart.
    Keyed,
    /// By items that are told apart by themselves.
    Set,
}

/// Fields that Go holds as a struct and not as a pointer to one: they are there even in an empty object, so nobody
/// becomes the manager of their being there.
const EMBEDDED: [&str; 11] = [
    "metadata",
    "spec",
    "status",
    "strategy",
    "updateStrategy",
    "template",
    "jobTemplate",
    "involvedObject",
    "source",
    "names",
    "containers",
];

const OBJECT_FIELDS: [&str; 3] = ["apiVersion", "kind", "metadata"];

impl<'a> Kind<'a> {
    /// The kind of an object.
    pub(super) fn root(typing: Typing<'a>) -> Self {
        match typing {
            Typing::BuiltIn(Some(definition)) => Self::Struct(definition),
            Typing::BuiltIn(None) => Self::Deduced,
            Typing::Custom(schema) => Self::Root(schema),
        }
    }

    /// How this value is taken apart; one that is not what the kind expects is not.
    pub(super) fn topology(self, value: &Value) -> Topology {
        let expected = match self {
            Self::Leaf | Self::Scalar(_) | Self::AtomicList(_) => Topology::Leaf,
            Self::Deduced | Self::Struct(_) | Self::Map(_) | Self::Root(_) => Topology::Fields,
            Self::KeyedList(..) => Topology::Keyed,
            Self::SetList(_) => Topology::Set,
            Self::Custom(schema) => custom_topology(schema),
        };
        let fits = match expected {
            Topology::Leaf => true,
            Topology::Fields => value.is_object(),
            Topology::Keyed | Topology::Set => value.is_array(),
        };
        if fits { expected } else { Topology::Leaf }
    }

    /// The kind of the value under a name.
    pub(super) fn field(self, name: &str) -> Kind<'a> {
        match self {
            Self::Struct(definition) => of_field(definition.field(name)),
            Self::Map(element) => of_shape(element),
            Self::Root(_) if name == "metadata" => custom_metadata(),
            Self::Root(schema) | Self::Custom(schema) => {
                if schema.embedded && name == "metadata" {
                    return custom_metadata();
                }
                schema.field(name).map_or(Self::Deduced, Self::Custom)
            }
            Self::Leaf
            | Self::Deduced
            | Self::Scalar(_)
            | Self::KeyedList(..)
            | Self::SetList(_)
            | Self::AtomicList(_) => Self::Deduced,
        }
    }

    /// Whether the name is that of a field and not a key like any other.
    pub(super) fn declares(self, name: &str) -> bool {
        match self {
            Self::Struct(_) => true,
            Self::Root(schema) => {
                OBJECT_FIELDS.contains(&name) || schema.properties.contains_key(name)
            }
            Self::Custom(schema) => {
                schema.properties.contains_key(name)
                    || schema.embedded && OBJECT_FIELDS.contains(&name)
            }
            Self::Leaf
            | Self::Deduced
            | Self::Scalar(_)
            | Self::Map(_)
            | Self::KeyedList(..)
            | Self::SetList(_)
            | Self::AtomicList(_) => false,
        }
    }

    /// Whether nobody manages that the field is there.
    pub(super) fn embeds(self, name: &str) -> bool {
        match self {
            Self::Struct(_) => EMBEDDED.contains(&name),
            Self::Root(_) => name == "metadata",
            Self::Leaf
            | Self::Deduced
            | Self::Scalar(_)
            | Self::Map(_)
            | Self::KeyedList(..)
            | Self::SetList(_)
            | Self::AtomicList(_)
            | Self::Custom(_) => false,
        }
    }

    /// The kind of a list's items.
    pub(super) fn item(self) -> Kind<'a> {
        match self {
            Self::KeyedList(_, element)
            | Self::SetList(Some(element))
            | Self::AtomicList(element) => of_shape(element),
            Self::Custom(schema) => schema.items.as_deref().map_or(Self::Deduced, Self::Custom),
            Self::Leaf
            | Self::Deduced
            | Self::Scalar(_)
            | Self::Struct(_)
            | Self::Map(_)
            | Self::SetList(None)
            | Self::Root(_) => Self::Deduced,
        }
    }

    /// The names of the fields that tell a list's items apart.
    pub(super) fn keys(self) -> Vec<&'a str> {
        match self {
            Self::KeyedList(keys, _) => keys.to_vec(),
            Self::Custom(schema) => match &schema.list_type {
                custom::ListType::Map(keys) => keys.iter().map(|key| &**key).collect(),
                custom::ListType::Atomic | custom::ListType::Set => Vec::new(),
            },
            Self::Leaf
            | Self::Deduced
            | Self::Scalar(_)
            | Self::Struct(_)
            | Self::Map(_)
            | Self::SetList(_)
            | Self::AtomicList(_)
            | Self::Root(_) => Vec::new(),
        }
    }

    /// The path element of a list's item by its keys.
    pub(super) fn item_key(self, item: &Value) -> String {
        let key: Map<String, Value> = self
            .keys()
            .into_iter()
            .filter_map(|key| {
                let value = item.get(key).cloned().or_else(|| self.key_default(key))?;
                Some((key.to_owned(), value))
            })
            .collect();
        format!("k:{}", Value::Object(key))
    }

    /// What a key is if an item leaves it out: ports have a protocol, and what built-in kinds require is empty.
    pub(super) fn key_default(self, key: &str) -> Option<Value> {
        match self {
            Self::Custom(schema) => schema.items.as_ref()?.field(key)?.default.clone(),
            Self::KeyedList(_, element) => match element.definition()?.field(key)? {
                _ if key == "protocol" => Some("TCP".into()),
                field if !field.required => None,
                field => match field.shape {
                    Shape::String => Some("".into()),
                    Shape::Int32 | Shape::Int64 => Some(0.into()),
                    _ => None,
                },
            },
            Self::Leaf
            | Self::Deduced
            | Self::Scalar(_)
            | Self::Struct(_)
            | Self::Map(_)
            | Self::SetList(_)
            | Self::AtomicList(_)
            | Self::Root(_) => None,
        }
    }

    /// The path element of an item, whatever tells it apart.
    pub(super) fn element_of(self, item: &Value) -> String {
        if self.keys().is_empty() {
            format!("v:{item}")
        } else {
            self.item_key(item)
        }
    }
}

fn custom_metadata() -> Kind<'static> {
    custom::object_meta().map_or(Kind::Deduced, Kind::Struct)
}

fn custom_topology(schema: &Structural) -> Topology {
    match (schema.kind, &schema.list_type) {
        _ if schema.int_or_string => Topology::Leaf,
        (Some(custom::Kind::Object), _) if schema.atomic_map => Topology::Leaf,
        (Some(custom::Kind::Object), _) => Topology::Fields,
        (Some(custom::Kind::Array), custom::ListType::Set) => Topology::Set,
        (Some(custom::Kind::Array), custom::ListType::Map(_)) => Topology::Keyed,
        (None, _) if schema.preserve_unknown => Topology::Fields,
        (Some(_) | None, _) => Topology::Leaf,
    }
}

fn of_field(field: Option<&'static Field>) -> Kind<'static> {
    let Some(field) = field else {
        return Kind::Deduced;
    };
    match (&field.shape, field.list_type) {
        (_, _) if field.atomic => Kind::Leaf,
        (Shape::List(element), Some(ListType::Map(keys))) => Kind::KeyedList(keys, element),
        (Shape::List(element), Some(ListType::Set)) => Kind::SetList(Some(element)),
        (Shape::List(element), Some(ListType::Atomic) | None) => Kind::AtomicList(element),
        (shape, _) => of_shape(shape),
    }
}

fn of_shape(shape: &'static Shape) -> Kind<'static> {
    match shape {
        Shape::Map(element) => return Kind::Map(element),
        Shape::List(element) => return Kind::AtomicList(element),
        Shape::String
        | Shape::Bytes
        | Shape::Boolean
        | Shape::Int32
        | Shape::Int64
        | Shape::Double => return Kind::Scalar(shape),
        Shape::Ref(_) => {}
    }
    match shape.definition() {
        Some(definition) if definition.atomic => Kind::Leaf,
        Some(definition) if definition.form == Form::Any => Kind::Deduced,
        Some(definition) if definition.form == Form::Object => Kind::Struct(definition),
        Some(_) | None => Kind::Leaf,
    }
}
