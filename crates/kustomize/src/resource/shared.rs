//! Values that several fields share.
//!
//! kustomize sets a label by putting one node into every field that does not have the label yet. Whatever is written to one of these fields
//! later, by a patch, another label or a replacement, shows in all of them: a patch of `metadata.labels` changes selectors. This is a
//! fault of it that is part of its output.

use std::collections::BTreeMap;

use goyaml::{Data, Node};

use super::Resource;

/// The shared values of a resource by their number, as they were when they were last looked at.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedValues {
    last: u32,
    values: BTreeMap<u32, Node>,
}

impl SharedValues {
    /// A node that is about to be put into several fields.
    pub(crate) fn add(&mut self, mut value: Node) -> Node {
        self.last += 1;
        value.shared = self.last;
        self.values.insert(self.last, value.clone());
        value
    }
}

impl Resource {
    /// After a change, writes what one of the fields that share a value was given to the others.
    pub(crate) fn settle_shared_values(&mut self) {
        if self.shared.values.is_empty() {
            return;
        }
        let mut found = BTreeMap::new();
        let mut written = Vec::new();
        visit(&self.node, &mut |node| {
            *found.entry(node.shared).or_insert(0) += 1;
            if let Some(known) = self.shared.values.get(&node.shared)
                && !same(known, node)
            {
                written.push(node.clone());
            }
        });
        for node in &written {
            self.shared.values.insert(node.shared, node.clone());
            write_shared(&mut self.node, node);
        }
        // A value that only one field is left with is an ordinary one.
        self.shared
            .values
            .retain(|number, _| found.get(number).is_some_and(|fields| *fields > 1));
    }
}

/// Writes a value to all fields that share it.
pub(crate) fn write_shared(root: &mut Node, value: &Node) {
    if root.shared == value.shared {
        root.clone_from(value);
        return;
    }
    match &mut root.data {
        Data::Sequence(items) => items.iter_mut().for_each(|item| write_shared(item, value)),
        Data::Mapping(pairs) => pairs
            .iter_mut()
            .for_each(|(_, field)| write_shared(field, value)),
        Data::Scalar(_) | Data::Alias(_) => {}
    }
}

/// A copy, which shares nothing with what it was copied from.
pub(crate) fn unshared(mut value: Node) -> Node {
    value.shared = 0;
    match &mut value.data {
        Data::Sequence(items) => {
            for item in items {
                *item = unshared(std::mem::take(item));
            }
        }
        Data::Mapping(pairs) => {
            for (_, value) in pairs {
                *value = unshared(std::mem::take(value));
            }
        }
        Data::Scalar(_) | Data::Alias(_) => {}
    }
    value
}

fn visit(node: &Node, see: &mut impl FnMut(&Node)) {
    if node.shared != 0 {
        see(node);
    }
    match &node.data {
        Data::Sequence(items) => items.iter().for_each(|item| visit(item, see)),
        Data::Mapping(pairs) => pairs.iter().for_each(|(_, value)| visit(value, see)),
        Data::Scalar(_) | Data::Alias(_) => {}
    }
}

fn same(a: &Node, b: &Node) -> bool {
    a.as_str() == b.as_str() && a.tag == b.tag && a.style == b.style && a.tagged == b.tagged
}
