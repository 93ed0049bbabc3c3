//! What `--for` asks for.

use serde_json::Value;

use crate::CommandError;
use crate::printers::find;

/// A state to wait for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// The object is there.
    Created,
    /// The object is gone.
    Deleted,
    /// A condition of the status has a value.
    Status { name: String, value: String },
    /// A field has a value, or any value.
    Field { path: String, value: Option<String> },
}

impl Condition {
    /// Reads the flag.
    pub(super) fn parse(text: &str) -> Result<Condition, CommandError> {
        match text.to_lowercase().as_str() {
            "create" => return Ok(Condition::Created),
            "delete" => return Ok(Condition::Deleted),
            _ => {}
        }
        if let Some(rest) = text.strip_prefix("condition=") {
            let (name, value) = rest.split_once('=').unwrap_or((rest, "true"));
            return Ok(Condition::Status {
                name: name.to_owned(),
                value: value.to_owned(),
            });
        }
        if let Some(rest) = text.strip_prefix("jsonpath=") {
            return field(rest);
        }
        let shown = if text.is_empty() {
            "[]".to_owned()
        } else {
            format!("{text:?}")
        };
        Err(CommandError::told(format!(
            "unrecognized condition: {shown}"
        )))
    }

    /// Whether the object is as wanted.
    pub(super) fn is_met(&self, object: &Value) -> Result<bool, CommandError> {
        match self {
            Condition::Created => Ok(true),
            Condition::Deleted => Ok(false),
            Condition::Status { name, value } => Ok(status_is(object, name, value)),
            Condition::Field { path, value } => {
                let found = find(path, object)?;
                Ok(match (found.as_slice(), value) {
                    ([only], Some(value)) => shown(only) == *value,
                    (found, None) => !found.is_empty(),
                    _ => false,
                })
            }
        }
    }
}

fn field(text: &str) -> Result<Condition, CommandError> {
    let split = text.rfind('}').map(|end| text.split_at(end + 1));
    let (path, rest) = split.unwrap_or_else(|| {
        text.split_once('=')
            .map_or((text, ""), |(path, _)| (path, &text[path.len()..]))
    });
    let value = match rest {
        "" => None,
        rest => match rest.strip_prefix('=') {
            Some("") | None => {
                return Err(CommandError::told(
                    "jsonpath wait has to have a value after equal sign, like --for=jsonpath='{.status.readyReplicas}'=3",
                ));
            }
            Some(value) => Some(value.trim_matches(['\'', '"']).to_owned()),
        },
    };
    if path.trim().is_empty() {
        return Err(CommandError::told("jsonpath expression cannot be empty"));
    }
    Ok(Condition::Field {
        path: path.trim_matches('\'').to_owned(),
        value,
    })
}

/// A condition only counts once the controller has seen the object as it is.
fn status_is(object: &Value, name: &str, value: &str) -> bool {
    let conditions = object["status"]["conditions"]
        .as_array()
        .into_iter()
        .flatten();
    let generation = object["metadata"]["generation"].as_i64();
    conditions
        .into_iter()
        .filter(|condition| text_is(&condition["type"], name))
        .any(|condition| {
            let observed = condition["observedGeneration"]
                .as_i64()
                .or(object["status"]["observedGeneration"].as_i64());
            let stale = observed
                .zip(generation)
                .is_some_and(|(observed, generation)| observed < generation);
            !stale && text_is(&condition["status"], value)
        })
}

fn text_is(value: &Value, text: &str) -> bool {
    value
        .as_str()
        .is_some_and(|value| value.eq_ignore_ascii_case(text))
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn conditions_are_read() {
        let status = |name: &str, value: &str| Condition::Status {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        assert_eq!(
            Condition::parse("condition=Available").unwrap(),
            status("Available", "true")
        );
        assert_eq!(
            Condition::parse("condition=Ready=false").unwrap(),
            status("Ready", "false")
        );
        let field = Condition::Field {
            path: "{.status.phase}".to_owned(),
            value: Some("Running".to_owned()),
        };
        assert_eq!(
            Condition::parse("jsonpath={.status.phase}=Running").unwrap(),
            field
        );
        assert!(Condition::parse("").is_err());
    }

    #[test]
    fn a_stale_condition_does_not_count() {
        let object = json!({
            "metadata": {"generation": 2},
            "status": {"observedGeneration": 1, "conditions": [{"type": "Available", "status": "True"}]},
        });
        assert!(!status_is(&object, "available", "true"));
    }
}
