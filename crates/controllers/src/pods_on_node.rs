//! Which pods are on a node, without a look at all of them.

use clientgo::{Cache, Object};

use crate::pod;

const BY_NODE: &str = "node";

/// Keeps the pods of a cache by their node from now on.
pub(crate) fn keep_by_node(pods: &Cache) {
    pods.add_index(BY_NODE, |pod| match pod::node_name(pod) {
        "" => Vec::new(),
        node => vec![node.to_owned()],
    });
}

/// The pods that are bound to a node, of a cache that is kept by node.
pub(crate) fn pods_on_node(pods: &Cache, node: &str) -> Vec<Object> {
    pods.by_index(BY_NODE, node)
}
