//! Objects through a JSONPath template.

use apimachinery::jsonpath::{JsonPath, MissingKeys};
use serde_json::Value;

use super::json;
use crate::CommandError;

/// A template such as `{.metadata.name}`.
#[derive(Debug)]
pub(crate) struct JsonPathTemplate {
    text: String,
    path: JsonPath,
}

impl JsonPathTemplate {
    /// Reads a template.
    pub(crate) fn new(text: &str, allow_missing: bool) -> Result<JsonPathTemplate, CommandError> {
        let missing_keys = if allow_missing {
            MissingKeys::Allow
        } else {
            MissingKeys::Fail
        };
        let path = parse(text, missing_keys)?;
        Ok(JsonPathTemplate {
            text: text.to_owned(),
            path,
        })
    }

    /// The text for an object.
    pub(crate) fn print(&self, object: &Value) -> Result<String, CommandError> {
        self.path
            .execute(object)
            .map_err(|error| self.failed(&error))
    }

    /// What was found, as a JSON list.
    pub(crate) fn print_as_json(&self, object: &Value) -> Result<String, CommandError> {
        let results = self
            .path
            .find_results(object)
            .map_err(|error| self.failed(&error))?;
        let found: Vec<Value> = results.into_iter().flatten().collect();
        Ok(format!("{}\n", json(&Value::Array(found))))
    }

    fn failed(&self, error: &apimachinery::jsonpath::Error) -> CommandError {
        CommandError::told(format!("error executing jsonpath {:?}: {error}", self.text))
    }
}

/// What an expression of a path finds: `.metadata.name`, `{.metadata.name}` or `metadata.name`.
pub(crate) fn find(expression: &str, object: &Value) -> Result<Vec<Value>, CommandError> {
    let path = parse(&relaxed(expression), MissingKeys::Allow)?;
    let results = path
        .find_results(object)
        .map_err(|error| CommandError::told(error.to_string()))?;
    Ok(results.into_iter().flatten().collect())
}

fn parse(text: &str, missing_keys: MissingKeys) -> Result<JsonPath, CommandError> {
    JsonPath::parse(text, missing_keys)
        .map_err(|error| CommandError::told(format!("error parsing jsonpath {text}, {error}")))
}

/// An expression with the braces and the leading dot that people leave off.
fn relaxed(expression: &str) -> String {
    let inner = expression
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'))
        .unwrap_or(expression);
    let dot = if inner.starts_with(['.', '$', '[']) {
        ""
    } else {
        "."
    };
    format!("{{{dot}{inner}}}")
}

/// A value as a cell of a table shows it.
pub(crate) fn cell(value: &Value) -> String {
    match value {
        Value::Null => "<none>".to_owned(),
        Value::String(text) => text.clone(),
        Value::Object(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|(key, value)| format!("{key}:{}", nested(value)))
                .collect();
            format!("map[{}]", fields.join(" "))
        }
        Value::Array(items) => format!(
            "[{}]",
            items.iter().map(nested).collect::<Vec<_>>().join(" ")
        ),
        other => other.to_string(),
    }
}

/// A value inside another, as Go prints it.
fn nested(value: &Value) -> String {
    if value.is_null() {
        "<nil>".to_owned()
    } else {
        cell(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn braces_and_dot_may_be_left_off() {
        let object = json!({"metadata": {"name": "web"}});
        for expression in [
            "metadata.name",
            ".metadata.name",
            "{.metadata.name}",
            "{metadata.name}",
        ] {
            assert_eq!(find(expression, &object).unwrap(), [json!("web")]);
        }
    }

    #[test]
    fn collections_in_a_cell_look_as_in_go() {
        assert_eq!(
            cell(&json!({"a": [1, null], "b": "x"})),
            "map[a:[1 <nil>] b:x]"
        );
    }
}
