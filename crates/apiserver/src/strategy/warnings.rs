//! What is accepted and yet probably not meant.

use std::collections::BTreeMap;

use apimachinery::Quantity;
use apimachinery::field::FieldPath;
use serde_json::Value;

/// Labels of nodes that have other names by now.
const RENAMED_LABELS: [(&str, &str, &str); 4] = [
    ("beta.kubernetes.io/arch", "v1.14", "kubernetes.io/arch"),
    ("beta.kubernetes.io/os", "v1.14", "kubernetes.io/os"),
    (
        "failure-domain.beta.kubernetes.io/region",
        "v1.17",
        "topology.kubernetes.io/region",
    ),
    (
        "failure-domain.beta.kubernetes.io/zone",
        "v1.17",
        "topology.kubernetes.io/zone",
    ),
];

/// What to say of the spec of a pod or of a template.
pub(super) fn pod_spec(spec: &Value, path: &FieldPath) -> Vec<String> {
    let mut warnings = Vec::new();
    for (label, since, instead) in RENAMED_LABELS {
        if spec["nodeSelector"].get(label).is_some() {
            let place = path.child("nodeSelector").key(label);
            warnings.push(format!(
                "{place}: deprecated since {since}; use \"{instead}\" instead"
            ));
        }
    }
    for list in ["initContainers", "containers"] {
        for (index, container) in spec[list].as_array().into_iter().flatten().enumerate() {
            let path = path.child(list).index(index);
            fractional_bytes(
                &mut warnings,
                &container["resources"],
                &path.child("resources"),
            );
            hidden_variables(&mut warnings, &container["env"], &path.child("env"));
            duplicate_ports(&mut warnings, &container["ports"], &path.child("ports"));
        }
    }
    warnings
}

/// A thousandth of a byte is nothing.
pub(super) fn fractional_bytes(warnings: &mut Vec<String>, resources: &Value, path: &FieldPath) {
    for (kind, resource) in [
        ("requests", "memory"),
        ("requests", "ephemeral-storage"),
        ("requests", "storage"),
        ("limits", "memory"),
        ("limits", "ephemeral-storage"),
    ] {
        let amount = resources[kind]
            .get(resource)
            .and_then(|amount| Quantity::from_json(amount).ok());
        if let Some(amount) = amount.filter(|amount| !amount.is_whole()) {
            let place = path.child(kind).key(resource);
            warnings.push(format!(
                "{place}: fractional byte value \"{amount}\" is invalid, must be an integer"
            ));
        }
    }
}

fn hidden_variables(warnings: &mut Vec<String>, variables: &Value, path: &FieldPath) {
    let mut seen = BTreeMap::new();
    for (index, variable) in variables.as_array().into_iter().flatten().enumerate() {
        let name = variable["name"].as_str().unwrap_or_default();
        // A variable that refers to the one before it is not hiding it by accident.
        let refers = variable["value"]
            .as_str()
            .is_some_and(|value| value.contains(&format!("$({name})")));
        if seen.insert(name, index).is_some() && !refers {
            let place = path.index(index);
            warnings.push(format!(
                "{place}: hides previous definition of \"{name}\", which may be dropped when using apply"
            ));
        }
    }
}

fn duplicate_ports(warnings: &mut Vec<String>, ports: &Value, path: &FieldPath) {
    let mut seen: Vec<&Value> = Vec::new();
    let parts = |port: &Value| {
        ["containerPort", "protocol", "hostIP", "hostPort"].map(|field| port[field].clone())
    };
    for (index, port) in ports.as_array().into_iter().flatten().enumerate() {
        if let Some(first) = seen.iter().position(|other| parts(other) == parts(port)) {
            let (place, other) = (path.index(index), path.index(first));
            warnings.push(format!("{place}: duplicate port definition with {other}"));
        }
        seen.push(port);
    }
}

/// What to say of the template of a workload.
pub(super) fn template(object: &Value) -> Vec<String> {
    let path = FieldPath::new("spec").child("template").child("spec");
    pod_spec(&object["spec"]["template"]["spec"], &path)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_pod_is_warned_of() {
        let spec = json!({
            "nodeSelector": {"beta.kubernetes.io/os": "linux"},
            "containers": [{
                "env": [{"name": "A", "value": "1"}, {"name": "A", "value": "2"}],
                "ports": [{"containerPort": 80, "protocol": "TCP"}, {"containerPort": 80, "protocol": "TCP"}],
                "resources": {"requests": {"memory": "100m"}},
            }],
        });
        assert_eq!(
            pod_spec(&spec, &FieldPath::new("spec")),
            [
                "spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use \"kubernetes.io/os\" instead",
                "spec.containers[0].resources.requests[memory]: fractional byte value \"100m\" is invalid, must be an integer",
                "spec.containers[0].env[1]: hides previous definition of \"A\", which may be dropped when using apply",
                "spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]",
            ]
        );
    }
}
