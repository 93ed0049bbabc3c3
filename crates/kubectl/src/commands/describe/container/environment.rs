//! Environment variables for people.

use apimachinery::Quantity;
use serde_json::Value;

use super::super::text::{Text, pairs};
use super::Place;
use crate::object::{items, shown};

/// Shows the objects of which every key becomes a variable.
pub(super) fn describe_sources(text: &mut Text, sources: &Value) {
    if items(sources).is_empty() {
        return;
    }
    text.line(2, "Environment Variables from:");
    for source in items(sources) {
        let (kind, reference) = if source["configMapRef"].is_object() {
            ("ConfigMap", &source["configMapRef"])
        } else {
            ("Secret", &source["secretRef"])
        };
        let prefix = match shown(&source["prefix"]).as_str() {
            "" => String::new(),
            prefix => format!(" with prefix '{prefix}'"),
        };
        let (name, optional) = (shown(&reference["name"]), reference["optional"] == true);
        text.line(3, format!("{name}\t{kind}{prefix}\tOptional: {optional}"));
    }
}

/// Shows the variables of a container.
pub(super) fn describe(text: &mut Text, container: &Value, place: &Place<'_>) {
    let variables = items(&container["env"]);
    let none = if variables.is_empty() { "\t<none>" } else { "" };
    text.line(2, format!("Environment:{none}"));
    for variable in variables {
        let name = shown(&variable["name"]);
        let from = &variable["valueFrom"];
        if from.is_null() {
            let value = shown(&variable["value"]);
            let mut lines = value.split('\n');
            text.field(3, &name, lines.next().unwrap_or_default());
            lines.for_each(|line| text.line(3, format!("\t{line}")));
        } else if let Some(shown_source) = source(from, container, place) {
            text.field(3, &name, shown_source);
        }
    }
}

fn source(from: &Value, container: &Value, place: &Place<'_>) -> Option<String> {
    if from["fieldRef"].is_object() {
        let field = &from["fieldRef"];
        let path = shown(&field["fieldPath"]);
        let value = match place {
            Place::Template => String::new(),
            Place::Pod { pod, .. } => field_of(pod, &path),
        };
        return Some(format!("{value} ({}:{path})", shown(&field["apiVersion"])));
    }
    if from["resourceFieldRef"].is_object() {
        let reference = &from["resourceFieldRef"];
        let resource = shown(&reference["resource"]);
        let value = resource_of(container, &resource, &reference["divisor"]);
        return Some(format!("{value} ({resource})"));
    }
    for (field, place) in [
        ("secretKeyRef", "in secret"),
        ("configMapKeyRef", "of config map"),
    ] {
        let reference = &from[field];
        if reference.is_object() {
            let (key, name) = (shown(&reference["key"]), shown(&reference["name"]));
            let optional = reference["optional"] == true;
            return Some(format!(
                "<set to the key '{key}' {place} '{name}'>\tOptional: {optional}"
            ));
        }
    }
    None
}

/// The value that a field of the pod's metadata has; single labels and other fields are the node's to fill in.
fn field_of(pod: &Value, path: &str) -> String {
    let metadata = &pod["metadata"];
    match path {
        "metadata.labels" | "metadata.annotations" => {
            let map = &metadata[&path["metadata.".len()..]];
            let quoted: Vec<String> = pairs(map)
                .iter()
                .filter_map(|pair| pair.split_once('='))
                .map(|(key, value)| format!("{key}={value:?}"))
                .collect();
            quoted.join("\n")
        }
        "metadata.name" | "metadata.namespace" | "metadata.uid" => {
            shown(&metadata[&path["metadata.".len()..]])
        }
        _ => String::new(),
    }
}

/// What a container may use of a resource, in units of a divisor.
fn resource_of(container: &Value, resource: &str, divisor: &Value) -> String {
    let Some((field, name)) = resource.split_once('.') else {
        return String::new();
    };
    let quantity = |value: &Value| Quantity::from_json(value).ok();
    let amount = quantity(&container["resources"][field][name]);
    let divisor = quantity(divisor).filter(|divisor| !divisor.is_zero());
    let in_units = |of: fn(Quantity) -> i64| {
        let unit = divisor
            .map_or_else(|| of(Quantity::from_value(1)), of)
            .max(1);
        let amount = amount.map_or(0, of);
        amount.div_euclid(unit) + i64::from(amount.rem_euclid(unit) > 0)
    };
    let value = if name == "cpu" {
        in_units(Quantity::milli_value)
    } else {
        in_units(Quantity::value)
    };
    if value == 0 && field == "limits" && matches!(name, "cpu" | "memory") {
        return "node allocatable".to_owned();
    }
    value.to_string()
}
