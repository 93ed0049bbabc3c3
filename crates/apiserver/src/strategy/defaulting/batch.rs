//! Jobs. The jobs in a CronJob's template are completed only when they are made.

use serde_json::{Map, Value};

/// Counts, modes and limits.
pub(super) fn job(job: &mut Map<String, Value>) {
    let Some(Value::Object(spec)) = job.get_mut("spec") else {
        return;
    };
    if !spec.contains_key("completions") && !spec.contains_key("parallelism") {
        spec.insert("completions".to_owned(), 1.into());
    }
    let backoff = if spec.contains_key("backoffLimitPerIndex") {
        i32::MAX
    } else {
        6
    };
    let replacement = if spec.contains_key("podFailurePolicy") {
        "Failed"
    } else {
        "TerminatingOrFailed"
    };
    let defaults: [(&str, Value); 6] = [
        ("parallelism", 1.into()),
        ("backoffLimit", backoff.into()),
        ("completionMode", "NonIndexed".into()),
        ("suspend", false.into()),
        ("manualSelector", false.into()),
        ("podReplacementPolicy", replacement.into()),
    ];
    for (field, value) in defaults {
        spec.entry(field).or_insert(value);
    }
}
