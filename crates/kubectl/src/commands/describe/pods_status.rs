//! How many pods of a workload are in which phase.

use serde_json::Value;

use super::context::Context;
use super::text::Text;
use crate::object::{self, controller, shown};
use cliruntime::ApiError;

/// Adds a line on the phases of the pods that a workload controls.
///
/// # Errors
/// If the pods cannot be read.
pub(super) async fn append(
    text: &mut Text,
    workload: &Value,
    selector: &str,
    context: &Context<'_>,
) -> Result<(), ApiError> {
    let namespace = object::namespace(workload);
    let pods = context.list_in("", "pods", namespace, selector).await?;
    text.field(0, "Pods Status", line(&pods, object::uid(workload)));
    Ok(())
}

fn line(pods: &[Value], uid: &str) -> String {
    let count = |phase: &str| {
        let of = |pod: &&Value| {
            controller(pod).is_some_and(|owner| shown(&owner["uid"]) == uid)
                && pod["status"]["phase"] == phase
        };
        pods.iter().filter(of).count()
    };
    format!(
        "{} Running / {} Waiting / {} Succeeded / {} Failed",
        count("Running"),
        count("Pending"),
        count("Succeeded"),
        count("Failed")
    )
}

/// The selector of a workload as text.
pub(super) fn selector(workload: &Value) -> String {
    apimachinery::selector::from_label_selector(workload["spec"].get("selector"))
        .map(|selector| selector.to_string())
        .unwrap_or_default()
}
