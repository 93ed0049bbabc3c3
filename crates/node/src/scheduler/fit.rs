//! Which nodes can take a pod, and which of them should.

use std::collections::BTreeMap;

use apimachinery::{Packed, Quantity};
use clientgo::{Object, node_affinity_matches, tolerates, untolerated_taint};

use super::load::Load;
use super::volumes::Volumes;

/// The resources that are counted.
pub(super) const COUNTED: [&str; 2] = ["cpu", "memory"];

/// The effects of taints that keep new pods away.
const REPELLING: [&str; 2] = ["NoSchedule", "NoExecute"];

/// What a node has for pods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Capacity {
    pods: i64,
    /// In thousandths, in the order of [`COUNTED`].
    counted: [i64; COUNTED.len()],
}

impl Capacity {
    pub(super) fn of(node: &Object) -> Self {
        let allocatable = &node["status"]["allocatable"];
        Capacity {
            pods: milli(&allocatable["pods"]) / 1000,
            counted: COUNTED.map(|name| milli(&allocatable[name])),
        }
    }
}

/// A node, what it has, and what its pods have taken of it.
pub(super) struct Candidate<'a> {
    pub(super) node: &'a Object,
    pub(super) capacity: &'a Capacity,
    pub(super) load: Load,
}

/// Why no node can take a pod, with the number of nodes for each reason.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unfit {
    nodes: usize,
    /// What keeps the pod from every node, whatever they are.
    everywhere: Option<String>,
    reasons: BTreeMap<String, usize>,
}

impl Unfit {
    /// A pod that cannot be placed for a reason of its own.
    pub(super) fn everywhere(nodes: usize, reason: String) -> Self {
        Unfit {
            nodes,
            everywhere: Some(reason),
            reasons: BTreeMap::new(),
        }
    }

    /// The scheduler's message.
    pub(super) fn message(&self) -> String {
        if self.nodes == 0 {
            return "no nodes available to schedule pods".to_owned();
        }
        let all = self.nodes;
        let mut reasons: Vec<String> = self
            .reasons
            .iter()
            .map(|(reason, count)| format!("{count} {reason}"))
            .collect();
        reasons.sort();
        reasons.extend(self.everywhere.clone());
        format!(
            "0/{all} nodes are available: {}. no new claims to deallocate, preemption: 0/{all} nodes are available: {all} Preemption is \
             not helpful for scheduling.",
            reasons.join(", ")
        )
    }
}

impl Candidate<'_> {
    /// What keeps the node from taking the pod.
    fn problems(
        &self,
        pod: &Object,
        requested: [i64; COUNTED.len()],
        volumes: &Volumes,
    ) -> Vec<String> {
        let mut problems = Vec::new();
        if self.node["spec"]["unschedulable"] == true && !tolerates_unschedulable(pod) {
            problems.push("node(s) were unschedulable".to_owned());
        } else if untolerated_taint(&pod["spec"], self.node, &REPELLING).is_some() {
            problems.push("node(s) had untolerated taint(s)".to_owned());
        }
        if !node_affinity_matches(&pod["spec"], self.node) {
            problems.push("node(s) didn't match Pod's node affinity/selector".to_owned());
        }
        if !problems.is_empty() {
            return problems;
        }
        if !volumes.are_reachable_from(self.node) {
            problems.push("node(s) didn't match PersistentVolume's node affinity".to_owned());
        }
        if self.load.pods + 1 > self.capacity.pods {
            problems.push("Too many pods".to_owned());
        }
        for (index, name) in COUNTED.iter().enumerate() {
            let requested = requested[index];
            if requested > 0
                && self.load.requested[index] + requested > self.capacity.counted[index]
            {
                problems.push(format!("Insufficient {name}"));
            }
        }
        problems
    }
}

/// Chooses the node with the fewest pods among those that can take the pod.
pub(super) fn choose<'a>(
    pod: &Object,
    volumes: &Volumes,
    candidates: impl Iterator<Item = Candidate<'a>>,
) -> Result<&'a str, Unfit> {
    let requested = requests(pod);
    let mut nodes = 0;
    let mut reasons = BTreeMap::new();
    let mut best: Option<Candidate<'a>> = None;
    for candidate in candidates {
        nodes += 1;
        let problems = candidate.problems(pod, requested, volumes);
        for problem in &problems {
            *reasons.entry(problem.clone()).or_default() += 1;
        }
        if problems.is_empty()
            && best
                .as_ref()
                .is_none_or(|best| candidate.load.pods < best.load.pods)
        {
            best = Some(candidate);
        }
    }
    best.map(|best| best.node.name()).ok_or(Unfit {
        nodes,
        everywhere: None,
        reasons,
    })
}

fn tolerates_unschedulable(pod: &Object) -> bool {
    let taint =
        serde_json::json!({"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"});
    let tolerations = pod["spec"]["tolerations"].as_array().into_iter().flatten();
    tolerations
        .into_iter()
        .any(|toleration| tolerates(toleration, &taint))
}

/// What a pod asks for, in thousandths: the sum over its containers, or what one of its init containers asks for alone.
pub(super) fn requests(pod: &Object) -> [i64; COUNTED.len()] {
    COUNTED.map(|name| {
        let of = |list: &str| {
            let containers = pod["spec"][list].as_array().into_iter().flatten();
            containers
                .map(|container| milli(&container["resources"]["requests"][name]))
                .collect::<Vec<i64>>()
        };
        of("containers")
            .iter()
            .sum::<i64>()
            .max(of("initContainers").into_iter().max().unwrap_or_default())
    })
}

fn milli(value: &Packed) -> i64 {
    Quantity::from_json(value)
        .map(Quantity::milli_value)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use clientgo::Delta;
    use serde_json::{Value, json};

    use super::super::load::Loads;
    use super::*;

    fn node(name: &str, spec: &Value) -> Object {
        let status = json!({"allocatable": {"cpu": "2", "memory": "1Gi", "pods": "3"}});
        let metadata = json!({"name": name, "labels": {"zone": name}});
        Object::new(&json!({"metadata": metadata, "spec": spec, "status": status}))
    }

    /// A pod on a node that asks for some CPU, with what else its spec has.
    fn pod(node: &str, cpu: &str, more: &Value) -> Object {
        let containers = json!([{"resources": {"requests": {"cpu": cpu}}}]);
        let mut spec = more.clone();
        spec["nodeName"] = node.into();
        spec["containers"] = containers;
        Object::new(&json!({"metadata": {"uid": format!("{node}-{cpu}")}, "spec": spec}))
    }

    fn chosen(pod: &Object, nodes: &[Object], pods: &[Object]) -> Result<String, String> {
        let mut loads = Loads::default();
        for node in nodes {
            loads.observe_node(&Delta::Added(node.clone()));
        }
        for pod in pods {
            loads.observe(&Delta::Added(pod.clone()));
        }
        let choice = choose(pod, &Volumes::default(), loads.candidates());
        choice.map(str::to_owned).map_err(|unfit| unfit.message())
    }

    #[test]
    fn the_least_loaded_node_that_fits_is_chosen() {
        let none = json!({});
        let nodes = [node("a", &none), node("b", &none)];
        let running = [
            pod("a", "100m", &none),
            pod("b", "1500m", &none),
            pod("a", "101m", &none),
        ];
        assert_eq!(
            chosen(&pod("", "500m", &none), &nodes, &running),
            Ok("b".to_owned())
        );
        let larger = chosen(&pod("", "600m", &none), &nodes, &running);
        assert_eq!(larger, Ok("a".to_owned()), "b has too little left");
        let picky = pod("", "1", &json!({"nodeSelector": {"zone": "a"}}));
        assert_eq!(chosen(&picky, &nodes, &running), Ok("a".to_owned()));
    }

    #[test]
    fn the_reasons_are_counted() {
        let none = json!({});
        let taints = json!({"taints": [{"key": "gpu", "value": "yes", "effect": "NoSchedule"}]});
        let nodes = [
            node("a", &json!({"unschedulable": true})),
            node("b", &taints),
            node("c", &none),
        ];
        let expected = "0/3 nodes are available: 1 Insufficient cpu, 1 node(s) had untolerated taint(s), \
                        1 node(s) were unschedulable. no new claims to deallocate, preemption: 0/3 nodes are \
                        available: 3 Preemption is not helpful for scheduling.";
        assert_eq!(
            chosen(&pod("", "3", &none), &nodes, &[]),
            Err(expected.to_owned())
        );
        let tolerations = json!([{"key": "gpu", "operator": "Equal", "value": "yes"}]);
        let tolerant = pod(
            "",
            "1",
            &json!({"tolerations": tolerations, "nodeSelector": {"zone": "b"}}),
        );
        assert_eq!(chosen(&tolerant, &nodes, &[]), Ok("b".to_owned()));
        assert_eq!(
            chosen(&tolerant, &[], &[]),
            Err("no nodes available to schedule pods".to_owned())
        );
    }
}
