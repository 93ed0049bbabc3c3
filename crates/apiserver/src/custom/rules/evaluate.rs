//! Holding an object against the rules of its schema.

use apimachinery::field::{Error, FieldPath};
use cel::{Budget, EvaluationError};
use serde_json::{Map, Value};

use super::{Reason, Rule, Rules, field_path};
use crate::custom::structural::{ListType, Structural};
use crate::custom::validate::counterpart;

/// What one evaluation may cost.
const PER_CALL: u64 = 1_000_000;
/// What the rules of one object may cost.
const PER_OBJECT: u64 = 10_000_000;
const MAX_MESSAGE: usize = 5 * 1024;

impl Rules {
    /// The rules that an object breaks. What an update leaves as it was is tolerated by rules that do not look at what was.
    pub(crate) fn validate(
        &self,
        object: &Value,
        old: Option<&Value>,
        schema: &Structural,
    ) -> Vec<Error> {
        let mut check = Check {
            budget: Budget::new(PER_OBJECT),
            errors: Vec::new(),
        };
        let done = check.value(self, schema, &FieldPath::root(), object, old);
        if done.is_none() {
            check.errors.push(
                Error::invalid(
                    &FieldPath::root(),
                    Value::Null,
                    "validation failed due to running out of cost budget, no further validation rules will be run",
                )
                .without_value(),
            );
        }
        check.errors
    }
}

struct Check {
    budget: Budget,
    errors: Vec<Error>,
}

impl Check {
    /// A value and what is in it; nothing once the budget is used up.
    fn value(
        &mut self,
        rules: &Rules,
        schema: &Structural,
        path: &FieldPath,
        value: &Value,
        old: Option<&Value>,
    ) -> Option<()> {
        // The rules of what holds the value have to say what its absence means.
        if value.is_null() {
            return Some(());
        }
        let old = old.filter(|old| !old.is_null());
        if !rules.own.is_empty() {
            let this = rules.decl.value(value);
            let before = old.map(|old| rules.decl.value(old));
            for rule in &rules.own {
                if let Some(error) = self.rule(rule, &this, before.as_ref()) {
                    let is_tolerated = old == Some(value) && !rule.uses_old_self();
                    if !is_tolerated {
                        self.errors.push(told(rule, schema, path, value, error));
                    }
                }
                if self.budget.left() == 0 {
                    return None;
                }
            }
        }
        match value {
            Value::Object(map) => self.fields(rules, schema, path, map, old),
            Value::Array(items) => self.items(rules, schema, path, items, old),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Some(()),
        }
    }

    fn fields(
        &mut self,
        rules: &Rules,
        schema: &Structural,
        path: &FieldPath,
        map: &Map<String, Value>,
        old: Option<&Value>,
    ) -> Option<()> {
        let old = old.filter(|_| !rules.atomic_map);
        for (name, value) in map {
            let inner = match schema.properties.contains_key(name) {
                true => rules
                    .fields
                    .get(name)
                    .map(|inner| (inner, path.child(name))),
                false => rules
                    .additional
                    .as_deref()
                    .map(|inner| (inner, path.key(name))),
            };
            if let (Some((inner, path)), Some(schema)) = (inner, schema.field(name)) {
                let old = old.and_then(|old| old.get(name));
                self.value(inner, schema, &path, value, old)?;
            }
        }
        Some(())
    }

    fn items(
        &mut self,
        rules: &Rules,
        schema: &Structural,
        path: &FieldPath,
        items: &[Value],
        old: Option<&Value>,
    ) -> Option<()> {
        let (Some(inner), Some(schema)) = (rules.items.as_deref(), schema.items.as_deref()) else {
            return Some(());
        };
        let old = old.and_then(Value::as_array);
        let is_keyed = matches!(rules.list_type, ListType::Map(_));
        for (index, item) in items.iter().enumerate() {
            let before = old
                .filter(|_| is_keyed)
                .and_then(|old| counterpart(&rules.list_type, item, old));
            self.value(inner, schema, &path.index(index), item, before)?;
        }
        Some(())
    }

    /// What a rule has against a value.
    fn rule(
        &mut self,
        rule: &Rule,
        this: &cel::Value,
        before: Option<&cel::Value>,
    ) -> Option<Broken> {
        let old = match (rule.source.optional_old_self, before) {
            (Some(true), before) => {
                cel::Value::Optional(before.map(|before| std::sync::Arc::new(before.clone())))
            }
            (_, Some(before)) => before.clone(),
            (_, None) if rule.uses_old_self() => return None,
            (_, None) => cel::Value::Null,
        };
        let variables = [("self", this.clone()), ("oldSelf", old)];
        match self.evaluate(&rule.program, &variables) {
            Ok(cel::Value::Bool(true)) => None,
            Ok(_) => Some(Broken::Rule(self.message(rule, &variables))),
            Err(error) => Some(Broken::Evaluation(error)),
        }
    }

    fn evaluate(
        &mut self,
        program: &cel::Program,
        variables: &[(&str, cel::Value)],
    ) -> Result<cel::Value, EvaluationError> {
        let granted = self.budget.left().min(PER_CALL);
        let mut own = Budget::new(granted);
        let result = program.evaluate(variables, &mut own);
        self.budget.spend(granted - own.left())?;
        result
    }

    /// The message that an expression makes, if it makes one that can be told.
    fn message(&mut self, rule: &Rule, variables: &[(&str, cel::Value)]) -> Option<String> {
        let program = rule.message.as_ref()?;
        let Ok(cel::Value::String(text)) = self.evaluate(program, variables) else {
            return None;
        };
        let text = text.trim();
        (!text.is_empty() && !text.contains('\n') && text.len() <= MAX_MESSAGE)
            .then(|| text.to_owned())
    }
}

/// How a value has failed.
enum Broken {
    /// The rule does not hold, and its expression says why.
    Rule(Option<String>),
    Evaluation(EvaluationError),
}

fn told(
    rule: &Rule,
    schema: &Structural,
    path: &FieldPath,
    value: &Value,
    broken: Broken,
) -> Error {
    let source = &rule.source;
    let name = match source.message.trim() {
        "" => source.rule.trim(),
        message => message,
    };
    match broken {
        Broken::Rule(message) => {
            let detail = message.unwrap_or_else(|| match source.message.trim() {
                "" => format!("failed rule: {name}"),
                message => message.to_owned(),
            });
            let blamed = field_path(schema, &source.field_path, path);
            error(
                source.reason(),
                blamed.as_ref().unwrap_or(path),
                value,
                detail,
            )
        }
        Broken::Evaluation(fault) => {
            let detail = match fault {
                EvaluationError::NoSuchOverload => format!(
                    "'{fault}': call arguments did not match a supported operator, function or macro signature for rule: {name}"
                ),
                EvaluationError::CostLimit => format!(
                    "'{fault}': no further validation rules will be run due to call cost exceeds limit for rule: {name}"
                ),
                fault => format!("{fault} evaluating rule: {name}"),
            };
            error(Reason::Invalid, path, value, detail)
        }
    }
}

/// The error, with the value if it is short.
fn error(reason: Reason, path: &FieldPath, value: &Value, detail: String) -> Error {
    let error = match reason {
        Reason::Invalid => Error::invalid(path, value.clone(), detail),
        Reason::Duplicate => Error::duplicate(path, value.clone()),
        Reason::Forbidden => return Error::forbidden(path, detail),
        Reason::Required => return Error::required(path, detail),
    };
    match value {
        Value::Object(_) | Value::Array(_) => error.without_value(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => error,
    }
}
