//! Labels, annotations and data of a resource as maps of strings.

use std::collections::BTreeMap;

use goyaml::Node;

use super::Resource;
use crate::error::Result;
use crate::rnode;

type StringMap = BTreeMap<String, String>;

impl Resource {
    /// The texts under `metadata.labels`.
    pub(crate) fn labels(&self) -> StringMap {
        string_map(self.node.lookup(&["metadata", "labels"]), written)
    }

    /// The texts under `metadata.annotations`.
    pub(crate) fn annotations(&self) -> StringMap {
        string_map(self.node.lookup(&["metadata", "annotations"]), written)
    }

    /// Writes labels anew, all as strings; none removes the field.
    pub(crate) fn set_labels(&mut self, labels: StringMap) -> Result<()> {
        self.set_in_metadata("labels", labels)
    }

    /// Writes annotations anew, all as strings; none removes the field.
    pub(crate) fn set_annotations(&mut self, annotations: StringMap) -> Result<()> {
        self.set_in_metadata("annotations", annotations)
    }

    fn set_in_metadata(&mut self, field: &str, map: StringMap) -> Result<()> {
        let metadata =
            rnode::field_or_insert(&mut self.node, "metadata", || Node::mapping(Vec::new()))?;
        rnode::clear_field(metadata, field)?;
        if !map.is_empty() {
            rnode::set_field(metadata, field, Some(string_node(map)))?;
        }
        Ok(())
    }

    pub(crate) fn set_kind(&mut self, kind: &str) -> Result<()> {
        rnode::set_field(&mut self.node, "kind", Some(rnode::untagged(kind)))
    }

    pub(crate) fn set_name(&mut self, name: &str) -> Result<()> {
        let metadata =
            rnode::field_or_insert(&mut self.node, "metadata", || Node::mapping(Vec::new()))?;
        rnode::set_field(metadata, "name", Some(rnode::untagged(name)))
    }

    /// Sets the namespace; an empty one removes the field.
    pub(crate) fn set_namespace(&mut self, namespace: &str) -> Result<()> {
        let value = (!namespace.is_empty()).then(|| rnode::untagged(namespace));
        match self.node.get_mut("metadata") {
            Some(metadata) => rnode::set_field(metadata, "namespace", value),
            None => Ok(()),
        }
    }

    /// The texts under `data` or `binaryData`.
    pub(crate) fn data(&self, field: &str) -> StringMap {
        string_map(self.node.get(field), rnode::value)
    }

    /// Writes `data` or `binaryData` anew; none removes the field.
    pub(crate) fn set_data(&mut self, field: &str, data: StringMap) -> Result<()> {
        rnode::clear_field(&mut self.node, field)?;
        if !data.is_empty() {
            let pairs = data
                .into_iter()
                .map(|(key, value)| (rnode::untagged(&key), data_value(&value)))
                .collect();
            rnode::set_field(&mut self.node, field, Some(Node::mapping(pairs)))?;
        }
        Ok(())
    }
}

/// A value of a ConfigMap or Secret.
pub(crate) fn data_value(text: &str) -> Node {
    Node::string(text)
}

/// The text of a scalar as it stands there, also where it means null.
fn written(node: &Node) -> &str {
    node.as_str().unwrap_or_default()
}

/// The texts of a map. A list counts as keys and values in turn, as the real one goes through what a node holds.
fn string_map(node: Option<&Node>, text: fn(&Node) -> &str) -> StringMap {
    let Some(node) = node else {
        return StringMap::new();
    };
    let pairs = node.pairs().iter().map(|(key, value)| (key, value));
    let items = node
        .items()
        .chunks_exact(2)
        .map(|pair| (&pair[0], &pair[1]));
    pairs
        .chain(items)
        .map(|(key, value)| (text(key).to_owned(), text(value).to_owned()))
        .collect()
}

fn string_node(map: StringMap) -> Node {
    Node::mapping(
        map.into_iter()
            .map(|(key, value)| (rnode::untagged(&key), Node::string(value)))
            .collect(),
    )
}
