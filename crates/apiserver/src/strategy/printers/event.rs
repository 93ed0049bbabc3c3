//! Events.

use apimachinery::Timestamp;
use serde_json::Value;

use super::cell::{count, name, text};
use super::{Printer, column, text as shown, wide};
use crate::table::human_duration;

pub(super) static EVENT: Printer = Printer {
    columns: &[
        shown("Last Seen"),
        shown("Type"),
        shown("Reason"),
        shown("Object"),
        wide("Subobject"),
        wide("Source"),
        shown("Message"),
        wide("First Seen"),
        wide("Count"),
        column("Name", "string", "name", 1),
    ],
    row: |object, now| {
        // The events of the two groups are the same objects under other names.
        let either = |core: &str, events: &str| match &object[core] {
            Value::Null => object[events].clone(),
            value => value.clone(),
        };
        let involved = either("involvedObject", "regarding");
        let source = either("source", "deprecatedSource");
        let (first, last, count) = times(object, now);
        let kind = text(&involved["kind"]).to_lowercase();
        let reporter = either("reportingComponent", "reportingController");
        vec![
            last.into(),
            object["type"].clone(),
            object["reason"].clone(),
            joined("/", &[&kind, text(&involved["name"])]).into(),
            text(&involved["fieldPath"]).into(),
            source_of(&source, text(&reporter), text(&object["reportingInstance"])).into(),
            text(&either("message", "note")).trim().into(),
            first.into(),
            count.into(),
            name(object),
        ]
    },
};

/// The ages of the first and the last time it was seen, and how often.
fn times(event: &Value, now: Timestamp) -> (String, String, i64) {
    let age =
        |value: &Value| Timestamp::parse(text(value)).map(|time| human_duration(now.since(time)));
    let time = |core: &str, events: &str| age(&event[core]).or_else(|| age(&event[events]));
    let happened = age(&event["eventTime"]);
    let first = time("firstTimestamp", "deprecatedFirstTimestamp").or(happened);
    let first = first.unwrap_or_else(|| "<unknown>".to_owned());
    let series = &event["series"];
    if series.is_object() {
        let last = age(&series["lastObservedTime"]).unwrap_or_else(|| "<unknown>".to_owned());
        return (first, last, count(&series["count"]));
    }
    let last = time("lastTimestamp", "deprecatedLastTimestamp").unwrap_or_else(|| first.clone());
    let times = count(&event["count"]).max(count(&event["deprecatedCount"]));
    (first, last, times.max(1))
}

/// `COMPONENT, HOST` of the old fields, or of the new ones.
fn source_of(source: &Value, reporter: &str, instance: &str) -> String {
    let component = text(&source["component"]);
    if component.is_empty() && text(&source["host"]).is_empty() {
        return joined(", ", &[reporter, instance]);
    }
    joined(", ", &[component, text(&source["host"])])
}

fn joined(separator: &str, words: &[&str]) -> String {
    let words: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| !word.is_empty())
        .collect();
    words.join(separator)
}
