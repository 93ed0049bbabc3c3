//! Defaults: one walk over an object along its definition, with a table of what each type fills in.
//!
//! The walk does what decoding into Go's structs and encoding them again does: a zero that `omitempty` leaves out is
//! gone, structs without it are there even if they are empty, and what was left out has its default.

mod batch;
mod omitted;
mod other;
mod pod;
mod rules;
mod service;
mod workload;

use schema::{Definition, Form, Shape};
use serde_json::{Map, Value};

/// What a type fills in.
pub(super) enum Rule {
    /// A field that is not there gets the value.
    Value(&'static str, Literal),
    /// The object is completed by a function.
    Complete(fn(&mut Map<String, Value>)),
}

/// A default value.
#[derive(Clone, Copy)]
pub(super) enum Literal {
    Text(&'static str),
    Int(i64),
    Bool(bool),
    Object,
    Null,
}

impl Literal {
    fn value(self) -> Value {
        match self {
            Literal::Text(text) => text.into(),
            Literal::Int(int) => int.into(),
            Literal::Bool(bool) => bool.into(),
            Literal::Object => Map::new().into(),
            Literal::Null => Value::Null,
        }
    }
}

/// Completes an object of the definition.
pub(super) fn complete(object: &mut Value, definition: &'static Definition) {
    let Some(fields) = object.as_object_mut() else {
        return;
    };
    omitted::drop_empty(fields, definition);
    for rule in rules::of(definition) {
        match rule {
            Rule::Value(field, literal) => default(fields, field, *literal),
            Rule::Complete(complete) => complete(fields),
        }
    }
    for (name, value) in fields.iter_mut() {
        if let Some(field) = definition.field(name) {
            complete_shape(value, &field.shape);
        }
    }
}

fn complete_shape(value: &mut Value, shape: &Shape) {
    match (value, shape) {
        (Value::Array(items), Shape::List(element)) => {
            items
                .iter_mut()
                .for_each(|item| complete_shape(item, element));
        }
        (Value::Object(fields), Shape::Map(element)) => {
            fields
                .values_mut()
                .for_each(|value| complete_shape(value, element));
        }
        (value @ Value::Object(_), shape) => {
            let definition = shape
                .definition()
                .filter(|found| found.form == Form::Object);
            if let Some(definition) = definition {
                complete(value, definition);
            }
        }
        _ => {}
    }
}

/// Sets a field that is not there.
fn default(fields: &mut Map<String, Value>, field: &str, literal: Literal) {
    if !fields.contains_key(field) {
        fields.insert(field.to_owned(), literal.value());
    }
}

/// The text of a field, empty if it has none.
fn text<'a>(fields: &'a Map<String, Value>, field: &str) -> &'a str {
    fields
        .get(field)
        .and_then(Value::as_str)
        .unwrap_or_default()
}
