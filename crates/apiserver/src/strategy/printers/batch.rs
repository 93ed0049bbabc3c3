//! Jobs and CronJobs.

use apimachinery::Timestamp;
use serde_json::Value;

use super::cell::{age, containers, count, images, items, name, selector, text, text_or};
use super::{AGE, NAME, Printer, boolean, number, text as column, wide};
use crate::table::human_duration;

pub(super) static JOB: Printer = Printer {
    columns: &[
        NAME,
        column("Status"),
        column("Completions"),
        column("Duration"),
        AGE,
        wide("Containers"),
        wide("Images"),
        wide("Selector"),
    ],
    row: |object, now| {
        let spec = &object["spec"];
        vec![
            name(object),
            status(object).into(),
            completions(object).into(),
            duration(&object["status"], now).into(),
            age(object, now),
            containers(&spec["template"]["spec"]),
            images(&spec["template"]["spec"]),
            selector(&spec["selector"]),
        ]
    },
};

pub(super) static CRON_JOB: Printer = Printer {
    columns: &[
        NAME,
        column("Schedule"),
        column("Timezone"),
        boolean("Suspend"),
        number("Active"),
        column("Last Schedule"),
        AGE,
        wide("Containers"),
        wide("Images"),
        wide("Selector"),
    ],
    row: |object, now| {
        let (spec, status) = (&object["spec"], &object["status"]);
        let job = &spec["jobTemplate"]["spec"];
        let last = Timestamp::parse(text(&status["lastScheduleTime"]));
        let last = last.map_or("<none>".to_owned(), |last| human_duration(now.since(last)));
        let suspended = match spec["suspend"] {
            Value::Bool(true) => "True",
            Value::Bool(false) => "False",
            _ => "<unset>",
        };
        vec![
            name(object),
            spec["schedule"].clone(),
            text_or(&spec["timeZone"], "<none>"),
            suspended.into(),
            items(&status["active"]).count().into(),
            last.into(),
            age(object, now),
            containers(&job["template"]["spec"]),
            images(&job["template"]["spec"]),
            selector(&job["selector"]),
        ]
    },
};

/// The condition that decides, or what the job is doing.
fn status(job: &Value) -> &'static str {
    let has = |kind: &str| {
        items(&job["status"]["conditions"])
            .any(|condition| condition["type"] == kind && condition["status"] == "True")
    };
    if has("Complete") {
        "Complete"
    } else if has("Failed") {
        "Failed"
    } else if job["metadata"]["deletionTimestamp"].is_string() {
        "Terminating"
    } else if has("Suspended") {
        "Suspended"
    } else if has("FailureTarget") {
        "FailureTarget"
    } else if has("SuccessCriteriaMet") {
        "SuccessCriteriaMet"
    } else {
        "Running"
    }
}

/// `SUCCEEDED/WANTED`, or of how many workers one has to succeed.
fn completions(job: &Value) -> String {
    let spec = &job["spec"];
    let succeeded = count(&job["status"]["succeeded"]);
    match (
        spec["completions"].as_i64(),
        spec["parallelism"].as_i64().unwrap_or(0),
    ) {
        (Some(completions), _) => format!("{succeeded}/{completions}"),
        (None, parallelism) if parallelism > 1 => format!("{succeeded}/1 of {parallelism}"),
        (None, _) => format!("{succeeded}/1"),
    }
}

fn duration(status: &Value, now: Timestamp) -> String {
    let time = |field: &str| Timestamp::parse(text(&status[field]));
    match (time("startTime"), time("completionTime")) {
        (None, _) => String::new(),
        (Some(start), end) => human_duration(end.unwrap_or(now).since(start)),
    }
}
