//! Nodes for people.

mod allocation;

use serde_json::Value;

use super::context::Context;
use super::events::{self, Subject};
use super::moment::shown_moment;
use super::text::{Text, or_none, texts};
use crate::object::{self, items, shown};
use cliruntime::{ApiError, Query, ResourcePath};

/// Labels that name a role by their own end.
const ROLE_PREFIX: &str = "node-role.kubernetes.io/";
/// The label that names a role by its value.
const ROLE: &str = "kubernetes.io/role";

/// Describes a node, the pods on it, and what has happened to it.
///
/// # Errors
/// If pods or events cannot be read.
pub(super) async fn describe(node: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    let (metadata, spec) = (&node["metadata"], &node["spec"]);
    text.field(0, "Name", object::name(node));
    text.field(0, "Roles", roles(&metadata["labels"]));
    text.labels("", "Labels", &metadata["labels"]);
    text.annotations("Annotations", &metadata["annotations"]);
    text.field(
        0,
        "CreationTimestamp",
        shown_moment(&metadata["creationTimestamp"]),
    );
    text.values("", "Taints", &taints(&spec["taints"]));
    text.field(0, "Unschedulable", spec["unschedulable"] == true);
    lease(&mut text, object::name(node), context).await;
    conditions(&mut text, items(&node["status"]["conditions"]));
    machine(&mut text, node);
    let pods = pods_on(object::name(node), context).await?;
    allocation::describe(&mut text, node, &pods);
    if context.show_events {
        events::describe(&mut text, node_events(node, context).await?);
    }
    Ok(text)
}

fn roles(labels: &Value) -> String {
    let mut roles: Vec<String> = labels
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(label, value)| match label.strip_prefix(ROLE_PREFIX) {
            Some(role) => Some(role.to_owned()),
            None => (label == ROLE).then(|| shown(value)),
        })
        .filter(|role| !role.is_empty())
        .collect();
    roles.sort();
    roles.dedup();
    or_none(roles.join(","))
}

fn taints(taints: &Value) -> Vec<String> {
    let mut sorted: Vec<&Value> = items(taints).iter().collect();
    sorted.sort_by_key(|taint| (shown(&taint["effect"]), shown(&taint["key"])));
    sorted.into_iter().map(taint_text).collect()
}

/// `key=value:Effect`, or `key:Effect`.
fn taint_text(taint: &Value) -> String {
    let (key, effect) = (shown(&taint["key"]), shown(&taint["effect"]));
    match shown(&taint["value"]).as_str() {
        "" if effect.is_empty() => key,
        "" => format!("{key}:{effect}"),
        value => format!("{key}={value}:{effect}"),
    }
}

async fn lease(text: &mut Text, node: &str, context: &Context<'_>) {
    let path = ResourcePath {
        group: "coordination.k8s.io",
        version: "v1",
        namespace: "kube-node-lease",
        resource: "leases",
        name: node,
        subresource: "",
    };
    let lease = match context.rest.get(&path.to_path(), &Query::new()).await {
        Ok(answer) => answer.json(),
        Err(error) => Err(error),
    };
    match lease {
        Ok(lease) => {
            let spec = &lease["spec"];
            let moment = |field: &str| match &spec[field] {
                Value::String(_) => shown_moment(&spec[field]),
                _ => "<unset>".to_owned(),
            };
            text.line(0, "Lease:");
            text.field(
                1,
                "HolderIdentity",
                super::text::or_unset(&spec["holderIdentity"]),
            );
            text.field(1, "AcquireTime", moment("acquireTime"));
            text.field(1, "RenewTime", moment("renewTime"));
        }
        Err(error) => text.field(0, "Lease", format!("Failed to get lease: {error}")),
    }
}

fn conditions(text: &mut Text, conditions: &[Value]) {
    if conditions.is_empty() {
        return;
    }
    text.line(0, "Conditions:");
    text.line(
        1,
        "Type\tStatus\tLastHeartbeatTime\tLastTransitionTime\tReason\tMessage",
    );
    text.line(
        1,
        "----\t------\t-----------------\t------------------\t------\t-------",
    );
    for condition in conditions {
        let of = |field: &str| shown(&condition[field]);
        let heartbeat = shown_moment(&condition["lastHeartbeatTime"]);
        let transition = shown_moment(&condition["lastTransitionTime"]);
        text.line(
            1,
            format!(
                "{} \t{} \t{heartbeat} \t{transition} \t{} \t{}",
                of("type"),
                of("status"),
                of("reason"),
                of("message")
            ),
        );
    }
}

fn machine(text: &mut Text, node: &Value) {
    let (spec, status) = (&node["spec"], &node["status"]);
    text.line(0, "Addresses:");
    for address in items(&status["addresses"]) {
        text.field(1, &shown(&address["type"]), shown(&address["address"]));
    }
    for (title, field) in [("Capacity", "capacity"), ("Allocatable", "allocatable")] {
        if let Some(quantities) = status[field].as_object().filter(|map| !map.is_empty()) {
            text.line(0, format!("{title}:"));
            for (name, quantity) in quantities {
                text.field(1, name, shown(quantity));
            }
        }
    }
    text.line(0, "System Info:");
    for (title, field) in [
        ("Machine ID", "machineID"),
        ("System UUID", "systemUUID"),
        ("Boot ID", "bootID"),
        ("Kernel Version", "kernelVersion"),
        ("OS Image", "osImage"),
        ("Operating System", "operatingSystem"),
        ("Architecture", "architecture"),
        ("Container Runtime Version", "containerRuntimeVersion"),
        ("Kubelet Version", "kubeletVersion"),
    ] {
        text.field(1, title, shown(&status["nodeInfo"][field]));
    }
    text.field_if(0, "PodCIDR", &spec["podCIDR"]);
    let blocks = texts(&spec["podCIDRs"]).join(",");
    if !blocks.is_empty() {
        text.field(0, "PodCIDRs", blocks);
    }
    text.field_if(0, "ProviderID", &spec["providerID"]);
}

async fn pods_on(node: &str, context: &Context<'_>) -> Result<Vec<Value>, ApiError> {
    let selector = format!("spec.nodeName={node},status.phase!=Succeeded,status.phase!=Failed");
    let query = Query::new().with("fieldSelector", selector);
    context.list("/api/v1/pods", query).await
}

/// Events about a node: some name it by its uid, those of the node itself by its name.
async fn node_events(node: &Value, context: &Context<'_>) -> Result<Vec<Value>, ApiError> {
    let subject = Subject::of(node);
    let mut found = events::fetch(subject, context).await?;
    let by_name = Subject {
        uid: subject.name,
        ..subject
    };
    found.extend(events::fetch(by_name, context).await?);
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{roles, taints};
    use serde_json::json;

    #[test]
    fn roles_are_in_labels() {
        let labels =
            json!({"node-role.kubernetes.io/worker": "", "kubernetes.io/role": "edge", "x": "y"});
        assert_eq!(roles(&labels), "edge,worker");
        assert_eq!(roles(&json!({})), "<none>");
    }

    #[test]
    fn taints_are_sorted_by_effect_and_key() {
        let given = json!([
            {"key": "b", "value": "c", "effect": "NoSchedule"},
            {"key": "a", "effect": "NoSchedule"},
            {"key": "z", "effect": "NoExecute"},
        ]);
        assert_eq!(
            taints(&given),
            ["z:NoExecute", "a:NoSchedule", "b=c:NoSchedule"]
        );
    }
}
