//! Empties namespaces that are being deleted, and lets them go.

mod conditions;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use apimachinery::Packed;
use clientgo::{ApiError, Key, Object, Outcome, Resource, resources, run_worker};
use serde_json::{Value, json};

use crate::context::Context;
use crate::controllers::Running;
use crate::discovery::deletable_resources;

const FINALIZER: &str = "kubernetes";
/// How long to wait before looking again at what has not gone yet.
const PAUSE: Duration = Duration::from_millis(200);

/// What is left in a namespace.
#[derive(Debug, Default, PartialEq, Eq)]
struct Remaining {
    /// Number of objects by `plural.group`.
    resources: BTreeMap<String, usize>,
    /// Number of objects by finalizer.
    finalizers: BTreeMap<String, usize>,
}

/// Starts the controller.
pub(crate) fn start(context: &Context, running: &mut Running) {
    let queue = running.queue();
    let on_change = Arc::clone(&queue);
    context
        .cache(&resources::NAMESPACES)
        .subscribe(move |delta| {
            if delta.object().is_deleting() {
                on_change.add(delta.object().key());
            }
        });
    let context = context.clone();
    running.spawn(async move {
        run_worker(&queue, "namespace", u32::MAX, |key| sync(&context, key)).await;
    });
}

async fn sync(context: &Context, key: Key) -> Result<Outcome, ApiError> {
    let Some(namespace) = context.cache(&resources::NAMESPACES).get(&key) else {
        return Ok(Outcome::Done);
    };
    let holds = |finalizers: &Packed| {
        finalizers
            .as_array()
            .is_some_and(|names| names.iter().any(|name| name == FINALIZER))
    };
    if !namespace.is_deleting() || !holds(&namespace["spec"]["finalizers"]) {
        return Ok(Outcome::Done);
    }
    let remaining = empty(context, &namespace).await?;
    let is_empty = remaining.resources.is_empty();
    let namespace = write_conditions(context, &namespace, &remaining).await?;
    if !is_empty {
        return Ok(Outcome::RequeueAfter(PAUSE));
    }
    finalize(context, &namespace).await.map(|()| Outcome::Done)
}

/// Deletes everything in the namespace, pods first, and counts what has not gone at once.
async fn empty(context: &Context, namespace: &Object) -> Result<Remaining, ApiError> {
    let mut resources = deletable_resources(&context.api).await?;
    resources.retain(|resource| resource.namespaced);
    resources.sort_by_key(|resource| resource.plural != "pods");
    let mut remaining = Remaining::default();
    for resource in &resources {
        let left = empty_resource(context, resource, namespace.name()).await?;
        remaining.add(resource, &left);
    }
    Ok(remaining)
}

async fn empty_resource(
    context: &Context,
    resource: &Resource,
    namespace: &str,
) -> Result<Vec<Object>, ApiError> {
    let present = context.api.list(resource, namespace, "").await?.items;
    if present.iter().any(|object| !object.is_deleting()) {
        context.api.delete_collection(resource, namespace).await?;
        return Ok(context.api.list(resource, namespace, "").await?.items);
    }
    Ok(present)
}

async fn write_conditions(
    context: &Context,
    namespace: &Object,
    remaining: &Remaining,
) -> Result<Object, ApiError> {
    let now = context.clock.now();
    let mut body = namespace.to_value();
    for condition in conditions::of(remaining) {
        conditions::set(&mut body["status"], condition, now);
    }
    if body == **namespace {
        return Ok(namespace.clone());
    }
    context
        .update(&resources::NAMESPACES, "status", &body)
        .await
}

async fn finalize(context: &Context, namespace: &Object) -> Result<(), ApiError> {
    let mut body = namespace.to_value();
    if let Some(finalizers) = body["spec"]["finalizers"].as_array_mut() {
        finalizers.retain(|name| name != FINALIZER);
    }
    match context
        .api
        .update(&resources::NAMESPACES, &namespace.key(), "finalize", &body)
        .await
    {
        Err(error) if !error.is_not_found() => Err(error),
        _ => Ok(()),
    }
}

impl Remaining {
    fn add(&mut self, resource: &Resource, objects: &[Object]) {
        if objects.is_empty() {
            return;
        }
        self.resources.insert(
            format!("{}.{}", resource.plural, resource.group),
            objects.len(),
        );
        for finalizer in objects.iter().flat_map(Object::finalizers) {
            *self.finalizers.entry(finalizer.to_owned()).or_default() += 1;
        }
    }
}

/// A condition without its times.
fn condition(type_: &str, status: &str, reason: &str, message: &str) -> Value {
    json!({"type": type_, "status": status, "reason": reason, "message": message})
}
