//! Copies the Endpoints that somebody else has written for a Service without selector into slices.

use std::sync::Arc;

use apimachinery::Packed;
use clientgo::{ApiError, Key, Object, Outcome, resources, run_worker};
use serde_json::{Value, json};

use super::reconcile::{Desired, reconcile};
use super::slices::{SERVICE_NAME, SliceOwner, write};
use crate::context::Context;
use crate::controllers::Running;
use crate::service::Service;

const MANAGED_BY: &str = "endpointslicemirroring-controller.k8s.io";
const SKIP: &str = "endpointslice.kubernetes.io/skip-mirror";
const LEADER: &str = "control-plane.alpha.kubernetes.io/leader";

pub(super) fn start(context: &Context, running: &mut Running) {
    let queue = running.queue();
    context.enqueue_changes(&resources::ENDPOINTS, &queue);
    context.enqueue_changes(&resources::SERVICES, &queue);
    let on_slice = Arc::clone(&queue);
    context
        .cache(&resources::ENDPOINT_SLICES)
        .subscribe(move |delta| {
            let slice = delta.object();
            if let Some(service) = slice.label(SERVICE_NAME) {
                on_slice.add(Key::new(slice.namespace(), service));
            }
        });
    let context = context.clone();
    running.spawn(async move {
        run_worker(&queue, "endpointslicemirroring", u32::MAX, |key| {
            sync(&context, key)
        })
        .await;
    });
}

async fn sync(context: &Context, key: Key) -> Result<Outcome, ApiError> {
    let endpoints = context.cache(&resources::ENDPOINTS).get(&key);
    let service = context.cache(&resources::SERVICES).get(&key);
    let (Some(endpoints), Some(service)) = (endpoints, service) else {
        return Ok(Outcome::Done);
    };
    let service = Service(service);
    let is_mirrored = !service.0["spec"]["selector"].is_object()
        && endpoints.label(SKIP) != Some("true")
        && endpoints.annotation(LEADER).is_none();
    if !is_mirrored || endpoints.is_deleting() {
        return Ok(Outcome::Done);
    }
    let owner = SliceOwner {
        kind: resources::ENDPOINTS,
        object: &endpoints,
        service: service.0.name(),
        managed_by: MANAGED_BY,
        labels: endpoints["metadata"]["labels"].to_map(),
        last_change: None,
    };
    let existing = owner.existing(context);
    let changes = reconcile(&owner, &existing, desired(&endpoints));
    write(context, &key.namespace, changes).await?;
    Ok(Outcome::Done)
}

fn desired(endpoints: &Object) -> Desired {
    let mut desired = Desired::default();
    for subset in list(&endpoints["subsets"]) {
        let ports: Vec<Value> = list(&subset["ports"]).map(port).collect();
        for (field, ready) in [("addresses", true), ("notReadyAddresses", false)] {
            for address in list(&subset[field]) {
                desired.add(ports.clone(), endpoint(address, ready));
            }
        }
    }
    desired
}

fn port(port: &Packed) -> Value {
    let mut port = port.to_value();
    if port["name"].is_null() {
        port["name"] = "".into();
    }
    port
}

fn endpoint(address: &Packed, ready: bool) -> Value {
    let mut endpoint = json!({"addresses": [address["ip"]], "conditions": {"ready": ready}});
    for field in ["hostname", "nodeName", "targetRef"] {
        if let Some(value) = address.get(field) {
            endpoint[field] = value.to_value();
        }
    }
    endpoint
}

fn list(value: &Packed) -> impl Iterator<Item = &Packed> {
    value.as_array().into_iter().flatten()
}
