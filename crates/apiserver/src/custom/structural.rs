//! The schema of a custom resource: a tree in which every field has one type.

use std::collections::BTreeMap;

use gostd::regexp::Regexp;
use serde_json::Value;

/// What is known of the value at one place of a custom resource.
#[derive(Debug, Default)]
pub(crate) struct Structural {
    pub(crate) kind: Option<Kind>,
    pub(crate) nullable: bool,
    pub(crate) default: Option<Value>,
    pub(crate) properties: BTreeMap<String, Structural>,
    /// The schema of the values under keys that are no properties.
    pub(crate) additional: Option<Additional>,
    pub(crate) items: Option<Box<Structural>>,
    pub(crate) preserve_unknown: bool,
    pub(crate) embedded: bool,
    pub(crate) int_or_string: bool,
    pub(crate) list_type: ListType,
    /// Whether server-side apply replaces the map or object as a whole.
    pub(crate) atomic_map: bool,
    pub(crate) constraints: Constraints,
    /// The entries of `x-kubernetes-validations` as they were written.
    pub(crate) rules: Vec<Value>,
}

/// The types that a schema names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Object,
    Array,
    String,
    Integer,
    Number,
    Boolean,
}

/// What `additionalProperties` says.
#[derive(Debug)]
pub(crate) enum Additional {
    /// Anything goes, or nothing does.
    Bool(bool),
    Schema(Box<Structural>),
}

/// How the items of a list are told apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum ListType {
    #[default]
    Atomic,
    Set,
    Map(Vec<String>),
}

/// What a value has to satisfy besides having the right type.
#[derive(Debug, Default)]
pub(crate) struct Constraints {
    pub(crate) format: String,
    pub(crate) pattern: Option<Regexp>,
    pub(crate) minimum: Option<Bound>,
    pub(crate) maximum: Option<Bound>,
    pub(crate) multiple_of: Option<f64>,
    pub(crate) min_length: Option<u64>,
    pub(crate) max_length: Option<u64>,
    pub(crate) min_items: Option<u64>,
    pub(crate) max_items: Option<u64>,
    pub(crate) min_properties: Option<u64>,
    pub(crate) max_properties: Option<u64>,
    pub(crate) required: Vec<String>,
    pub(crate) choices: Vec<Value>,
    pub(crate) all_of: Vec<Structural>,
    pub(crate) any_of: Vec<Structural>,
    pub(crate) one_of: Vec<Structural>,
    pub(crate) not: Option<Box<Structural>>,
}

/// An end of a range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    pub(crate) at: f64,
    /// Whether the end itself is outside.
    pub(crate) exclusive: bool,
}

impl Kind {
    pub(crate) fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "object" => Self::Object,
            "array" => Self::Array,
            "string" => Self::String,
            "integer" => Self::Integer,
            "number" => Self::Number,
            "boolean" => Self::Boolean,
            _ => return None,
        })
    }

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Object => "object",
            Self::Array => "array",
            Self::String => "string",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Boolean => "boolean",
        }
    }
}

impl Structural {
    /// Reads a schema. What it says beyond what is known of schemas has no effect: definitions are checked when they are made.
    pub(crate) fn parse(schema: &Value) -> Self {
        let flag = |key: &str| schema[key] == true;
        let children = |key: &str| -> BTreeMap<String, Self> {
            let entries = schema[key].as_object().into_iter().flatten();
            entries
                .map(|(name, inner)| (name.clone(), Self::parse(inner)))
                .collect()
        };
        let additional = match schema.get("additionalProperties") {
            Some(Value::Bool(allowed)) => Some(Additional::Bool(*allowed)),
            Some(inner @ Value::Object(_)) => {
                Some(Additional::Schema(Box::new(Self::parse(inner))))
            }
            Some(_) | None => None,
        };
        Self {
            kind: schema["type"].as_str().and_then(Kind::parse),
            nullable: flag("nullable"),
            default: schema.get("default").cloned(),
            properties: children("properties"),
            additional,
            items: schema
                .get("items")
                .filter(|items| items.is_object())
                .map(|items| Box::new(Self::parse(items))),
            preserve_unknown: flag("x-kubernetes-preserve-unknown-fields"),
            embedded: flag("x-kubernetes-embedded-resource"),
            int_or_string: flag("x-kubernetes-int-or-string"),
            list_type: list_type(schema),
            atomic_map: schema["x-kubernetes-map-type"] == "atomic",
            constraints: Constraints::parse(schema),
            rules: schema["x-kubernetes-validations"]
                .as_array()
                .cloned()
                .unwrap_or_default(),
        }
    }

    /// The schema of the value under a key of an object; nothing if the key is unknown.
    pub(crate) fn field(&self, name: &str) -> Option<&Self> {
        self.properties.get(name).or(match &self.additional {
            Some(Additional::Schema(inner)) => Some(inner),
            Some(Additional::Bool(_)) | None => None,
        })
    }

    /// Whether an object may have keys that the schema does not name.
    pub(crate) fn is_open(&self) -> bool {
        self.preserve_unknown
            || matches!(self.additional, Some(Additional::Bool(true)))
            || (self.properties.is_empty() && self.additional.is_none())
    }

    /// Whether some value in the tree has a rule.
    pub(crate) fn has_rules(&self) -> bool {
        !self.rules.is_empty() || self.children().any(Self::has_rules)
    }

    fn children(&self) -> impl Iterator<Item = &Self> {
        let additional = match &self.additional {
            Some(Additional::Schema(inner)) => Some(&**inner),
            Some(Additional::Bool(_)) | None => None,
        };
        self.properties
            .values()
            .chain(additional)
            .chain(self.items.as_deref())
    }
}

fn list_type(schema: &Value) -> ListType {
    match schema["x-kubernetes-list-type"].as_str() {
        Some("set") => ListType::Set,
        Some("map") => {
            let keys = schema["x-kubernetes-list-map-keys"]
                .as_array()
                .into_iter()
                .flatten();
            ListType::Map(keys.filter_map(Value::as_str).map(str::to_owned).collect())
        }
        Some(_) | None => ListType::Atomic,
    }
}

impl Constraints {
    fn parse(schema: &Value) -> Self {
        let count = |key: &str| schema[key].as_u64();
        let bound = |key: &str, exclusive: &str| {
            schema[key].as_f64().map(|at| Bound {
                at,
                exclusive: schema[exclusive] == true,
            })
        };
        let several = |key: &str| -> Vec<Structural> {
            let list = schema[key].as_array().into_iter().flatten();
            list.map(Structural::parse).collect()
        };
        let list = |key: &str| schema[key].as_array().cloned().unwrap_or_default();
        Self {
            format: schema["format"].as_str().unwrap_or_default().to_owned(),
            pattern: schema["pattern"]
                .as_str()
                .and_then(|pattern| Regexp::compile(pattern).ok()),
            minimum: bound("minimum", "exclusiveMinimum"),
            maximum: bound("maximum", "exclusiveMaximum"),
            multiple_of: schema["multipleOf"].as_f64(),
            min_length: count("minLength"),
            max_length: count("maxLength"),
            min_items: count("minItems"),
            max_items: count("maxItems"),
            min_properties: count("minProperties"),
            max_properties: count("maxProperties"),
            required: list("required")
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect(),
            choices: list("enum"),
            all_of: several("allOf"),
            any_of: several("anyOf"),
            one_of: several("oneOf"),
            not: schema
                .get("not")
                .filter(|not| not.is_object())
                .map(|not| Box::new(Structural::parse(not))),
        }
    }
}
