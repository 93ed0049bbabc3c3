//! Where a Service is reached.

use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddrV4};
use std::sync::Arc;
use std::time::Duration;

use apimachinery::Packed;
use clientgo::Object;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::service_port::{ServicePort, Start};
use crate::runtime::bind;

/// An address that somebody has just let go is tried again so often.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(50);

/// What a connection to an address is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Frontend {
    /// The name of the Service's port.
    pub(super) port: String,
    /// The node whose endpoints alone are used, if the Service says so.
    pub(super) node: Option<String>,
}

/// The addresses where a Service wants to be reached: its own, and those of the nodes.
pub(super) fn wanted_frontends(
    service: &Object,
    nodes: &[(String, Ipv4Addr)],
) -> BTreeMap<SocketAddrV4, Frontend> {
    let spec = &service["spec"];
    let mut wanted = BTreeMap::new();
    if spec["type"] == "ExternalName" {
        return wanted;
    }
    let is_local = spec["externalTrafficPolicy"] == "Local";
    let own: Option<Ipv4Addr> = spec["clusterIP"]
        .as_str()
        .and_then(|text| text.parse().ok());
    let ports = spec["ports"].as_array().into_iter().flatten();
    for port in ports.filter(|port| port["protocol"].as_str().unwrap_or("TCP") == "TCP") {
        let name = port["name"].as_str().unwrap_or_default();
        let mut want = |address, number, node: Option<&String>| {
            let frontend = Frontend {
                port: name.to_owned(),
                node: node.cloned(),
            };
            wanted.insert(SocketAddrV4::new(address, number), frontend);
        };
        if let (Some(address), Some(number)) = (own, number(&port["port"])) {
            want(address, number, None);
        }
        if let Some(number) = number(&port["nodePort"]) {
            for (node, address) in nodes {
                want(*address, number, Some(node).filter(|_| is_local));
            }
        }
    }
    wanted
}

fn number(value: &Packed) -> Option<u16> {
    u16::try_from(value.as_u64()?)
        .ok()
        .filter(|number| *number > 0)
}

/// A socket on which a Service is reached, until it is dropped.
pub(super) struct Listener(JoinHandle<()>);

impl Drop for Listener {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Listener {
    /// Listens at an address. One that is just being let go is waited for.
    pub(super) fn open(
        address: SocketAddrV4,
        port: &Arc<ServicePort>,
        frontend: &Frontend,
    ) -> io::Result<Self> {
        let (port, frontend) = (Arc::clone(port), frontend.clone());
        match bind(address) {
            Ok(listener) => Ok(Listener(tokio::spawn(accept(listener, port, frontend)))),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                Ok(Listener(tokio::spawn(async move {
                    if let Some(listener) = bind_later(address).await {
                        accept(listener, port, frontend).await;
                    }
                })))
            }
            Err(error) => Err(error),
        }
    }
}

async fn bind_later(address: SocketAddrV4) -> Option<TcpListener> {
    for _ in 0..TRIES {
        tokio::time::sleep(PAUSE).await;
        if let Ok(listener) = bind(address) {
            return Some(listener);
        }
    }
    tracing::warn!(%address, "another program listens there");
    None
}

async fn accept(listener: TcpListener, port: Arc<ServicePort>, frontend: Frontend) {
    loop {
        match listener.accept().await {
            Ok((stream, client)) => {
                let (port, frontend) = (Arc::clone(&port), frontend.clone());
                tokio::spawn(async move {
                    let start = Start::from(client);
                    port.lead(Box::new(stream), start, &frontend).await;
                });
            }
            // The client has gone, or open files are scarce: others may do better a little later.
            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use apimachinery::packed::Packer;
    use serde_json::json;

    use super::*;

    fn addresses(spec: &Packed) -> Vec<String> {
        let nodes = [("a".to_owned(), Ipv4Addr::new(127, 64, 0, 1))];
        let service = Object::new(&json!({"spec": spec}));
        let wanted = wanted_frontends(&service, &nodes);
        let shown = |(address, frontend): (&SocketAddrV4, &Frontend)| {
            let node = frontend.node.as_deref().unwrap_or("any");
            format!("{address} {} {node}", frontend.port)
        };
        wanted.iter().map(shown).collect()
    }

    #[test]
    fn a_service_is_reached_at_its_address_and_on_the_nodes() {
        let ports = json!([{"name": "http", "port": 8080, "nodePort": 30080}, {"name": "dns", "protocol": "UDP", "port": 53}]);
        let spec = json!({"clusterIP": "127.64.224.9", "ports": ports});
        assert_eq!(
            addresses(&Packer::pack(&spec)),
            ["127.64.0.1:30080 http any", "127.64.224.9:8080 http any"]
        );
        let local =
            json!({"clusterIP": "127.64.224.9", "ports": ports, "externalTrafficPolicy": "Local"});
        assert_eq!(
            addresses(&Packer::pack(&local)),
            ["127.64.0.1:30080 http a", "127.64.224.9:8080 http any"]
        );
    }

    #[test]
    fn headless_services_and_names_are_reached_nowhere() {
        let ports = json!([{"port": 8080}]);
        assert!(addresses(&Packer::pack(&json!({"clusterIP": "None", "ports": ports}))).is_empty());
        let name = json!({"type": "ExternalName", "externalName": "a.example.com", "ports": ports});
        assert!(addresses(&Packer::pack(&name)).is_empty());
    }
}
