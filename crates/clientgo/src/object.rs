use std::fmt;
use std::ops::Deref;

use apimachinery::packed::{Omitted, Packer};
use apimachinery::selector::LabelSelector;
use apimachinery::{Packed, PackedTree, Timestamp, Tree};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// Where an object stands within its resource. Cluster-scoped objects have an empty namespace.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// Namespace, empty for cluster-scoped objects.
    pub namespace: String,
    /// Name.
    pub name: String,
}

impl Key {
    /// Makes a key of its two parts.
    #[must_use]
    pub fn new(namespace: &str, name: &str) -> Self {
        Key {
            namespace: namespace.to_owned(),
            name: name.to_owned(),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.namespace.is_empty() {
            f.write_str(&self.name)
        } else {
            write!(f, "{}/{}", self.namespace, self.name)
        }
    }
}

/// No part of the cluster reads these of an object, and they are a large part of it.
const OMITTED: Omitted = &["metadata", "managedFields"];

/// A decoded object, shared rather than copied. It dereferences to its JSON tree.
///
/// It has no `managedFields`: a server that gets an update without them keeps those that it has.
#[derive(Clone, Debug, PartialEq)]
pub struct Object(PackedTree);

impl Object {
    /// Packs a JSON tree.
    #[must_use]
    pub fn new(value: &Value) -> Self {
        Object(Packer::pack_without(value, OMITTED))
    }

    /// `metadata.name`, empty if absent.
    #[must_use]
    pub fn name(&self) -> &str {
        self.metadata_str("name")
    }

    /// `metadata.namespace`, empty if absent.
    #[must_use]
    pub fn namespace(&self) -> &str {
        self.metadata_str("namespace")
    }

    /// `metadata.uid`, empty if absent.
    #[must_use]
    pub fn uid(&self) -> &str {
        self.metadata_str("uid")
    }

    /// `metadata.resourceVersion`, empty if absent.
    #[must_use]
    pub fn resource_version(&self) -> &str {
        self.metadata_str("resourceVersion")
    }

    /// `kind`, empty if absent.
    #[must_use]
    pub fn kind(&self) -> &str {
        self["kind"].as_str().unwrap_or_default()
    }

    /// `apiVersion`, empty if absent.
    #[must_use]
    pub fn api_version(&self) -> &str {
        self["apiVersion"].as_str().unwrap_or_default()
    }

    /// `metadata.generation`, 0 if absent.
    #[must_use]
    pub fn generation(&self) -> i64 {
        self["metadata"]["generation"].as_i64().unwrap_or_default()
    }

    /// Namespace and name.
    #[must_use]
    pub fn key(&self) -> Key {
        Key::new(self.namespace(), self.name())
    }

    /// The value of a label.
    #[must_use]
    pub fn label(&self, name: &str) -> Option<&str> {
        self["metadata"]["labels"][name].as_str()
    }

    /// The value of an annotation.
    #[must_use]
    pub fn annotation(&self, name: &str) -> Option<&str> {
        self["metadata"]["annotations"][name].as_str()
    }

    /// Whether the selector selects the object by its labels.
    #[must_use]
    pub fn is_selected_by(&self, selector: &LabelSelector) -> bool {
        selector.matches(&self["metadata"]["labels"])
    }

    /// Whether the object waits for its deletion.
    #[must_use]
    pub fn is_deleting(&self) -> bool {
        self["metadata"]["deletionTimestamp"].is_string()
    }

    /// When the object was created, in seconds.
    #[must_use]
    pub fn creation_time(&self) -> Option<Timestamp> {
        parse_time(&self["metadata"]["creationTimestamp"])
    }

    /// Whether `metadata.finalizers` names this one.
    #[must_use]
    pub fn has_finalizer(&self, finalizer: &str) -> bool {
        self.finalizers().any(|name| name == finalizer)
    }

    /// The names in `metadata.finalizers`.
    pub fn finalizers(&self) -> impl Iterator<Item = &str> {
        self["metadata"]["finalizers"]
            .items()
            .filter_map(Packed::as_str)
    }

    /// The owners in the order in which the object names them.
    pub fn owner_references(&self) -> impl Iterator<Item = OwnerReference<'_>> {
        self["metadata"]["ownerReferences"]
            .items()
            .map(OwnerReference)
    }

    /// The owner that controls the object.
    #[must_use]
    pub fn controller(&self) -> Option<OwnerReference<'_>> {
        self.owner_references().find(OwnerReference::is_controller)
    }

    /// The reference by which another object names this one as its controller.
    #[must_use]
    pub fn controller_reference(&self, api_version: &str, kind: &str) -> Value {
        serde_json::json!({
            "apiVersion": api_version, "kind": kind, "name": self.name(), "uid": self.uid(),
            "controller": true, "blockOwnerDeletion": true,
        })
    }

    fn metadata_str(&self, field: &str) -> &str {
        self["metadata"][field].as_str().unwrap_or_default()
    }
}

impl Deref for Object {
    type Target = Packed;

    fn deref(&self) -> &Packed {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Packer::read_without(deserializer, OMITTED).map(Object)
    }
}

/// One entry of `metadata.ownerReferences`.
#[derive(Clone, Copy, Debug)]
pub struct OwnerReference<'a>(&'a Packed);

impl<'a> OwnerReference<'a> {
    /// `apiVersion` of the owner.
    #[must_use]
    pub fn api_version(&self) -> &'a str {
        self.0["apiVersion"].as_str().unwrap_or_default()
    }

    /// Kind of the owner.
    #[must_use]
    pub fn kind(&self) -> &'a str {
        self.0["kind"].as_str().unwrap_or_default()
    }

    /// Name of the owner.
    #[must_use]
    pub fn name(&self) -> &'a str {
        self.0["name"].as_str().unwrap_or_default()
    }

    /// Uid of the owner.
    #[must_use]
    pub fn uid(&self) -> &'a str {
        self.0["uid"].as_str().unwrap_or_default()
    }

    /// Whether this owner manages the object.
    #[must_use]
    pub fn is_controller(&self) -> bool {
        self.0["controller"].as_bool().unwrap_or_default()
    }

    /// Whether a foreground deletion of the owner waits for the object.
    #[must_use]
    pub fn blocks_owner_deletion(&self) -> bool {
        self.0["blockOwnerDeletion"].as_bool().unwrap_or_default()
    }
}

/// Reads a time as the API writes it.
#[must_use]
pub fn parse_time(value: &(impl Tree + ?Sized)) -> Option<Timestamp> {
    Timestamp::parse(value.text()?)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn managed_fields_are_not_kept() {
        let object = Object::new(&json!({"metadata": {"name": "x", "managedFields": [{}]}}));
        assert_eq!(*object, json!({"metadata": {"name": "x"}}));
    }
}
