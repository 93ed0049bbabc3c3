//! The Endpoints controller: the older form of what endpoint slices say.

mod subsets;

use apimachinery::Tree;
use clientgo::{ApiError, Key, Object, Outcome, resources, run_worker};
use serde_json::{Value, json};

use crate::context::Context;
use crate::controllers::Running;
use crate::service::{Service, enqueue_services_of_pods};
use subsets::{CAPACITY, subsets};

const MANAGED_BY: &str = "endpoints.kubernetes.io/managed-by";
const CONTROLLER: &str = "endpoint-controller";
const OVER_CAPACITY: &str = "endpoints.kubernetes.io/over-capacity";

/// Starts the controller.
pub(crate) fn start(context: &Context, running: &mut Running) {
    let queue = running.queue();
    let services = context.cache(&resources::SERVICES);
    context.enqueue_changes(&resources::SERVICES, &queue);
    context.enqueue_changes(&resources::ENDPOINTS, &queue);
    enqueue_services_of_pods(&context.cache(&resources::PODS), &services, &queue);
    let context = context.clone();
    running.spawn(async move {
        run_worker(&queue, "endpoint", u32::MAX, |key| sync(&context, key)).await;
    });
}

async fn sync(context: &Context, key: Key) -> Result<Outcome, ApiError> {
    let present = context.cache(&resources::ENDPOINTS).get(&key);
    let Some(service) = context.cache(&resources::SERVICES).get(&key) else {
        return match present.filter(|endpoints| endpoints.label(MANAGED_BY).is_some()) {
            Some(endpoints) => delete(context, &endpoints).await,
            None => Ok(Outcome::Done),
        };
    };
    let service = Service(service);
    if !service.selects_pods() {
        return Ok(Outcome::Done);
    }
    let pods = service.pods(&context.cache(&resources::PODS));
    let wanted = wanted(&service, &pods);
    let written = match present {
        None => {
            context
                .create(&resources::ENDPOINTS, &key.namespace, &wanted)
                .await
        }
        Some(present) if says_the_same(&present, &wanted) => return Ok(Outcome::Done),
        Some(present) => {
            let mut changed = present.to_value();
            changed["metadata"]["labels"] = wanted["metadata"]["labels"].clone();
            say_over_capacity(&mut changed, over_capacity(&wanted));
            changed["subsets"] = wanted["subsets"].clone();
            context.update(&resources::ENDPOINTS, "", &changed).await
        }
    };
    match written {
        Err(error) if !error.is_already_exists() && !error.is_namespace_terminating() => Err(error),
        _ => Ok(Outcome::Done),
    }
}

async fn delete(context: &Context, endpoints: &Object) -> Result<Outcome, ApiError> {
    match context
        .api
        .delete(&resources::ENDPOINTS, endpoints, None, None)
        .await
    {
        Err(error) if !error.is_not_found() => Err(error),
        _ => Ok(Outcome::Done),
    }
}

fn wanted(service: &Service, pods: &[Object]) -> Value {
    let (subsets, count) = subsets(service, pods);
    let mut labels = service.labels();
    labels.insert(MANAGED_BY.to_owned(), CONTROLLER.into());
    let mut metadata = json!({
        "name": service.0.name(), "namespace": service.0.namespace(), "labels": labels,
    });
    if count > CAPACITY {
        metadata["annotations"] = json!({OVER_CAPACITY: "truncated"});
    }
    let mut wanted = json!({"apiVersion": "v1", "kind": "Endpoints", "metadata": metadata});
    if !subsets.is_empty() {
        wanted["subsets"] = subsets.into();
    }
    wanted
}

fn says_the_same(present: &Object, wanted: &Value) -> bool {
    present["subsets"] == wanted["subsets"]
        && present["metadata"]["labels"] == wanted["metadata"]["labels"]
        && over_capacity(&**present) == over_capacity(wanted)
}

fn over_capacity<T: Tree + ?Sized>(endpoints: &T) -> Option<&str> {
    let annotations = endpoints.field("metadata")?.field("annotations")?;
    annotations.field(OVER_CAPACITY)?.text()
}

fn say_over_capacity(endpoints: &mut Value, word: Option<&str>) {
    let annotations = &mut endpoints["metadata"]["annotations"];
    match (word, annotations.as_object_mut()) {
        (Some(word), _) => annotations[OVER_CAPACITY] = word.into(),
        (None, Some(annotations)) => drop(annotations.remove(OVER_CAPACITY)),
        (None, None) => {}
    }
}
