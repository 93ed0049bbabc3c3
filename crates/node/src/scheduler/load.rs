use std::collections::{BTreeMap, BTreeSet};

use clientgo::{Delta, Object};

use super::fit::{COUNTED, Candidate, requests};
use crate::nodes::node_name;

/// What the pods have taken of their nodes, kept up to date pod by pod.
#[derive(Debug, Default)]
pub(super) struct Loads {
    by_node: BTreeMap<String, Load>,
    by_pod: BTreeMap<String, (String, [i64; COUNTED.len()])>,
    /// The pods that fitted nowhere when they were tried last.
    rejected: BTreeSet<String>,
}

/// What is taken of one node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Load {
    pub(super) pods: i64,
    /// Requests in thousandths, in the order of [`COUNTED`].
    pub(super) requested: [i64; COUNTED.len()],
}

impl Loads {
    /// Takes in a change of a pod and tells whether it has given something back.
    pub(super) fn observe(&mut self, delta: &Delta) -> bool {
        let pod = delta.object();
        let is_gone = matches!(delta, Delta::Deleted(_));
        if is_gone {
            self.rejected.remove(pod.uid());
        }
        let had = self.by_pod.contains_key(pod.uid());
        if is_gone || is_ended(pod) {
            self.release(pod.uid());
            return had;
        }
        if !had && !node_name(pod).is_empty() {
            self.take(pod);
        }
        false
    }

    /// The nodes with what is taken of them.
    pub(super) fn candidates<'a>(&self, nodes: &'a [Object]) -> Vec<Candidate<'a>> {
        let load = |node: &Object| self.by_node.get(node.name()).copied().unwrap_or_default();
        nodes
            .iter()
            .map(|node| Candidate {
                node,
                load: load(node),
            })
            .collect()
    }

    /// Notes whether a pod has found a node.
    pub(super) fn note_choice(&mut self, pod_uid: &str, found: bool) {
        if found {
            self.rejected.remove(pod_uid);
        } else {
            self.rejected.insert(pod_uid.to_owned());
        }
    }

    /// Whether anybody waits for room.
    pub(super) fn has_rejected(&self) -> bool {
        !self.rejected.is_empty()
    }

    fn take(&mut self, pod: &Object) {
        let requested = requests(pod);
        let load = self.by_node.entry(node_name(pod).to_owned()).or_default();
        load.pods += 1;
        for (taken, requested) in load.requested.iter_mut().zip(requested) {
            *taken += requested;
        }
        self.by_pod
            .insert(pod.uid().to_owned(), (node_name(pod).to_owned(), requested));
    }

    fn release(&mut self, pod_uid: &str) {
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
        Object::new(json!({
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
}
