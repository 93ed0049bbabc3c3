use schema::{Definition, Form, PatchStrategy, Shape};

use super::error::Error;

/// A place in the schema that values are merged at.
#[derive(Debug, Clone, Copy)]
pub(super) enum Node {
    /// An object with known fields.
    Object(&'static Definition),
    /// A map whose values all have the shape.
    Map(&'static Shape),
    /// Anything: maps are merged, everything else is replaced.
    Free,
}

impl Node {
    fn of(shape: &'static Shape) -> Self {
        match (shape.definition(), shape) {
            (Some(definition), _) if definition.form == Form::Object => Node::Object(definition),
            (None, Shape::Map(values)) => Node::Map(values),
            _ => Node::Free,
        }
    }

    /// The node of an object-valued field, and how patches treat the field.
    pub(super) fn field(self, name: &str) -> Result<(Node, PatchStrategy), Error> {
        let (shape, strategy) = match self {
            Node::Object(definition) => {
                let unknown = || Error::UnknownField {
                    definition: definition.short_name().to_owned(),
                    field: name.to_owned(),
                };
                let field = definition.field(name).ok_or_else(unknown)?;
                (&field.shape, field.patch)
            }
            Node::Map(values) => (values, PatchStrategy::default()),
            Node::Free => return Ok((Node::Free, PatchStrategy::default())),
        };
        Ok((Node::of(shape), strategy))
    }

    /// The node of a list-valued field's items, and how patches treat the field.
    pub(super) fn list(self, name: &str) -> Result<(Node, PatchStrategy), Error> {
        let (shape, strategy) = match self {
            Node::Object(definition) => match definition.field(name) {
                Some(field) => (&field.shape, field.patch),
                None => return self.field(name),
            },
            Node::Map(values) => (values, PatchStrategy::default()),
            Node::Free => return Ok((Node::Free, PatchStrategy::default())),
        };
        Ok((shape.element().map_or(Node::Free, Node::of), strategy))
    }

    /// The Go type's name, for errors.
    pub(super) fn name(self) -> &'static str {
        match self {
            Node::Object(definition) => definition.short_name(),
            Node::Map(_) | Node::Free => "",
        }
    }
}
