//! Jobs for people.

use apimachinery::Timestamp;
use serde_json::Value;

use super::context::Context;
use super::moment::shown_moment;
use super::text::{Text, or_none, or_unset};
use super::{events, pod_template, pods_status, replica_set};
use crate::object::{self, integer, shown};
use cliruntime::ApiError;

/// How much of the list of completed indexes is shown.
const LONGEST_INDEXES: usize = 50;

/// Describes a job and what has happened to it.
///
/// # Errors
/// If the events cannot be read.
pub(super) async fn describe(job: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    let (metadata, spec, status) = (&job["metadata"], &job["spec"], &job["status"]);
    text.field(0, "Name", object::name(job));
    text.field(0, "Namespace", object::namespace(job));
    text.field(0, "Selector", pods_status::selector(job));
    text.labels("", "Labels", &metadata["labels"]);
    text.annotations("Annotations", &metadata["annotations"]);
    replica_set::controlled_by(&mut text, job);
    text.field_if(0, "Parallelism", &spec["parallelism"]);
    text.field(0, "Completions", or_unset(&spec["completions"]));
    text.field_if(0, "Completion Mode", &spec["completionMode"]);
    text.field_if(0, "Suspend", &spec["suspend"]);
    text.field_if(0, "Backoff Limit", &spec["backoffLimit"]);
    text.field_if(
        0,
        "TTL Seconds After Finished",
        &spec["ttlSecondsAfterFinished"],
    );
    times(&mut text, status);
    if let Some(seconds) = spec["activeDeadlineSeconds"].as_i64() {
        text.field(0, "Active Deadline Seconds", format!("{seconds}s"));
    }
    pods(&mut text, status);
    if spec["completionMode"] == "Indexed" {
        let indexes = capped(&shown(&status["completedIndexes"]));
        text.field(0, "Completed Indexes", indexes);
    }
    pod_template::describe(&mut text, &spec["template"]);
    events::append(&mut text, job, context).await?;
    Ok(text)
}

fn times(text: &mut Text, status: &Value) {
    let (start, end) = (&status["startTime"], &status["completionTime"]);
    if start.is_string() {
        text.field(0, "Start Time", shown_moment(start));
    }
    if end.is_string() {
        text.field(0, "Completed At", shown_moment(end));
    }
    let moment = |value: &Value| value.as_str().and_then(Timestamp::parse);
    if let (Some(start), Some(end)) = (moment(start), moment(end)) {
        let seconds = end.since(start).as_secs();
        text.field(0, "Duration", crate::age::human_duration(seconds));
    }
}

fn pods(text: &mut Text, status: &Value) {
    let ready = match status["ready"].as_i64() {
        Some(ready) => format!(" ({ready} Ready)"),
        None => String::new(),
    };
    text.field(
        0,
        "Pods Statuses",
        format!(
            "{} Active{ready} / {} Succeeded / {} Failed",
            integer(&status["active"]),
            integer(&status["succeeded"]),
            integer(&status["failed"])
        ),
    );
}

/// As many whole indexes as fit.
fn capped(indexes: &str) -> String {
    if indexes.len() <= LONGEST_INDEXES {
        return or_none(indexes.to_owned());
    }
    let head = &indexes[..LONGEST_INDEXES];
    match head.rfind(',') {
        Some(comma) => format!("{},...", &head[..comma]),
        None => format!("{head}..."),
    }
}
