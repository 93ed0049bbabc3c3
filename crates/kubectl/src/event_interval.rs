//! When an event happened.

use serde_json::Value;

use crate::age::since;
use crate::object::integer;

/// When it happened, how often, and since when.
pub(crate) fn interval(event: &Value) -> String {
    let first = if event["eventTime"].is_string() {
        age_of(&event["eventTime"])
    } else {
        age_of(&event["firstTimestamp"])
    };
    let series = &event["series"];
    if series.is_object() {
        let last = age_of(&series["lastObservedTime"]);
        return format!("{last} (x{} over {first})", integer(&series["count"]));
    }
    match integer(&event["count"]) {
        count if count > 1 => format!(
            "{} (x{count} over {first})",
            age_of(&event["lastTimestamp"])
        ),
        _ => first,
    }
}

fn age_of(moment: &Value) -> String {
    since(moment.as_str().unwrap_or_default())
}
