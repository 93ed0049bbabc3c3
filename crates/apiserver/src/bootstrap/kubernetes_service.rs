//! The Service `kubernetes`, which leads to the server itself.

use std::net::SocketAddrV4;
use std::sync::Arc;

use apimachinery::Status;
use serde_json::{Value, json};

use super::{ensure, own_call};
use crate::server::Shared;
use crate::verbs::{Target, write};

const NAME: &str = "kubernetes";
const NAMESPACE: &str = "default";

/// Creates the Service, and its endpoints once more whenever the server is reached elsewhere.
pub(super) async fn reconcile(shared: &Arc<Shared>) -> Result<(), Status> {
    ensure(
        shared,
        ["", "v1", "services"],
        Some(NAMESPACE),
        service(shared),
    )
    .await?;
    let Some(address) = shared.advertise else {
        return Ok(());
    };
    let slice = ["discovery.k8s.io", "v1", "endpointslices"];
    put(shared, ["", "v1", "endpoints"], endpoints(address)).await?;
    put(shared, slice, endpoint_slice(address)).await
}

fn service(shared: &Shared) -> Value {
    json!({
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": NAME, "labels": {"component": "apiserver", "provider": NAME}},
        "spec": {
            "clusterIP": shared.services.range.first().to_string(),
            "ports": [{"name": "https", "port": 443, "protocol": "TCP", "targetPort": shared.advertise.map_or(6443, |address| address.port())}],
        },
    })
}

fn endpoints(address: SocketAddrV4) -> Value {
    json!({
        "apiVersion": "v1",
        "kind": "Endpoints",
        "metadata": {"name": NAME, "labels": {"endpointslice.kubernetes.io/skip-mirror": "true"}},
        "subsets": [{
            "addresses": [{"ip": address.ip().to_string()}],
            "ports": [{"name": "https", "port": address.port(), "protocol": "TCP"}],
        }],
    })
}

fn endpoint_slice(address: SocketAddrV4) -> Value {
    json!({
        "apiVersion": "discovery.k8s.io/v1",
        "kind": "EndpointSlice",
        "metadata": {"name": NAME, "labels": {"kubernetes.io/service-name": NAME}},
        "addressType": "IPv4",
        "endpoints": [{"addresses": [address.ip().to_string()], "conditions": {"ready": true}}],
        "ports": [{"name": "https", "port": address.port(), "protocol": "TCP"}],
    })
}

/// Creates an object, or makes the one that is there say the same.
async fn put(shared: &Arc<Shared>, resource: [&str; 3], object: Value) -> Result<(), Status> {
    ensure(shared, resource, Some(NAMESPACE), object.clone()).await?;
    let call = own_call(shared, resource, Some(NAMESPACE), Some(NAME))?;
    let change = |old: &Value| {
        let mut new = old.clone();
        for field in ["subsets", "endpoints", "ports"] {
            if let Some(value) = object.get(field) {
                new[field] = value.clone();
            }
        }
        Ok(new)
    };
    write(&call, Target::Main, false, &mut Vec::new(), change)
        .await
        .map(drop)
}
