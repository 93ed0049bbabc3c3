//! What controllers read of a Service.

use std::sync::Arc;

use apimachinery::{Packed, selector};
use clientgo::{Cache, Delta, Key, Object, WorkQueue};
use serde_json::{Map, Value, json};

use crate::label_index::labelled;
use crate::{label_index, pod};

/// Marks what belongs to a Service without an address of its own.
const HEADLESS: &str = "service.kubernetes.io/headless";

/// The index of pods by their labels.
/// The index of Services by one of the labels that they select.
const BY_SELECTOR: &str = "selector";

/// A Service with the fields that controllers read of it.
#[derive(Clone, Debug)]
pub(crate) struct Service(pub(crate) Object);

impl Service {
    /// Whether controllers look after its endpoints: it selects pods and has ports or addresses of its own.
    pub(crate) fn selects_pods(&self) -> bool {
        self.0["spec"]["type"] != "ExternalName"
            && self.0["spec"]["selector"]
                .as_object()
                .is_some_and(|selector| !selector.is_empty())
    }

    /// Whether the pod is one of those that it selects.
    pub(crate) fn selects(&self, pod: &Object) -> bool {
        let labels = json!({"matchLabels": self.0["spec"]["selector"]});
        pod.namespace() == self.0.namespace()
            && self.selects_pods()
            && selector::from_label_selector(Some(&labels))
                .is_ok_and(|selector| pod.is_selected_by(&selector))
    }

    /// The pods that it selects. Only those that have one of its labels are looked at.
    pub(crate) fn pods(&self, pods: &Cache) -> Vec<Object> {
        let selector = &self.0["spec"]["selector"];
        let values: Vec<String> = labelled(self.0.namespace(), selector).collect();
        let mut found = label_index::with_rarest(pods, &values).unwrap_or_default();
        found.retain(|pod| self.selects(pod));
        found
    }

    /// Whether pods count as ready from the start.
    pub(crate) fn publishes_not_ready(&self) -> bool {
        self.0["spec"]["publishNotReadyAddresses"] == true
    }

    pub(crate) fn ports(&self) -> impl Iterator<Item = &Packed> {
        self.0["spec"]["ports"].as_array().into_iter().flatten()
    }

    /// The ports under which a pod is reached; those that it does not have under the wanted name are left out.
    pub(crate) fn ports_of(&self, pod: &Object) -> Vec<Value> {
        self.ports()
            .filter_map(|port| {
                let mut found = json!({
                    "name": port["name"].as_str().unwrap_or_default(),
                    "protocol": port["protocol"],
                    "port": target_port(port, pod)?,
                });
                if port["appProtocol"].is_string() {
                    found["appProtocol"] = port["appProtocol"].to_value();
                }
                Some(found)
            })
            .collect()
    }

    /// The labels that its endpoints have: its own, and whether it is headless.
    pub(crate) fn labels(&self) -> Map<String, Value> {
        let mut labels = self.0["metadata"]["labels"].to_map();
        labels.remove(HEADLESS);
        let address = self.0["spec"]["clusterIP"].as_str().unwrap_or_default();
        if matches!(address, "" | "None") {
            labels.insert(HEADLESS.to_owned(), "".into());
        }
        labels
    }
}

/// The number of the port that a port of a Service leads to in a pod.
fn target_port(port: &Packed, pod: &Object) -> Option<u64> {
    let target = &port["targetPort"];
    let Some(name) = target.as_str() else {
        return target.as_u64();
    };
    let containers = pod["spec"]["containers"].as_array().into_iter().flatten();
    let mut ports =
        containers.flat_map(|container| container["ports"].as_array().into_iter().flatten());
    let wanted = |found: &&Packed| found["name"] == name && found["protocol"] == port["protocol"];
    ports.find(wanted)?["containerPort"].as_u64()
}

/// Whether a pod is an endpoint at all: it has an address and has not ended.
pub(crate) fn is_endpoint(pod: &Object) -> bool {
    !pod::is_ended(pod) && pod["status"]["podIP"].is_string()
}

/// The host name of a pod, if it has one below this Service.
pub(crate) fn hostname<'a>(service: &Service, pod: &'a Object) -> Option<&'a str> {
    let spec = &pod["spec"];
    let below = spec["subdomain"] == service.0.name();
    spec["hostname"].as_str().filter(|_| below)
}

/// How an endpoint names its pod.
pub(crate) fn target_ref(pod: &Object) -> Value {
    json!({"kind": "Pod", "namespace": pod.namespace(), "name": pod.name(), "uid": pod.uid()})
}

/// Adds to a queue the Services that select a pod that is added, changed or deleted, before the change or after it.
pub(crate) fn enqueue_services_of_pods(
    pods: &Cache,
    services: &Arc<Cache>,
    queue: &Arc<WorkQueue<Key>>,
) {
    label_index::keep_by_labels(pods);
    services.add_index(BY_SELECTOR, |service| {
        // One label is enough to find it, and the same one for the same selector.
        labelled(service.namespace(), &service["spec"]["selector"])
            .take(1)
            .collect()
    });
    let (services, queue) = (Arc::clone(services), Arc::clone(queue));
    pods.subscribe(move |delta| {
        let before = match delta {
            Delta::Updated(old, _) => Some(old),
            Delta::Added(_) | Delta::Deleted(_) => None,
        };
        for pod in [Some(delta.object()), before].into_iter().flatten() {
            for label in labelled(pod.namespace(), &pod["metadata"]["labels"]) {
                for service in services.by_index(BY_SELECTOR, &label) {
                    let key = service.key();
                    if Service(service).selects(pod) {
                        queue.add(key);
                    }
                }
            }
        }
    });
}
