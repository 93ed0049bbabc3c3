//! Definitions of types and the way through them.

use std::collections::{BTreeMap, HashMap};

use crate::gvk::Gvk;

/// All definitions of a schema.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    pub(super) by_name: HashMap<String, Definition>,
    /// Name of the definition by `apiVersion kind`.
    pub(super) resources: HashMap<String, String>,
    /// Whether a type is namespaced, by `apiVersion kind`, as far as the schema's paths tell.
    pub(super) scopes: HashMap<String, bool>,
}

/// What is known of a value.
#[derive(Debug, Default)]
pub(super) struct Definition {
    /// The name of another definition that stands for this one.
    pub(super) reference: Option<String>,
    pub(super) fields: BTreeMap<String, Definition>,
    /// What the values of a free-form map are.
    pub(super) additional: Option<Box<Definition>>,
    /// What the elements of a list are.
    pub(super) elements: Option<Box<Definition>>,
    pub(super) merge: Option<Merge>,
}

/// How two lists are put together.
#[derive(Debug, Default)]
pub(super) struct Merge {
    pub(super) strategy: String,
    pub(super) keys: Vec<String>,
}

/// A place in a schema.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SchemaNode<'a> {
    definitions: &'a Definitions,
    definition: &'a Definition,
}

pub(super) fn resource_key(api_version: &str, kind: &str) -> String {
    format!("{api_version} {kind}")
}

impl Definitions {
    pub(super) fn resource(&self, api_version: &str, kind: &str) -> Option<SchemaNode<'_>> {
        let name = self.resources.get(&resource_key(api_version, kind))?;
        Some(SchemaNode {
            definitions: self,
            definition: self.by_name.get(name)?,
        })
    }

    pub(super) fn namespaced(&self, gvk: &Gvk) -> Option<bool> {
        self.scopes
            .get(&resource_key(&gvk.api_version(), &gvk.kind))
            .copied()
    }
}

impl<'a> SchemaNode<'a> {
    /// The schema of a field of a map.
    pub(crate) fn field(self, name: &str) -> Option<Self> {
        let definition = self
            .definition
            .fields
            .get(name)
            .or(self.definition.additional.as_deref())?;
        self.resolve(definition)
    }

    /// The schema of the elements of a list.
    pub(crate) fn elements(self) -> Option<Self> {
        self.resolve(self.definition.elements.as_deref()?)
    }

    /// The keys by which elements of a list are the same, if the list is merged; no keys for a list of scalars.
    pub(crate) fn merge_keys(self) -> Option<&'a [String]> {
        let merge = self.definition.merge.as_ref()?;
        merge
            .strategy
            .split(',')
            .any(|strategy| strategy == "merge")
            .then_some(&merge.keys)
    }

    fn resolve(self, definition: &'a Definition) -> Option<Self> {
        let mut definition = definition;
        // A chain of references longer than this goes round in a circle.
        for _ in 0..32 {
            match &definition.reference {
                Some(name) => definition = self.definitions.by_name.get(name)?,
                None => return Some(Self { definition, ..self }),
            }
        }
        None
    }
}
