//! The rules of custom resources: `x-kubernetes-validations`.

mod declare;
mod evaluate;
mod field_path;
mod rule;

use std::collections::BTreeMap;
use std::sync::Arc;

use cel::Decl;

pub(super) use declare::{Declared, declare};
pub(super) use field_path::resolve as field_path;
pub(super) use rule::{Reason, Rule, RuleSource};

use super::structural::{Additional, ListType, Structural};

/// The rules of a schema, ready to be evaluated, in the schema's own shape.
#[derive(Debug)]
pub(crate) struct Rules {
    decl: Arc<Decl>,
    own: Vec<Rule>,
    fields: BTreeMap<String, Rules>,
    /// For the values under keys that are no fields.
    additional: Option<Box<Rules>>,
    items: Option<Box<Rules>>,
    list_type: ListType,
    /// Whether the fields of an old value tell nothing about those of a new one.
    atomic_map: bool,
}

impl Rules {
    /// The rules of an object's schema; nothing if there are none in it.
    pub(crate) fn of(schema: &Structural) -> Option<Self> {
        Self::at(schema, true)
    }

    fn at(schema: &Structural, is_root: bool) -> Option<Self> {
        if !schema.has_rules() {
            return None;
        }
        let declared = declare(schema, is_root || schema.embedded)?;
        let boxed = |inner: &Structural| Self::at(inner, false).map(Box::new);
        let sources = schema.rules.iter().map(RuleSource::parse);
        Some(Self {
            // A rule that does not compile came in before it was checked.
            own: sources
                .filter_map(|source| Rule::compile(source, &declared.decl).ok())
                .collect(),
            decl: declared.decl,
            fields: schema
                .properties
                .iter()
                .filter_map(|(name, inner)| Some((name.clone(), Self::at(inner, false)?)))
                .collect(),
            additional: match &schema.additional {
                Some(Additional::Schema(inner)) => boxed(inner),
                Some(Additional::Bool(_)) | None => None,
            },
            items: schema.items.as_deref().and_then(boxed),
            list_type: schema.list_type.clone(),
            atomic_map: schema.atomic_map,
        })
    }
}
