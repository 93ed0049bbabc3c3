use std::collections::BTreeMap;

use clientgo::{Delta, Key, Object};

use super::fit::{COUNTED, Candidate, Capacity, requests};
use crate::nodes::node_name;

/// The nodes and what the pods have taken of them, kept up to date node by node and pod by pod.
#[derive(Debug, Default)]
pub(super) struct Loads {
    nodes: BTreeMap<String, (Object, Capacity)>,
    by_node: BTreeMap<String, Load>,
    by_pod: BTreeMap<String, (String, [i64; COUNTED.len()])>,
    /// The pods that could not be placed when they were tried last, by uid.
    rejected: BTreeMap<String, Key>,
}

/// What is taken of one node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Load {
    pub(super) pods: i64,
    /// Requests in thousandths, in the order of [`COUNTED`].
    pub(super) requested: [i64; COUNTED.len()],
}

impl Loads {
    /// Takes in a change of a node.
    pub(super) fn observe_node(&mut self, delta: &Delta) {
        let node = delta.object();
        if let Delta::Deleted(_) = delta {
            self.nodes.remove(node.name());
        } else {
            let known = (node.clone(), Capacity::of(node));
            self.nodes.insert(node.name().to_owned(), known);
        }
    }

    /// Takes in a change of a pod and tells whether it has given something back.
    pub(super) fn observe(&mut self, delta: &Delta) -> bool {
        let pod = delta.object();
        let is_gone = matches!(delta, Delta::Deleted(_));
        if is_gone {
            self.rejected.remove(pod.uid());
        }
        let place = self.by_pod.get(pod.uid()).map(|(node, _)| node.as_str());
        if is_gone || is_ended(pod) {
            let had = place.is_some();
            self.release(pod.uid());
            return had;
        }
        if !node_name(pod).is_empty() && place != Some(node_name(pod)) {
            self.take(pod, node_name(pod));
        }
        false
    }

    /// Whether the pod has its place, even if the cache does not show it yet.
    pub(super) fn has_place(&self, pod: &Object) -> bool {
        self.by_pod.contains_key(pod.uid())
    }

    /// The number of nodes.
    pub(super) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The nodes with what is taken of them, by name.
    pub(super) fn candidates(&self) -> impl Iterator<Item = Candidate<'_>> {
        let load = |name: &String| self.by_node.get(name).copied().unwrap_or_default();
        self.nodes
            .iter()
            .map(move |(name, (node, capacity))| Candidate {
                node,
                capacity,
                load: load(name),
            })
    }

    /// Notes that a pod could not be placed.
    pub(super) fn reject(&mut self, pod: &Object) {
        self.rejected.insert(pod.uid().to_owned(), pod.key());
    }

    /// Notes that there is a node for a pod.
    pub(super) fn accept(&mut self, pod: &Object) {
        self.rejected.remove(pod.uid());
    }

    /// The pods that could not be placed when they were tried last.
    pub(super) fn rejected(&self) -> Vec<Key> {
        self.rejected.values().cloned().collect()
    }

    /// Counts a pod on a node, and no longer on the one on which it was counted before.
    pub(super) fn take(&mut self, pod: &Object, node: &str) {
        self.release(pod.uid());
        let requested = requests(pod);
        let load = self.by_node.entry(node.to_owned()).or_default();
        load.pods += 1;
        for (taken, requested) in load.requested.iter_mut().zip(requested) {
            *taken += requested;
        }
        self.by_pod
            .insert(pod.uid().to_owned(), (node.to_owned(), requested));
    }

    /// Counts a pod on no node.
    pub(super) fn release(&mut self, pod_uid: &str) {
        let Some((node, requested)) = self.by_pod.remove(pod_uid) else {
            return;
        };
        if let Some(load) = self.by_node.get_mut(&node) {
            load.pods -= 1;
            for (taken, requested) in load.requested.iter_mut().zip(requested) {
                *taken -= requested;
            }
        }
    }
}

fn is_ended(pod: &Object) -> bool {
    matches!(
        pod["status"]["phase"].as_str(),
        Some("Succeeded" | "Failed")
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn pod(phase: &str) -> Object {
        let containers = json!([{"resources": {"requests": {"cpu": "500m"}}}]);
        Object::new(&json!({
            "metadata": {"uid": "u"}, "spec": {"nodeName": "a", "containers": containers}, "status": {"phase": phase},
        }))
    }

    #[test]
    fn a_pod_that_has_ended_gives_back_what_it_took() {
        let mut loads = Loads::default();
        assert!(!loads.observe(&Delta::Added(pod("Running"))));
        assert!(
            !loads.observe(&Delta::Updated(pod("Running"), pod("Running"))),
            "it is counted once"
        );
        assert_eq!(
            loads.by_node["a"],
            Load {
                pods: 1,
                requested: [500, 0]
            }
        );
        assert!(loads.observe(&Delta::Updated(pod("Running"), pod("Succeeded"))));
        assert_eq!(loads.by_node["a"], Load::default());
        assert!(!loads.observe(&Delta::Deleted(pod("Succeeded"))));
    }

    #[test]
    fn a_pod_is_counted_where_it_was_put_until_it_is_seen_elsewhere() {
        let one = Load {
            pods: 1,
            requested: [500, 0],
        };
        let mut loads = Loads::default();
        loads.take(&pod("Pending"), "b");
        assert!(loads.has_place(&pod("Pending")));
        assert_eq!(loads.by_node["b"], one);
        loads.observe(&Delta::Updated(pod("Pending"), pod("Running")));
        assert_eq!(loads.by_node["b"], Load::default());
        assert_eq!(loads.by_node["a"], one);
    }
}
