//! What the rules in a schema must look like, and what they may cost.

use apimachinery::field::{Error, FieldPath};
use serde_json::Value;

use crate::custom::rules::{Declared, Reason, Rule, RuleSource, declare, field_path};
use crate::custom::structural::{Additional, ListType, Structural};

/// What one rule may be estimated to cost.
const PER_RULE: u64 = 10_000_000;
/// What all rules of a schema may be estimated to cost.
const PER_SCHEMA: u64 = 100_000_000;
/// So many of the most expensive rules are named.
const NAMED: usize = 4;

/// Checks the words of rules, wherever in a schema they are.
pub(super) fn validate_words(schema: &Value, path: &FieldPath, errors: &mut Vec<Error>) {
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        validate_words(inner, &path.child("properties").key(name), errors);
    }
    for key in ["items", "additionalProperties"] {
        if schema[key].is_object() {
            validate_words(&schema[key], &path.child(key), errors);
        }
    }
    let rules = super::items(&schema["x-kubernetes-validations"]).map(RuleSource::parse);
    for (index, rule) in rules.enumerate() {
        let at = path.child("x-kubernetes-validations").index(index);
        words(&rule, schema, &at, errors);
    }
}

fn words(rule: &RuleSource, schema: &Value, path: &FieldPath, errors: &mut Vec<Error>) {
    let has_newlines = |text: &str| text.contains(['\n', '\r']);
    let (text, message) = (rule.rule.trim(), rule.message.trim());
    let at = path.child("message");
    if text.is_empty() {
        errors.push(Error::required(
            &path.child("rule"),
            "rule is not specified",
        ));
    } else if !rule.message.is_empty() && message.is_empty() {
        let detail = "message must be non-empty if specified";
        errors.push(Error::invalid(&at, &*rule.message, detail));
    } else if has_newlines(message) {
        let detail = "message must not contain line breaks";
        errors.push(Error::invalid(&at, &*rule.message, detail));
    } else if has_newlines(text) && message.is_empty() {
        let detail = "message must be specified if rule contains line breaks";
        errors.push(Error::required(&at, detail));
    }
    if !rule.message_expression.is_empty() && rule.message_expression.trim().is_empty() {
        let at = path.child("messageExpression");
        errors.push(Error::required(&at, "must be non-empty if specified"));
    }
    if let Some(reason) = &rule.reason
        && !Reason::KNOWN.contains(&&**reason)
    {
        errors.push(Error::not_supported(
            &path.child("reason"),
            &**reason,
            Reason::KNOWN,
        ));
    }
    if rule.field_path.is_empty() {
        return;
    }
    let at = path.child("fieldPath");
    let wrong = if rule.field_path.trim().is_empty() {
        "fieldPath must be non-empty if specified"
    } else if has_newlines(&rule.field_path) {
        "fieldPath must not contain line breaks"
    } else if field_path(
        &Structural::parse(schema),
        &rule.field_path,
        &FieldPath::root(),
    )
    .is_none()
    {
        "fieldPath must be a valid path"
    } else {
        return;
    };
    errors.push(Error::invalid(&at, &*rule.field_path, wrong));
}

/// Compiles the rules of a schema and estimates what they cost.
pub(super) fn validate(schema: &Value, path: &FieldPath, errors: &mut Vec<Error>) {
    let schema = Structural::parse(schema);
    let mut costs = Costs {
        all: Vec::new(),
        errors,
    };
    costs.schema(&schema, path, &Place::root());
    let total = costs
        .all
        .iter()
        .fold(0_u64, |sum, (_, cost)| sum.saturating_add(*cost));
    if total <= PER_SCHEMA {
        return;
    }
    let mut all = std::mem::take(&mut costs.all);
    all.sort_by_key(|(_, cost)| std::cmp::Reverse(*cost));
    let expensive = all
        .iter()
        .take(NAMED)
        .filter(|(_, cost)| *cost > PER_SCHEMA / 100);
    for (at, _) in expensive {
        let detail = "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";
        errors.push(Error::forbidden(at, detail));
    }
    let what = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
    errors.push(Error::forbidden(path, over(what, total, PER_SCHEMA)));
}

/// Where in an object the values of a schema are.
struct Place {
    /// How many of them there can be, if lists and maps around them are limited.
    cardinality: Option<u64>,
    /// The part in which an old value cannot be found for a new one.
    uncorrelatable: Option<FieldPath>,
    is_resource: bool,
}

impl Place {
    fn root() -> Self {
        Self {
            cardinality: Some(1),
            uncorrelatable: None,
            is_resource: true,
        }
    }

    /// Inside of it, where there are so many for each, and old ones can be found or not.
    fn inside(&self, times: Option<u64>, is_correlatable: bool, path: &FieldPath) -> Self {
        let product = self.cardinality.zip(times);
        let here = || (!is_correlatable).then(|| path.clone());
        Self {
            cardinality: product.map(|(outer, times)| outer.saturating_mul(times)),
            uncorrelatable: self.uncorrelatable.clone().or_else(here),
            is_resource: false,
        }
    }
}

struct Costs<'a> {
    all: Vec<(FieldPath, u64)>,
    errors: &'a mut Vec<Error>,
}

impl Costs<'_> {
    fn schema(&mut self, schema: &Structural, path: &FieldPath, place: &Place) {
        if !schema.has_rules() {
            return;
        }
        let constraints = &schema.constraints;
        for (name, inner) in &schema.properties {
            let path = path.child("properties").key(name);
            let place = place.inside(Some(1), !schema.atomic_map, &path);
            self.schema(inner, &path, &place);
        }
        if let Some(inner) = &schema.items {
            let is_keyed = matches!(schema.list_type, ListType::Map(_));
            let place = place.inside(constraints.max_items, is_keyed, path);
            self.schema(inner, &path.child("items"), &place);
        }
        if let Some(Additional::Schema(inner)) = &schema.additional {
            let place = place.inside(constraints.max_properties, !schema.atomic_map, path);
            self.schema(inner, &path.child("additionalProperties"), &place);
        }
        let Some(declared) = declare(schema, place.is_resource || schema.embedded) else {
            return;
        };
        for (index, rule) in schema.rules.iter().map(RuleSource::parse).enumerate() {
            let at = path.child("x-kubernetes-validations").index(index);
            self.rule(rule, &declared, &at, place);
        }
    }

    fn rule(&mut self, source: RuleSource, declared: &Declared, path: &FieldPath, place: &Place) {
        let shown = source.shown();
        let rule = match Rule::compile(source, &declared.decl) {
            Ok(rule) => rule,
            Err(error) => {
                let key = if error.is_of_message() {
                    "messageExpression"
                } else {
                    "rule"
                };
                let at = path.child(key);
                self.errors
                    .push(Error::invalid(&at, Value::Null, error.to_string()).shown_as(shown));
                return;
            }
        };
        let times = place
            .cardinality
            .unwrap_or_else(|| declared.max_cardinality());
        let cost = rule.program.estimated_cost().saturating_mul(times);
        self.observe(&path.child("rule"), "estimated rule cost", cost);
        if let Some(message) = &rule.message {
            let at = path.child("messageExpression");
            self.observe(
                &at,
                "estimated messageExpression cost",
                message.estimated_cost(),
            );
        }
        if !rule.uses_old_self() {
            if rule.source.optional_old_self.is_some() {
                let detail = "may not be set if oldSelf is not used in rule";
                let flag = rule.source.optional_old_self;
                self.errors
                    .push(Error::invalid(&path.child("optionalOldSelf"), flag, detail));
            }
        } else if let Some(part) = &place.uncorrelatable {
            let detail = format!(
                "oldSelf cannot be used on the uncorrelatable portion of the schema within {part}"
            );
            self.errors.push(Error::invalid(
                &path.child("rule"),
                rule.source.rule,
                detail,
            ));
        }
    }

    fn observe(&mut self, path: &FieldPath, what: &str, cost: u64) {
        if cost > PER_RULE {
            self.errors
                .push(Error::forbidden(path, over(what, cost, PER_RULE)));
        }
        self.all.push((path.clone(), cost));
    }
}

fn over(what: &str, cost: u64, limit: u64) -> String {
    let factor = cost as f64 / limit as f64;
    let factor = if factor > 100.0 {
        "more than 100x".to_owned()
    } else if factor < 1.5 {
        format!("{factor:.6}x")
    } else {
        format!("{factor:.1}x")
    };
    format!(
        "{what} exceeds budget by factor of {factor} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)"
    )
}
