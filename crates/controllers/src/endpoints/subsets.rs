use std::collections::BTreeMap;

use clientgo::Object;
use serde_json::{Value, json};

use crate::pod;
use crate::service::{Service, hostname, is_endpoint, target_ref};

/// So many addresses are named at most.
pub(super) const CAPACITY: usize = 1000;

/// The addresses of pods that are reached under the same ports, those that are ready apart from the others. Also says how many there are,
/// which may be more than are named.
pub(super) fn subsets(service: &Service, pods: &[Object]) -> (Vec<Value>, usize) {
    let mut endpoints: Vec<&Object> = pods
        .iter()
        .filter(|pod| is_endpoint(pod) && service.selects(pod))
        .filter(|pod| service.publishes_not_ready() || !pod.is_deleting())
        .collect();
    let count = endpoints.len();
    let is_ready = |pod: &Object| service.publishes_not_ready() || pod::is_ready(pod);
    // Those that are ready are named first if not all can be.
    endpoints.sort_by_key(|pod| !is_ready(pod));
    endpoints.truncate(CAPACITY);
    endpoints.sort_by_key(|pod| (pod["status"]["podIP"].as_str(), pod.uid().to_owned()));
    let mut groups: BTreeMap<String, (Vec<Value>, Vec<&Object>)> = BTreeMap::new();
    for pod in endpoints {
        let ports: Vec<Value> = service.ports_of(pod).into_iter().map(unnamed).collect();
        if ports.is_empty() && service.ports().next().is_some() {
            continue;
        }
        let key = Value::from(ports.clone()).to_string();
        let group = groups.entry(key).or_insert_with(|| (ports, Vec::new()));
        group.1.push(pod);
    }
    let subsets = groups
        .into_values()
        .map(|(ports, pods)| subset(service, ports, &pods, is_ready))
        .collect();
    (subsets, count)
}

fn subset(
    service: &Service,
    ports: Vec<Value>,
    pods: &[&Object],
    is_ready: impl Fn(&Object) -> bool,
) -> Value {
    let mut subset = json!({});
    let (ready, not_ready): (Vec<&Object>, Vec<&Object>) =
        pods.iter().partition(|pod| is_ready(pod));
    for (field, pods) in [("addresses", ready), ("notReadyAddresses", not_ready)] {
        if !pods.is_empty() {
            let addresses = pods.iter().map(|pod| address(service, pod));
            subset[field] = addresses.collect();
        }
    }
    if !ports.is_empty() {
        subset["ports"] = ports.into();
    }
    subset
}

/// A port in the form that leaves an empty name out.
fn unnamed(mut port: Value) -> Value {
    if port["name"] == ""
        && let Some(fields) = port.as_object_mut()
    {
        fields.remove("name");
    }
    port
}

fn address(service: &Service, pod: &Object) -> Value {
    let mut address = json!({"ip": pod["status"]["podIP"], "targetRef": target_ref(pod)});
    if !pod::node_name(pod).is_empty() {
        address["nodeName"] = pod::node_name(pod).into();
    }
    if let Some(name) = hostname(service, pod) {
        address["hostname"] = name.into();
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    fn service(port: &Value) -> Service {
        Service(Object::new(&json!({
            "metadata": {"namespace": "a", "name": "web"},
            "spec": {"selector": {"app": "web"}, "ports": [port]},
        })))
    }

    fn pod(number: u8, ready: bool, container_port: u16) -> Object {
        let ready = if ready { "True" } else { "False" };
        Object::new(&json!({
            "metadata": {"namespace": "a", "name": format!("p{number}"), "uid": format!("u{number}"), "labels": {"app": "web"}},
            "spec": {"containers": [{"ports": [{"name": "http", "protocol": "TCP", "containerPort": container_port}]}]},
            "status": {"podIP": format!("10.0.0.{number}"), "conditions": [{"type": "Ready", "status": ready}]},
        }))
    }

    #[test]
    fn pods_that_are_not_ready_are_named_apart() {
        let service = service(&json!({"protocol": "TCP", "port": 80, "targetPort": 8080}));
        let pods = [pod(2, true, 8080), pod(1, false, 8080)];
        let (subsets, count) = subsets(&service, &pods);
        assert_eq!((subsets.len(), count), (1, 2));
        assert_eq!(subsets[0]["addresses"][0]["ip"], "10.0.0.2");
        assert_eq!(subsets[0]["notReadyAddresses"][0]["ip"], "10.0.0.1");
        assert_eq!(
            subsets[0]["ports"],
            json!([{"port": 8080, "protocol": "TCP"}])
        );
    }

    #[test]
    fn a_named_port_is_looked_up_in_every_pod() {
        let service = service(&json!({"protocol": "TCP", "port": 80, "targetPort": "http"}));
        let (subsets, _) = subsets(&service, &[pod(1, true, 8080), pod(2, true, 9090)]);
        let ports: Vec<&Value> = subsets
            .iter()
            .map(|subset| &subset["ports"][0]["port"])
            .collect();
        assert_eq!(ports, [8080, 9090]);
    }

    #[test]
    fn a_thousand_addresses_are_named_at_most_and_ready_ones_first() {
        let service = service(&json!({"protocol": "TCP", "port": 80, "targetPort": 8080}));
        let pods: Vec<Object> = (0..1100)
            .map(|number| {
                let mut pod = pod(1, number >= 90, 8080).to_value();
                pod["metadata"]["uid"] = number.to_string().into();
                Object::new(&pod)
            })
            .collect();
        let (subsets, count) = subsets(&service, &pods);
        assert_eq!(count, 1100);
        let named = |field: &str| subsets[0][field].as_array().map_or(0, Vec::len);
        assert_eq!((named("addresses"), named("notReadyAddresses")), (1000, 0));
    }
}
