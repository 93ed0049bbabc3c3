//! The fields that field selectors may name.

use serde_json::Value;

use super::generic::field_text;

const EVENT: &[&str] = &[
    "involvedObject.apiVersion",
    "involvedObject.fieldPath",
    "involvedObject.kind",
    "involvedObject.name",
    "involvedObject.namespace",
    "involvedObject.resourceVersion",
    "involvedObject.uid",
    "reason",
    "reportingComponent",
    "source",
    "type",
];

const POD: &[&str] = &[
    "spec.hostNetwork",
    "spec.nodeName",
    "spec.restartPolicy",
    "spec.schedulerName",
    "spec.serviceAccountName",
    "status.nominatedNodeName",
    "status.phase",
    "status.podIP",
    "status.podIPs",
];

/// The fields of a resource besides name and namespace.
pub(super) fn fields(resource: &schema::Resource) -> &'static [&'static str] {
    match (resource.group, resource.name) {
        ("", "events") => EVENT,
        ("", "namespaces") => &["status.phase"],
        ("", "nodes") => &["spec.unschedulable"],
        ("", "pods") => POD,
        ("", "replicationcontrollers") | ("apps", "replicasets") => &["status.replicas"],
        ("", "secrets") => &["type"],
        ("", "services") => &["spec.clusterIP", "spec.type"],
        ("batch", "jobs") => &["status.successful"],
        ("certificates.k8s.io", "certificatesigningrequests") => &["spec.signerName"],
        _ => &[],
    }
}

/// The value of one of them as the server compares it.
pub(super) fn value(object: &Value, field: &str) -> String {
    let text = match field {
        "status.podIPs" => {
            let addresses = object["status"]["podIPs"].as_array().into_iter().flatten();
            let addresses: Vec<&str> = addresses
                .filter_map(|address| address["ip"].as_str())
                .collect();
            return addresses.join(",");
        }
        "status.successful" => field_text(object, "status.succeeded"),
        "source" => {
            let component = field_text(object, "source.component");
            if component.is_empty() {
                field_text(object, "reportingComponent")
            } else {
                component
            }
        }
        _ => field_text(object, field),
    };
    match field {
        "spec.hostNetwork" | "spec.unschedulable" if text.is_empty() => "false".to_owned(),
        "status.replicas" | "status.successful" if text.is_empty() => "0".to_owned(),
        _ => text,
    }
}
