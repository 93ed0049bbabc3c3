//! Objects through a Go template.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gotmpl::{
    CallError, FuncMap, Function, Map, MissingKey, Options, Templates, Type, Value as Go,
};
use serde_json::Value;

use crate::CommandError;

const NAME: &str = "output";

/// A template of Go's text/template.
#[derive(Debug)]
pub(crate) struct GoTemplate {
    text: String,
    templates: Templates,
}

impl GoTemplate {
    /// Reads a template.
    pub(crate) fn new(text: &str, allow_missing: bool) -> Result<GoTemplate, CommandError> {
        let missing_key = if allow_missing {
            MissingKey::Invalid
        } else {
            MissingKey::Error
        };
        let mut templates = Templates::new(
            NAME,
            functions(),
            Options {
                missing_key,
                ..Options::default()
            },
        );
        templates.parse(NAME, text).map_err(|error| {
            CommandError::told(format!("error parsing template {text}, {error}"))
        })?;
        Ok(GoTemplate {
            text: text.to_owned(),
            templates,
        })
    }

    /// The text for an object.
    pub(crate) fn print(&self, object: &Value) -> Result<String, CommandError> {
        let out = self
            .templates
            .execute(NAME, &go_value(object))
            .map_err(|error| {
                CommandError::told(format!("error executing template {:?}: {error}", self.text))
            })?;
        Ok(String::from_utf8_lossy(&out).into_owned())
    }
}

/// What kubectl adds to Go's own functions.
fn functions() -> FuncMap {
    let mut functions = FuncMap::new();
    functions.insert(
        "base64decode",
        Function::new(&[Type::String], |arguments| match arguments {
            [Go::String(text)] => match STANDARD.decode(text.as_bytes()) {
                Ok(bytes) => Ok(Go::string(bytes)),
                Err(_) => Err(CallError::new(format!(
                    "base64 decode failed: {}",
                    text.to_str()
                ))),
            },
            _ => Err(CallError::new("base64decode takes a string")),
        }),
    );
    functions
}

fn go_value(value: &Value) -> Go {
    match value {
        Value::Null => Go::Nil,
        Value::Bool(value) => Go::Bool(*value),
        Value::Number(number) => match number.as_i64() {
            Some(integer) => Go::Int64(integer),
            None => Go::Float64(number.as_f64().unwrap_or_default()),
        },
        Value::String(text) => Go::from(text.as_str()),
        Value::Array(items) => Go::list(items.iter().map(go_value).collect()),
        Value::Object(fields) => Go::from(
            fields
                .iter()
                .map(|(key, value)| (key.as_str(), go_value(value)))
                .collect::<Map>(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn printed(template: &str) -> String {
        let object =
            json!({"metadata": {"name": "web"}, "spec": {"replicas": 3}, "data": {"k": "aGk="}});
        GoTemplate::new(template, true)
            .unwrap()
            .print(&object)
            .unwrap()
    }

    #[test]
    fn fields_and_secrets_are_reached() {
        assert_eq!(printed("{{.metadata.name}}={{.spec.replicas}}"), "web=3");
        assert_eq!(
            printed("{{.data.k | base64decode}} {{.gone}}"),
            "hi <no value>"
        );
    }
}
