//! Gives every namespace its service account `default`.

use std::sync::Arc;

use clientgo::{ApiError, Key, Outcome, resources, run_worker};
use serde_json::json;

use crate::context::Context;
use crate::controllers::Running;

const NAME: &str = "default";

/// Starts the controller.
pub(crate) fn start(context: &Context, running: &mut Running) {
    let queue = running.queue();
    let on_namespace = Arc::clone(&queue);
    context
        .cache(&resources::NAMESPACES)
        .subscribe(move |delta| on_namespace.add(delta.object().key()));
    let on_account = Arc::clone(&queue);
    context
        .cache(&resources::SERVICE_ACCOUNTS)
        .subscribe(move |delta| {
            if delta.object().name() == NAME {
                on_account.add(Key::new("", delta.object().namespace()));
            }
        });
    let context = context.clone();
    running.spawn(async move {
        run_worker(&queue, "serviceaccount", u32::MAX, |key| {
            sync(&context, key)
        })
        .await;
    });
}

async fn sync(context: &Context, key: Key) -> Result<Outcome, ApiError> {
    let Some(namespace) = context.cache(&resources::NAMESPACES).get(&key) else {
        return Ok(Outcome::Done);
    };
    let account = Key::new(namespace.name(), NAME);
    if namespace["status"]["phase"] != "Active"
        || context
            .cache(&resources::SERVICE_ACCOUNTS)
            .get(&account)
            .is_some()
    {
        return Ok(Outcome::Done);
    }
    let body = json!({"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": NAME, "namespace": namespace.name()}});
    match context
        .create(&resources::SERVICE_ACCOUNTS, namespace.name(), &body)
        .await
    {
        Err(error) if !error.is_already_exists() && !error.is_namespace_terminating() => Err(error),
        _ => Ok(Outcome::Done),
    }
}
