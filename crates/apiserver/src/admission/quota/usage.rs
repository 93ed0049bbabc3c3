//! How much of what an object uses.

use std::collections::BTreeMap;

use apimachinery::{Gvr, Quantity};
use serde_json::Value;

/// Amounts by the names that quotas have for them.
pub(in crate::admission) type Usage = BTreeMap<String, Quantity>;

/// The resources of the core group that quotas know by their plain name.
const COUNTED: [&str; 7] = [
    "configmaps",
    "persistentvolumeclaims",
    "replicationcontrollers",
    "resourcequotas",
    "secrets",
    "services",
    "pods",
];

/// What an object uses.
pub(super) fn of_object(gvr: &Gvr, object: &Value) -> Usage {
    let one = Quantity::from_value(1);
    let mut usage = Usage::new();
    usage.insert(format!("count/{}", gvr.group_resource()), one);
    if !gvr.group.is_empty() {
        return usage;
    }
    let is_over = matches!(
        object["status"]["phase"].as_str(),
        Some("Succeeded" | "Failed")
    );
    if COUNTED.contains(&&*gvr.resource) && !(gvr.resource == "pods" && is_over) {
        usage.insert(gvr.resource.clone(), one);
    }
    match &*gvr.resource {
        "pods" if !is_over => pod(&object["spec"], &mut usage),
        "services" => service(&object["spec"], &mut usage),
        "persistentvolumeclaims" => claim(&object["spec"], &mut usage),
        _ => {}
    }
    usage
}

fn service(spec: &Value, usage: &mut Usage) {
    let kind = spec["type"].as_str().unwrap_or_default();
    let balances = kind == "LoadBalancer";
    let ports = match kind {
        "NodePort" => spec["ports"].as_array().map_or(0, Vec::len),
        "LoadBalancer" if spec["allocateLoadBalancerNodePorts"] != false => {
            spec["ports"].as_array().map_or(0, Vec::len)
        }
        _ => 0,
    };
    let ports = i64::try_from(ports).unwrap_or(i64::MAX);
    usage.insert("services.nodeports".to_owned(), Quantity::from_value(ports));
    let balancers = Quantity::from_value(balances.into());
    usage.insert("services.loadbalancers".to_owned(), balancers);
}

fn claim(spec: &Value, usage: &mut Usage) {
    let storage = Quantity::from_json(&spec["resources"]["requests"]["storage"]);
    let storage = storage.unwrap_or(Quantity::from_value(0));
    usage.insert("requests.storage".to_owned(), storage);
    if let Some(class) = spec["storageClassName"].as_str() {
        let of_class = |what: &str| format!("{class}.storageclass.storage.k8s.io/{what}");
        usage.insert(of_class("requests.storage"), storage);
        usage.insert(of_class("persistentvolumeclaims"), Quantity::from_value(1));
    }
}

fn pod(spec: &Value, usage: &mut Usage) {
    for (resource, amount) in pod_amounts(spec, "requests") {
        // Extended resources are known by their requests alone.
        if matches!(&*resource, "cpu" | "memory" | "ephemeral-storage") {
            usage.insert(resource.clone(), amount);
        }
        usage.insert(format!("requests.{resource}"), amount);
    }
    for (resource, amount) in pod_amounts(spec, "limits") {
        usage.insert(format!("limits.{resource}"), amount);
    }
}

/// What the containers of a pod ask for, or are limited to: all together, or what one of those before them takes alone.
pub(in crate::admission) fn pod_amounts(spec: &Value, kind: &str) -> Usage {
    let mut total = Usage::new();
    for container in containers(spec, "containers") {
        for (resource, amount) in amounts(&container["resources"][kind]) {
            let sum = total.get(&resource).map_or(amount, |sum| sum.plus(amount));
            total.insert(resource, sum);
        }
    }
    for container in containers(spec, "initContainers") {
        for (resource, amount) in amounts(&container["resources"][kind]) {
            let most = total
                .get(&resource)
                .map_or(amount, |sum| (*sum).max(amount));
            total.insert(resource, most);
        }
    }
    for (resource, amount) in amounts(&spec["overhead"]) {
        if let Some(sum) = total.get(&resource) {
            total.insert(resource, sum.plus(amount));
        }
    }
    total
}

/// A map of quantities.
pub(in crate::admission) fn amounts(map: &Value) -> Usage {
    let entries = map.as_object().into_iter().flatten();
    entries
        .filter_map(|(resource, amount)| {
            Some((resource.clone(), Quantity::from_json(amount).ok()?))
        })
        .collect()
}

/// The containers of one of a pod's lists.
pub(in crate::admission) fn containers<'a>(
    spec: &'a Value,
    list: &str,
) -> impl Iterator<Item = &'a Value> + use<'a> {
    spec[list].as_array().into_iter().flatten()
}

/// Whether every container has to say how much of it it takes where a quota limits it.
pub(super) fn is_compute(resource: &str) -> bool {
    let bare = resource
        .strip_prefix("requests.")
        .or(resource.strip_prefix("limits."))
        .unwrap_or(resource);
    matches!(bare, "cpu" | "memory")
}

/// The containers of a pod that do not say how much of a resource they take.
pub(super) fn lacking(pod: &Value, resource: &str) -> Vec<String> {
    let (kind, bare) = match resource.split_once('.') {
        Some((kind @ ("requests" | "limits"), bare)) => (kind, bare),
        _ => ("requests", resource),
    };
    let spec = &pod["spec"];
    containers(spec, "initContainers")
        .chain(containers(spec, "containers"))
        .filter(|container| container["resources"][kind].get(bare).is_none())
        .map(|container| container["name"].as_str().unwrap_or_default().to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_pod_uses_what_its_containers_ask_for_until_it_is_over() {
        let requests = |cpu: &str| json!({"requests": {"cpu": cpu}, "limits": {"cpu": "1"}});
        let spec = json!({
            "initContainers": [{"name": "i", "resources": requests("700m")}],
            "containers": [{"name": "a", "resources": requests("200m")}, {"name": "b", "resources": requests("300m")}],
        });
        let pods = Gvr::new("", "v1", "pods");
        let usage = of_object(&pods, &json!({"spec": spec}));
        let shown: Vec<String> = usage
            .iter()
            .map(|(resource, amount)| format!("{resource}={amount}"))
            .collect();
        assert_eq!(
            shown,
            [
                "count/pods=1",
                "cpu=700m",
                "limits.cpu=2",
                "pods=1",
                "requests.cpu=700m"
            ]
        );
        let over = of_object(&pods, &json!({"spec": spec, "status": {"phase": "Failed"}}));
        assert_eq!(over.keys().collect::<Vec<_>>(), ["count/pods"]);
    }
}
