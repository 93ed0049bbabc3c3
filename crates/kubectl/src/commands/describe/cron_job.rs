//! Cron jobs for people.

use serde_json::Value;

use super::context::Context;
use super::moment::shown_moment;
use super::text::{Text, or_none, or_unset, title_bool};
use super::{events, pod_template, pods_status};
use crate::object::{self, items, shown};
use cliruntime::ApiError;

/// Describes a cron job and what has happened to it.
///
/// # Errors
/// If the events cannot be read.
pub(super) async fn describe(job: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    let (metadata, spec, status) = (&job["metadata"], &job["spec"], &job["status"]);
    text.field(0, "Name", object::name(job));
    text.field(0, "Namespace", object::namespace(job));
    text.labels("", "Labels", &metadata["labels"]);
    text.annotations("Annotations", &metadata["annotations"]);
    text.field(0, "Schedule", shown(&spec["schedule"]));
    text.field(0, "Concurrency Policy", shown(&spec["concurrencyPolicy"]));
    match spec["suspend"].as_bool() {
        Some(suspend) => text.field(0, "Suspend", title_bool(suspend)),
        None => text.field(0, "Suspend", "<unset>"),
    }
    text.field(0, "Time Zone", or_unset(&spec["timeZone"]));
    let limits = [
        ("Successful Job History Limit", "successfulJobsHistoryLimit"),
        ("Failed Job History Limit", "failedJobsHistoryLimit"),
    ];
    for (title, field) in limits {
        text.field(0, title, or_unset(&spec[field]));
    }
    text.field(
        0,
        "Starting Deadline Seconds",
        seconds(&spec["startingDeadlineSeconds"]),
    );
    template(&mut text, &spec["jobTemplate"]);
    match &status["lastScheduleTime"] {
        Value::String(_) => {
            text.field(
                0,
                "Last Schedule Time",
                shown_moment(&status["lastScheduleTime"]),
            );
        }
        _ => text.field(0, "Last Schedule Time", "<unset>"),
    }
    let active: Vec<String> = items(&status["active"])
        .iter()
        .map(|reference| shown(&reference["name"]))
        .collect();
    text.field(0, "Active Jobs", or_none(active.join(", ")));
    events::append(&mut text, job, context).await?;
    Ok(text)
}

fn template(text: &mut Text, template: &Value) {
    let spec = &template["spec"];
    if spec["selector"].is_object() {
        text.field(0, "Selector", pods_status::selector(template));
    } else {
        text.field(0, "Selector", "<unset>");
    }
    text.field(0, "Parallelism", or_unset(&spec["parallelism"]));
    text.field(0, "Completions", or_unset(&spec["completions"]));
    if spec["activeDeadlineSeconds"].is_number() {
        text.field(
            0,
            "Active Deadline Seconds",
            seconds(&spec["activeDeadlineSeconds"]),
        );
    }
    pod_template::describe(text, &spec["template"]);
}

fn seconds(value: &Value) -> String {
    match value.as_i64() {
        Some(seconds) => format!("{seconds}s"),
        None => "<unset>".to_owned(),
    }
}
