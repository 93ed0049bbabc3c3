//! Autoscalers for people.

use serde_json::Value;

use super::context::Context;
use super::events;
use super::moment::shown_moment;
use super::text::{Text, or_unset};
use crate::object::{self, integer, items, shown};
use cliruntime::ApiError;

/// Describes an autoscaler, what it measures, and what has happened to it.
///
/// # Errors
/// If the events cannot be read.
pub(super) async fn describe(scaler: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    let (metadata, spec, status) = (&scaler["metadata"], &scaler["spec"], &scaler["status"]);
    let target = &spec["scaleTargetRef"];
    text.field(0, "Name", object::name(scaler));
    text.field(0, "Namespace", object::namespace(scaler));
    text.labels("", "Labels", &metadata["labels"]);
    text.annotations("Annotations", &metadata["annotations"]);
    text.field(
        0,
        "CreationTimestamp",
        shown_moment(&metadata["creationTimestamp"]),
    );
    let kind = shown(&target["kind"]);
    text.field(0, "Reference", format!("{kind}/{}", shown(&target["name"])));
    text.field(0, "Metrics", "( current / target )");
    for (i, metric) in items(&spec["metrics"]).iter().enumerate() {
        let current = &status["currentMetrics"][i];
        text.line(1, metric_line(metric, current));
    }
    text.field(0, "Min replicas", or_unset(&spec["minReplicas"]));
    text.field(0, "Max replicas", integer(&spec["maxReplicas"]));
    behavior(&mut text, &spec["behavior"]);
    let (current, desired) = (&status["currentReplicas"], &status["desiredReplicas"]);
    text.field(
        0,
        &format!("{kind} pods"),
        format!(
            "{} current / {} desired",
            integer(current),
            integer(desired)
        ),
    );
    conditions(&mut text, items(&status["conditions"]));
    events::append(&mut text, scaler, context).await?;
    Ok(text)
}

fn metric_line(metric: &Value, current: &Value) -> String {
    let measured = |field: &str, of: &str| match shown(&current[field]["current"][of]) {
        value if value.is_empty() => "<unknown>".to_owned(),
        value => value,
    };
    match shown(&metric["type"]).as_str() {
        "External" => {
            let (words, of) = average_or_value(&metric["external"]["target"]);
            let target = shown(&metric["external"]["target"][of]);
            let name = shown(&metric["external"]["metric"]["name"]);
            format!(
                "{name:?} ({words}):\t{} / {target}",
                measured("external", of)
            )
        }
        "Pods" => {
            let name = shown(&metric["pods"]["metric"]["name"]);
            let target = shown(&metric["pods"]["target"]["averageValue"]);
            format!(
                "{name:?} on pods:\t{} / {target}",
                measured("pods", "averageValue")
            )
        }
        "Object" => {
            let object = &metric["object"];
            let described = &object["describedObject"];
            let (words, of) = average_or_value(&object["target"]);
            let target = shown(&object["target"][of]);
            format!(
                "\"{}\" on {}/{} ({words}):\t{} / {target}",
                shown(&object["metric"]["name"]),
                shown(&described["kind"]),
                shown(&described["name"]),
                measured("object", of)
            )
        }
        "Resource" => {
            let name = shown(&metric["resource"]["name"]);
            let tail = resource_tail(
                &metric["resource"]["target"],
                &current["resource"]["current"],
            );
            format!("resource {name} on pods{tail}")
        }
        "ContainerResource" => {
            let of = &metric["containerResource"];
            let (name, container) = (shown(&of["name"]), shown(&of["container"]));
            let tail = resource_tail(&of["target"], &current["containerResource"]["current"]);
            format!("resource {name} of container \"{container}\" on pods{tail}")
        }
        other => format!("<unknown metric type {other:?}>"),
    }
}

fn average_or_value(target: &Value) -> (&'static str, &'static str) {
    if target["averageValue"].is_null() {
        ("target value", "value")
    } else {
        ("target average value", "averageValue")
    }
}

fn resource_tail(target: &Value, current: &Value) -> String {
    if !target["averageValue"].is_null() {
        let measured = match shown(&current["averageValue"]) {
            value if value.is_empty() => "<unknown>".to_owned(),
            value => value,
        };
        return format!(":\t{measured} / {}", shown(&target["averageValue"]));
    }
    let measured = match current["averageUtilization"].as_i64() {
        Some(percent) => format!("{percent}% ({})", shown(&current["averageValue"])),
        None => "<unknown>".to_owned(),
    };
    let wanted = match target["averageUtilization"].as_i64() {
        Some(percent) => format!("{percent}%"),
        None => "<auto>".to_owned(),
    };
    format!("  (as a percentage of request):\t{measured} / {wanted}")
}

fn behavior(text: &mut Text, behavior: &Value) {
    if !behavior.is_object() {
        return;
    }
    text.line(0, "Behavior:");
    for (title, field) in [("Scale Up", "scaleUp"), ("Scale Down", "scaleDown")] {
        let rules = &behavior[field];
        if !rules.is_object() {
            continue;
        }
        text.line(1, format!("{title}:"));
        if let Some(seconds) = rules["stabilizationWindowSeconds"].as_i64() {
            text.line(2, format!("Stabilization Window: {seconds} seconds"));
        }
        let policies = items(&rules["policies"]);
        if policies.is_empty() {
            continue;
        }
        let select = match shown(&rules["selectPolicy"]) {
            select if select.is_empty() => "Max".to_owned(),
            select => select,
        };
        text.line(2, format!("Select Policy: {select}"));
        text.line(2, "Policies:");
        for policy in policies {
            let (kind, value) = (shown(&policy["type"]), integer(&policy["value"]));
            let period = integer(&policy["periodSeconds"]);
            text.line(
                3,
                format!("- Type: {kind}\tValue: {value}\tPeriod: {period} seconds"),
            );
        }
    }
}

fn conditions(text: &mut Text, conditions: &[Value]) {
    if conditions.is_empty() {
        return;
    }
    text.line(0, "Conditions:");
    text.line(1, "Type\tStatus\tReason\tMessage");
    text.line(1, "----\t------\t------\t-------");
    for condition in conditions {
        let of = |field: &str| shown(&condition[field]);
        let (kind, status, reason) = (of("type"), of("status"), of("reason"));
        text.line(1, format!("{kind}\t{status}\t{reason}\t{}", of("message")));
    }
}
