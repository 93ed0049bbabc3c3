//! The EndpointSlice controller: says under which addresses the pods of each Service are reached, and how they are.

mod mirroring;
mod reconcile;
mod slices;

use std::sync::Arc;

use clientgo::{ApiError, Key, Object, Outcome, resources, run_workers};
use serde_json::{Value, json};

use crate::context::Context;
use crate::controllers::{Running, WORKERS};
use crate::pod;
use crate::service::{Service, enqueue_services_of_pods, hostname, is_endpoint, target_ref};
use reconcile::{Desired, reconcile};
use slices::{SERVICE_NAME, SliceOwner, write};

const MANAGED_BY: &str = "endpointslice-controller.k8s.io";

/// Starts the controller, and the one that copies endpoints that somebody else has written.
pub(crate) fn start(context: &Context, running: &mut Running) {
    let queue = running.queue();
    let services = context.cache(&resources::SERVICES);
    context.enqueue_changes(&resources::SERVICES, &queue);
    enqueue_services_of_pods(&context.cache(&resources::PODS), &services, &queue);
    let on_slice = Arc::clone(&queue);
    context
        .cache(&resources::ENDPOINT_SLICES)
        .subscribe(move |delta| {
            let slice = delta.object();
            if let Some(service) = slice.label(SERVICE_NAME) {
                on_slice.add(Key::new(slice.namespace(), service));
            }
        });
    let syncing = context.clone();
    running.spawn(async move {
        run_workers(WORKERS, &queue, "endpointslice", u32::MAX, |key| {
            sync(&syncing, key)
        })
        .await;
    });
    mirroring::start(context, running);
}

async fn sync(context: &Context, key: Key) -> Result<Outcome, ApiError> {
    let Some(service) = context.cache(&resources::SERVICES).get(&key) else {
        return Ok(Outcome::Done);
    };
    let service = Service(service);
    if !service.selects_pods() || service.0.is_deleting() {
        return Ok(Outcome::Done);
    }
    let mut pods = service.pods(&context.cache(&resources::PODS));
    pods.retain(is_endpoint);
    let created = &service.0["metadata"]["creationTimestamp"];
    let owner = SliceOwner {
        kind: resources::SERVICES,
        object: &service.0,
        service: service.0.name(),
        managed_by: MANAGED_BY,
        labels: service.labels(),
        last_change: created.as_str(),
    };
    let existing = owner.existing(context);
    let changes = reconcile(&owner, &existing, desired(&service, &pods));
    write(context, &key.namespace, changes).await?;
    Ok(Outcome::Done)
}

/// The endpoints that the pods are, by the ports under which they are reached.
fn desired(service: &Service, pods: &[Object]) -> Desired {
    let mut desired = Desired::default();
    for pod in pods {
        desired.add(service.ports_of(pod), endpoint(service, pod));
    }
    desired
}

fn endpoint(service: &Service, pod: &Object) -> Value {
    let serving = pod::is_ready(pod);
    let terminating = pod.is_deleting();
    let ready = service.publishes_not_ready() || (serving && !terminating);
    let mut endpoint = json!({
        "addresses": [pod["status"]["podIP"]],
        "conditions": {"ready": ready, "serving": serving, "terminating": terminating},
        "targetRef": target_ref(pod),
    });
    if !pod::node_name(pod).is_empty() {
        endpoint["nodeName"] = pod::node_name(pod).into();
    }
    if let Some(name) = hostname(service, pod) {
        endpoint["hostname"] = name.into();
    }
    endpoint
}
