//! The text of a selector as the structure that objects hold.

use apimachinery::selector::{LabelSelector, Operator, ParseError};
use serde_json::{Map, Value, json};

use crate::CommandError;

/// A selector's text as the structure that objects hold.
pub(crate) fn label_selector(text: &str) -> Result<Value, CommandError> {
    let selector: LabelSelector = text.parse().map_err(|error: ParseError| {
        CommandError::told(format!(
            "couldn't parse the selector string {text:?}: {error}"
        ))
    })?;
    let (mut labels, mut expressions) = (Map::new(), Vec::new());
    for requirement in selector.requirements() {
        let values: Vec<&str> = requirement.values().collect();
        let key = requirement.key();
        let operator = match requirement.operator() {
            Operator::Equals | Operator::DoubleEquals => {
                labels.insert(key.to_owned(), values.concat().into());
                continue;
            }
            Operator::In => "In",
            Operator::NotIn => "NotIn",
            Operator::Exists => "Exists",
            Operator::DoesNotExist => "DoesNotExist",
            Operator::NotEquals => return Err(not_an_operator("!=")),
            Operator::GreaterThan => return Err(not_an_operator("gt")),
            Operator::LessThan => return Err(not_an_operator("lt")),
        };
        let mut expression = json!({"key": key, "operator": operator});
        if !values.is_empty() {
            expression["values"] = values.into();
        }
        expressions.push(expression);
    }
    let mut structure = Map::new();
    if !labels.is_empty() {
        structure.insert("matchLabels".to_owned(), Value::Object(labels));
    }
    if !expressions.is_empty() {
        structure.insert("matchExpressions".to_owned(), expressions.into());
    }
    Ok(Value::Object(structure))
}

fn not_an_operator(operator: &str) -> CommandError {
    CommandError::told(format!(
        "{operator:?} is not a valid label selector operator"
    ))
}
