//! Publishes the certificate authority of the API server in every namespace.

use std::sync::Arc;

use clientgo::{ApiError, Key, Outcome, resources, run_worker};
use serde_json::{Value, json};

use crate::context::Context;
use crate::controllers::Running;

const NAME: &str = "kube-root-ca.crt";
const DESCRIPTION: &str = "Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the \
                           internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes \
                           clusters.";

/// Starts the controller; `root_ca` is in PEM.
pub(crate) fn start(context: &Context, running: &mut Running, root_ca: &str) {
    let queue = running.queue();
    let on_namespace = Arc::clone(&queue);
    context
        .cache(&resources::NAMESPACES)
        .subscribe(move |delta| on_namespace.add(delta.object().key()));
    let on_config_map = Arc::clone(&queue);
    context
        .cache(&resources::CONFIG_MAPS)
        .subscribe(move |delta| {
            if delta.object().name() == NAME {
                on_config_map.add(Key::new("", delta.object().namespace()));
            }
        });
    let context = context.clone();
    let data = json!({"ca.crt": root_ca});
    running.spawn(async move {
        run_worker(&queue, "root-ca", u32::MAX, |key| {
            sync(&context, &data, key)
        })
        .await;
    });
}

async fn sync(context: &Context, data: &Value, key: Key) -> Result<Outcome, ApiError> {
    let Some(namespace) = context.cache(&resources::NAMESPACES).get(&key) else {
        return Ok(Outcome::Done);
    };
    if namespace["status"]["phase"] != "Active" {
        return Ok(Outcome::Done);
    }
    let written = match context
        .cache(&resources::CONFIG_MAPS)
        .get(&Key::new(namespace.name(), NAME))
    {
        None => {
            let metadata = json!({
                "name": NAME, "namespace": namespace.name(), "annotations": {"kubernetes.io/description": DESCRIPTION},
            });
            let body = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": data});
            context
                .create(&resources::CONFIG_MAPS, namespace.name(), &body)
                .await
        }
        Some(present)
            if present["data"] == *data
                && present.annotation("kubernetes.io/description").is_some() =>
        {
            return Ok(Outcome::Done);
        }
        Some(present) => {
            let mut body = present.to_value();
            body["data"] = data.clone();
            body["metadata"]["annotations"]["kubernetes.io/description"] = DESCRIPTION.into();
            context.update(&resources::CONFIG_MAPS, "", &body).await
        }
    };
    match written {
        Err(error) if !error.is_already_exists() && !error.is_namespace_terminating() => Err(error),
        _ => Ok(Outcome::Done),
    }
}
