//! What has happened to an object lately.

use apimachinery::Timestamp;
use serde_json::Value;

use super::Context;
use super::text::Text;
use crate::event_interval::interval;
use crate::object::{self, shown};
use cliruntime::{ApiError, Query, ResourcePath};

/// The object that events are about.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    pub(super) kind: &'a str,
    pub(super) namespace: &'a str,
    pub(super) name: &'a str,
    pub(super) uid: &'a str,
}

impl<'a> Subject<'a> {
    /// An object as the subject of events.
    pub(super) fn of(object: &'a Value) -> Subject<'a> {
        Subject {
            kind: object::kind(object),
            namespace: object::namespace(object),
            name: object::name(object),
            uid: object::uid(object),
        }
    }
}

/// Adds the events about an object, if they are to be shown.
///
/// # Errors
/// If the server refuses to list them.
pub(super) async fn append(
    text: &mut Text,
    object: &Value,
    context: &Context<'_>,
) -> Result<(), ApiError> {
    if context.show_events {
        let events = fetch(Subject::of(object), context).await?;
        describe(text, events);
    }
    Ok(())
}

/// Reads the events about an object.
pub(super) async fn fetch(
    subject: Subject<'_>,
    context: &Context<'_>,
) -> Result<Vec<Value>, ApiError> {
    let path = ResourcePath {
        version: "v1",
        namespace: subject.namespace,
        resource: "events",
        ..ResourcePath::default()
    };
    let selector = format!(
        "involvedObject.name={},involvedObject.namespace={},involvedObject.kind={},involvedObject.uid={}",
        subject.name, subject.namespace, subject.kind, subject.uid
    );
    let query = Query::new().with("fieldSelector", selector);
    context.list(&path.to_path(), query).await
}

/// Shows events, the oldest first.
pub(super) fn describe(text: &mut Text, mut events: Vec<Value>) {
    if events.is_empty() {
        text.line(0, "Events:\t<none>");
        return;
    }
    text.settle();
    events.sort_by_key(|event| Timestamp::parse(&shown(&event["lastTimestamp"])));
    text.line(0, "Events:");
    text.line(1, "Type\tReason\tAge\tFrom\tMessage");
    text.line(1, "----\t------\t----\t----\t-------");
    for event in &events {
        let source = match shown(&event["source"]["component"]) {
            source if source.is_empty() => shown(&event["reportingComponent"]),
            source => source,
        };
        let (kind, reason) = (shown(&event["type"]), shown(&event["reason"]));
        let message = message(event);
        text.line(
            1,
            format!("{kind}\t{reason}\t{}\t{source}\t{message}", interval(event)),
        );
    }
}

/// The message, after the part of the object that it is about.
fn message(event: &Value) -> String {
    let message = shown(&event["message"]);
    match shown(&event["involvedObject"]["fieldPath"]) {
        path if path.is_empty() => message.trim().to_owned(),
        path => format!("{path}: {}", message.trim()),
    }
}
