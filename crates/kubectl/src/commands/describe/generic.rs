//! Objects of kinds that nobody knows more about: every field, a line each.

use serde_json::{Map, Value};

use super::context::Context;
use super::events;
use super::text::Text;
use crate::object::{self, shown};
use cliruntime::ApiError;

/// Fields that stand at the top already, or that are for machines.
const SKIPPED: [&str; 5] = [
    ".metadata.managedFields",
    ".metadata.name",
    ".metadata.namespace",
    ".metadata.labels",
    ".metadata.annotations",
];

/// Words that are written in capitals.
const ACRONYMS: [&str; 5] = ["API", "URL", "UID", "OSB", "GUID"];

/// Describes any object and what has happened to it.
///
/// # Errors
/// If the events cannot be read.
pub(super) async fn describe(object: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    text.field(0, "Name", object::name(object));
    text.field(0, "Namespace", object::namespace(object));
    text.labels("", "Labels", &object["metadata"]["labels"]);
    text.annotations("Annotations", &object["metadata"]["annotations"]);
    if let Value::Object(fields) = object {
        content(&mut text, 0, fields, "");
    }
    events::append(&mut text, object, context).await?;
    Ok(text)
}

fn content(text: &mut Text, level: usize, fields: &Map<String, Value>, above: &str) {
    for (name, value) in fields {
        let path = format!("{above}.{name}");
        if SKIPPED.contains(&path.as_str()) {
            continue;
        }
        let label = label(name);
        match value {
            Value::Object(fields) => {
                text.line(level, format!("{label}:"));
                content(text, level + 1, fields, &path);
            }
            Value::Array(items) => {
                text.line(level, format!("{label}:"));
                for item in items {
                    match item {
                        Value::Object(fields) => content(text, level + 1, fields, &path),
                        other => text.line(level + 1, scalar(other)),
                    }
                }
            }
            other => text.field(level, &label, scalar(other)),
        }
    }
}

fn scalar(value: &Value) -> String {
    match value {
        Value::Null => "<nil>".to_owned(),
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(float) => gostd::strconv::format_float(float, 'g', -1),
            None => number.to_string(),
        },
        other => shown(other),
    }
}

/// A field's name as a title: `creationTimestamp` is `Creation Timestamp`.
fn label(field: &str) -> String {
    if field.chars().any(|c| !c.is_alphabetic() && c != '-') {
        return field.to_owned();
    }
    let words: Vec<String> = words(field)
        .into_iter()
        .map(|word| {
            let upper = word.to_uppercase();
            if ACRONYMS.contains(&upper.as_str()) {
                return upper;
            }
            let mut letters = word.chars();
            match letters.next() {
                Some(first) => first.to_uppercase().chain(letters).collect(),
                None => word,
            }
        })
        .collect();
    words.join(" ")
}

/// The words of a name in camel case; the last capital of several begins the word that follows.
fn words(field: &str) -> Vec<String> {
    let class = |c: char| (c.is_lowercase(), c.is_uppercase());
    let mut words: Vec<String> = Vec::new();
    let mut last = None;
    for c in field.chars() {
        match words.last_mut() {
            Some(word) if last == Some(class(c)) => word.push(c),
            _ => words.push(c.to_string()),
        }
        last = Some(class(c));
    }
    for i in 1..words.len() {
        let begins_lower = words[i].starts_with(char::is_lowercase);
        if begins_lower
            && words[i - 1].starts_with(char::is_uppercase)
            && let Some(capital) = words[i - 1].pop()
        {
            words[i].insert(0, capital);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::label;

    #[test]
    fn names_become_titles() {
        let cases = [
            ("creationTimestamp", "Creation Timestamp"),
            ("apiVersion", "API Version"),
            ("uid", "UID"),
            ("openAPIV3Schema", "openAPIV3Schema"),
            ("x-kubernetes-validations", "X - Kubernetes - Validations"),
            ("dnsPolicy", "Dns Policy"),
            ("externalURL", "External URL"),
            ("HTTPServer", "HTTP Server"),
        ];
        for (field, title) in cases {
            assert_eq!(label(field), title);
        }
    }
}
