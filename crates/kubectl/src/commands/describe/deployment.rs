//! Deployments for people.

use serde_json::Value;

use super::context::Context;
use super::moment::shown_moment;
use super::text::{Text, or_none};
use super::{events, pod_template, pods_status, replica_set};
use crate::object::{self, controller, integer, shown};
use crate::workload::bare_template;
use cliruntime::ApiError;

/// Describes a deployment, its replica sets and what has happened to it.
///
/// # Errors
/// If replica sets or events cannot be read.
pub(super) async fn describe(deployment: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    let selector = pods_status::selector(deployment);
    let metadata = &deployment["metadata"];
    text.field(0, "Name", object::name(deployment));
    text.field(0, "Namespace", object::namespace(deployment));
    text.field(
        0,
        "CreationTimestamp",
        shown_moment(&metadata["creationTimestamp"]),
    );
    text.labels("", "Labels", &metadata["labels"]);
    text.annotations("Annotations", &metadata["annotations"]);
    text.field(0, "Selector", &selector);
    strategy(&mut text, deployment);
    pod_template::describe(&mut text, &deployment["spec"]["template"]);
    replica_set::conditions(&mut text, deployment);
    let namespace = object::namespace(deployment);
    let sets = context
        .list_in("apps", "replicasets", namespace, &selector)
        .await?;
    replica_sets(&mut text, deployment, sets);
    events::append(&mut text, deployment, context).await?;
    Ok(text)
}

fn strategy(text: &mut Text, deployment: &Value) {
    let (spec, status) = (&deployment["spec"], &deployment["status"]);
    text.field(
        0,
        "Replicas",
        format!(
            "{} desired | {} updated | {} total | {} available | {} unavailable",
            integer(&spec["replicas"]),
            integer(&status["updatedReplicas"]),
            integer(&status["replicas"]),
            integer(&status["availableReplicas"]),
            integer(&status["unavailableReplicas"])
        ),
    );
    text.field(0, "StrategyType", shown(&spec["strategy"]["type"]));
    text.field(0, "MinReadySeconds", integer(&spec["minReadySeconds"]));
    let rolling = &spec["strategy"]["rollingUpdate"];
    if rolling.is_object() {
        let (unavailable, surge) = (
            shown(&rolling["maxUnavailable"]),
            shown(&rolling["maxSurge"]),
        );
        text.field(
            0,
            "RollingUpdateStrategy",
            format!("{unavailable} max unavailable, {surge} max surge"),
        );
    }
}

fn replica_sets(text: &mut Text, deployment: &Value, sets: Vec<Value>) {
    let uid = object::uid(deployment);
    let mut owned: Vec<Value> = sets
        .into_iter()
        .filter(|set| controller(set).is_some_and(|owner| shown(&owner["uid"]) == uid))
        .collect();
    // The oldest of several with one template is the new one, as the controller has it.
    owned.sort_by_key(|set| {
        (
            shown(&set["metadata"]["creationTimestamp"]),
            object::name(set).to_owned(),
        )
    });
    let template = &deployment["spec"]["template"];
    let newest = owned
        .iter()
        .position(|set| bare_template(&set["spec"]["template"]) == bare_template(template))
        .map(|at| owned.remove(at));
    owned.sort_by(|a, b| object::name(a).cmp(object::name(b)));
    text.field(0, "OldReplicaSets", shown_sets(&owned));
    text.field(0, "NewReplicaSet", shown_sets(newest.as_slice()));
}

fn shown_sets(sets: &[Value]) -> String {
    let shown_ones: Vec<String> = sets
        .iter()
        .map(|set| {
            format!(
                "{} ({}/{} replicas created)",
                object::name(set),
                integer(&set["status"]["replicas"]),
                integer(&set["spec"]["replicas"])
            )
        })
        .collect();
    or_none(shown_ones.join(", "))
}
