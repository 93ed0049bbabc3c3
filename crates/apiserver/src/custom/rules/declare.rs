//! What rules know of a value by its schema: its type, and how large it can be.

use std::collections::BTreeMap;
use std::sync::Arc;

use cel::{Decl, DeclField, ListKind, Shape, escape};

use crate::custom::structural::{Additional, Kind, ListType, Structural};

/// The largest request, in bytes, by which what has no limit of its own is limited.
const MAX_REQUEST: u64 = 3 * 1024 * 1024;

/// A declaration with the fewest bytes that its values have in JSON.
pub(in crate::custom) struct Declared {
    pub(in crate::custom) decl: Arc<Decl>,
    pub(in crate::custom) min_size: u64,
}

impl Declared {
    fn new(shape: Shape, max_elements: u64, min_size: u64) -> Self {
        Self {
            decl: Arc::new(Decl {
                shape,
                max_elements,
            }),
            min_size,
        }
    }

    /// How many such values a request can hold.
    pub(in crate::custom) fn max_cardinality(&self) -> u64 {
        MAX_REQUEST / (self.min_size + 1)
    }
}

/// What is known of the values of a schema; nothing if rules cannot be about them. An object in its own right
/// has a kind and a name, whatever its schema says.
pub(in crate::custom) fn declare(schema: &Structural, is_resource: bool) -> Option<Declared> {
    named(schema, is_resource, "selfType")
}

fn named(schema: &Structural, is_resource: bool, name: &str) -> Option<Declared> {
    if schema.int_or_string {
        return Some(Declared::new(Shape::Dyn, MAX_REQUEST - 2, 1));
    }
    match schema.kind? {
        Kind::Boolean => Some(Declared::new(Shape::Bool, 1, 4)),
        Kind::Integer => Some(Declared::new(Shape::Int, 1, 1)),
        Kind::Number => Some(Declared::new(Shape::Double, 1, 1)),
        Kind::String => Some(text(schema)),
        Kind::Array => list(schema, name),
        Kind::Object => match &schema.additional {
            Some(Additional::Schema(values)) => map(schema, values, name),
            Some(Additional::Bool(_)) | None => Some(object(schema, is_resource, name)),
        },
    }
}

fn text(schema: &Structural) -> Declared {
    let constraints = &schema.constraints;
    let own = constraints.max_length;
    match &*constraints.format {
        "byte" => Declared::new(Shape::Bytes, own.unwrap_or(MAX_REQUEST - 2), 2),
        "duration" => Declared::new(Shape::Duration, 1, 3),
        "date" => Declared::new(Shape::Timestamp, 1, 12),
        "date-time" => Declared::new(Shape::Timestamp, 1, 22),
        _ => {
            let choices = constraints
                .choices
                .iter()
                .filter_map(|choice| choice.as_str());
            // A character has four bytes at most.
            let longest = own
                .map(|length| length.saturating_mul(4))
                .or(choices.map(|choice| choice.len() as u64).max());
            Declared::new(Shape::String, longest.unwrap_or(MAX_REQUEST - 2), 2)
        }
    }
}

fn list(schema: &Structural, name: &str) -> Option<Declared> {
    let items = named(
        schema.items.as_deref()?,
        schema.items.as_deref()?.embedded,
        &format!("{name}.@idx"),
    )?;
    let most = (MAX_REQUEST - 2) / (items.min_size + 1);
    let kind = match &schema.list_type {
        ListType::Atomic => ListKind::Atomic,
        ListType::Set => ListKind::Set,
        ListType::Map(keys) => ListKind::Map(
            keys.iter()
                .filter_map(|key| escape(key).map(std::borrow::Cow::into_owned))
                .collect(),
        ),
    };
    let shape = Shape::List {
        items: items.decl,
        kind,
    };
    Some(Declared::new(
        shape,
        schema.constraints.max_items.unwrap_or(most),
        2,
    ))
}

fn map(schema: &Structural, values: &Structural, name: &str) -> Option<Declared> {
    let values = named(values, values.embedded, &format!("{name}.@elem"))?;
    let most = (MAX_REQUEST - 2) / (values.min_size + 6);
    let own = schema.constraints.max_properties;
    Some(Declared::new(
        Shape::Map(values.decl),
        own.unwrap_or(most),
        2,
    ))
}

fn object(schema: &Structural, is_resource: bool, name: &str) -> Declared {
    let mut fields = BTreeMap::new();
    let mut min_size = 2;
    for (property, inner) in &schema.properties {
        let Some(declared) = named(inner, inner.embedded, &format!("{name}.{property}")) else {
            continue;
        };
        if schema.constraints.required.contains(property) && inner.default.is_none() {
            min_size += property.len() as u64 + declared.min_size + 4;
        }
        insert(&mut fields, property, declared.decl);
    }
    if is_resource {
        let text = || Declared::new(Shape::String, MAX_REQUEST - 2, 2).decl;
        insert(&mut fields, "apiVersion", text());
        insert(&mut fields, "kind", text());
        let mut metadata = BTreeMap::new();
        insert(&mut metadata, "name", text());
        insert(&mut metadata, "generateName", text());
        let shape = Shape::Object {
            name: format!("{name}.metadata"),
            fields: metadata,
        };
        insert(
            &mut fields,
            "metadata",
            Declared::new(shape, MAX_REQUEST, 2).decl,
        );
    }
    let shape = Shape::Object {
        name: name.to_owned(),
        fields,
    };
    Declared::new(shape, MAX_REQUEST, min_size)
}

/// A property whose name cannot be written in a rule is none to it.
fn insert(fields: &mut BTreeMap<String, DeclField>, property: &str, decl: Arc<Decl>) {
    if let Some(escaped) = escape(property) {
        let escaped = escaped.into_owned();
        fields.insert(property.to_owned(), DeclField { escaped, decl });
    }
}
