//! Which endpoints a port of a Service has, and which of them are used.

use std::net::{Ipv4Addr, SocketAddrV4};

use apimachinery::Packed;
use clientgo::Object;

/// A place where a port of a Service is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Endpoint {
    pub(super) address: SocketAddrV4,
    node: String,
    ready: bool,
    /// Whether it is used where none is ready: it is on its way out but still answers.
    last_resort: bool,
}

/// The endpoints of the port with this name, each once.
pub(super) fn of_port(slices: &[&Object], name: &str) -> Vec<Endpoint> {
    let mut found: Vec<Endpoint> = Vec::new();
    for slice in slices.iter().filter(|slice| slice["addressType"] == "IPv4") {
        let Some(port) = port_number(slice, name) else {
            continue;
        };
        for endpoint in list(&slice["endpoints"]) {
            let conditions = &endpoint["conditions"];
            // A condition that is not there counts as in an endpoint that is simply ready.
            let ready = conditions["ready"] != false;
            let serving = conditions["serving"].as_bool().unwrap_or(ready);
            for address in list(&endpoint["addresses"]).filter_map(ipv4) {
                let address = SocketAddrV4::new(address, port);
                if found.iter().all(|known| known.address != address) {
                    found.push(Endpoint {
                        address,
                        node: endpoint["nodeName"].as_str().unwrap_or_default().to_owned(),
                        ready,
                        last_resort: serving && conditions["terminating"] == true,
                    });
                }
            }
        }
    }
    found
}

/// The places of those that are used, on one node only if that is given: those that are ready, or else those that still answer on their way
/// out.
pub(super) fn usable(endpoints: &[Endpoint], node: Option<&str>) -> Vec<usize> {
    let those = |is_used: fn(&Endpoint) -> bool| -> Vec<usize> {
        let numbered = endpoints.iter().enumerate();
        numbered
            .filter(|(_, endpoint)| node.is_none_or(|node| endpoint.node == node))
            .filter(|(_, endpoint)| is_used(endpoint))
            .map(|(place, _)| place)
            .collect()
    };
    let ready = those(|endpoint| endpoint.ready);
    if ready.is_empty() {
        those(|endpoint| endpoint.last_resort)
    } else {
        ready
    }
}

fn port_number(slice: &Object, name: &str) -> Option<u16> {
    let wanted = |port: &&Packed| {
        port["name"].as_str().unwrap_or_default() == name
            && port["protocol"].as_str().unwrap_or("TCP") == "TCP"
    };
    let port = list(&slice["ports"]).find(wanted)?;
    u16::try_from(port["port"].as_u64()?).ok()
}

fn ipv4(address: &Packed) -> Option<Ipv4Addr> {
    address.as_str()?.parse().ok()
}

fn list(value: &Packed) -> impl Iterator<Item = &Packed> {
    value.as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn slice(endpoints: &[(&str, &str)]) -> Object {
        let endpoints: Vec<Value> = endpoints
            .iter()
            .map(|(address, conditions)| {
                let has = |letter| conditions.contains(letter);
                json!({"addresses": [address], "nodeName": "n", "conditions": {"ready": has('r'), "serving": has('s'), "terminating": has('t')}})
            })
            .collect();
        Object::new(&json!({
            "addressType": "IPv4", "endpoints": endpoints,
            "ports": [{"name": "http", "port": 8080, "protocol": "TCP"}, {"name": "dns", "port": 53, "protocol": "UDP"}],
        }))
    }

    fn used(slice: &Object) -> Vec<String> {
        let endpoints = of_port(&[slice], "http");
        let places = usable(&endpoints, None);
        let address = |place: &usize| endpoints[*place].address.to_string();
        places.iter().map(address).collect()
    }

    #[test]
    fn ready_endpoints_are_used_and_no_others() {
        let slice = slice(&[("10.0.0.1", "rs"), ("10.0.0.2", "st"), ("10.0.0.3", "")]);
        assert_eq!(used(&slice), ["10.0.0.1:8080"]);
    }

    #[test]
    fn where_none_is_ready_those_on_their_way_out_are_used() {
        let slice = slice(&[("10.0.0.2", "st"), ("10.0.0.3", "t"), ("10.0.0.4", "s")]);
        assert_eq!(used(&slice), ["10.0.0.2:8080"]);
    }

    #[test]
    fn an_endpoint_without_conditions_is_ready_and_named_once() {
        let plain = Object::new(&json!({
            "addressType": "IPv4", "ports": [{"name": "", "port": 1}],
            "endpoints": [{"addresses": ["192.0.2.1"]}, {"addresses": ["192.0.2.1", "2001:db8::1"]}],
        }));
        let endpoints = of_port(&[&plain, &plain], "");
        assert_eq!(endpoints.len(), 1);
        assert_eq!(usable(&endpoints, None), [0]);
    }

    #[test]
    fn ports_are_found_by_name_and_udp_is_not_proxied() {
        let slice = slice(&[("10.0.0.1", "rs")]);
        assert!(of_port(&[&slice], "dns").is_empty());
        assert!(of_port(&[&slice], "").is_empty());
    }

    #[test]
    fn a_node_may_be_asked_for_its_own_only() {
        let endpoints = of_port(&[&slice(&[("10.0.0.1", "rs")])], "http");
        assert_eq!(usable(&endpoints, Some("n")), [0]);
        assert!(usable(&endpoints, Some("m")).is_empty());
    }
}
