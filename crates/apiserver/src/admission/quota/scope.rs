//! Which pods a quota is about.

use serde_json::Value;

/// Whether the quota is about some pods only.
pub(super) fn has_any(quota: &Value) -> bool {
    terms(quota).next().is_some()
}

/// Whether the quota is about this pod.
pub(super) fn matches(quota: &Value, pod: &Value) -> bool {
    terms(quota).all(|term| term.matches(pod))
}

/// One condition on pods.
struct Term<'a> {
    name: &'a str,
    operator: &'a str,
    values: Vec<&'a str>,
}

fn terms(quota: &Value) -> impl Iterator<Item = Term<'_>> {
    let spec = &quota["spec"];
    let scopes = spec["scopes"].as_array().into_iter().flatten();
    let scopes = scopes.filter_map(Value::as_str).map(|name| Term {
        name,
        operator: "Exists",
        values: Vec::new(),
    });
    let expressions = spec["scopeSelector"]["matchExpressions"].as_array();
    let expressions = expressions.into_iter().flatten().map(|expression| Term {
        name: expression["scopeName"].as_str().unwrap_or_default(),
        operator: expression["operator"].as_str().unwrap_or_default(),
        values: expression["values"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect(),
    });
    scopes.chain(expressions)
}

impl Term<'_> {
    fn matches(&self, pod: &Value) -> bool {
        let spec = &pod["spec"];
        match self.name {
            "Terminating" => spec["activeDeadlineSeconds"].is_i64(),
            "NotTerminating" => !spec["activeDeadlineSeconds"].is_i64(),
            "BestEffort" => is_best_effort(spec),
            "NotBestEffort" => !is_best_effort(spec),
            "PriorityClass" => {
                let class = spec["priorityClassName"].as_str().unwrap_or_default();
                match self.operator {
                    "In" => self.values.contains(&class),
                    "NotIn" => !self.values.contains(&class),
                    "DoesNotExist" => class.is_empty(),
                    _ => !class.is_empty(),
                }
            }
            _ => false,
        }
    }
}

/// Whether no container asks for, or is limited in, processor or memory.
fn is_best_effort(spec: &Value) -> bool {
    let containers = ["containers", "initContainers"]
        .into_iter()
        .flat_map(|list| spec[list].as_array().into_iter().flatten());
    containers.into_iter().all(|container| {
        let resources = &container["resources"];
        ["requests", "limits"].into_iter().all(|kind| {
            ["cpu", "memory"]
                .into_iter()
                .all(|resource| resources[kind].get(resource).is_none())
        })
    })
}
