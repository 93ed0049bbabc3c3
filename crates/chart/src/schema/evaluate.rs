//! Whether a value fits a schema, and why it does not.
//!
//! This walks value and schema together, in the order of Helm's validator, to tell what is wrong where, and what
//! explains what. Of a schema only that is looked at which the value leads to.

mod array;
mod logic;
mod object;
mod rest;
mod scalar;

use std::collections::HashMap;

use gostd::regexp::Regexp;
use referencing::{Draft, Error, Resolver, ResourceRef};
use serde_json::{Map, Value};

use super::fault::Fault;
use super::message;
use super::path::Path;
use rest::Rest;

/// References that lead to each other are followed no deeper than this.
const MAX_DEPTH: usize = 500;

/// A schema with what its references are relative to.
#[derive(Clone)]
pub(super) struct Schema<'r> {
    pub(super) value: &'r Value,
    pub(super) resolver: Resolver<'r>,
    pub(super) draft: Draft,
}

/// A value and where it stands in its document.
#[derive(Clone, Copy)]
struct Instance<'a> {
    value: &'a Value,
    path: &'a Path<'a>,
    depth: usize,
    /// Whether a schema wants to know what no other one has looked at.
    is_tracked: bool,
}

/// What of a value no subschema has looked at, if nothing is wrong with it.
type Outcome = Result<Rest, Fault>;

/// What an evaluation has found out about the schema.
#[derive(Default)]
struct Evaluation<'r> {
    /// A reference that leads nowhere.
    unresolved: Option<Error>,
    /// The patterns so far; none for one that cannot be understood.
    patterns: HashMap<&'r str, Option<Regexp>>,
    /// The references that are being followed, the innermost last: the schema and the value.
    following: Vec<(*const Value, *const Value)>,
}

impl<'r> Evaluation<'r> {
    fn pattern(&mut self, pattern: &'r str) -> Option<&Regexp> {
        let compiled = self.patterns.entry(pattern);
        compiled
            .or_insert_with(|| Regexp::compile(pattern).ok())
            .as_ref()
    }

    /// Whether the same value is already being checked against a schema by a reference.
    fn is_following(&self, schema: &Value, value: &Value) -> bool {
        let mut innermost = self.following.iter().rev();
        innermost
            .by_ref()
            .take_while(|(_, other)| std::ptr::eq(*other, value))
            .any(|(other, _)| std::ptr::eq(*other, schema))
    }
}

/// What is wrong with a value, if something is.
///
/// # Errors
/// A reference that leads nowhere.
pub(super) fn evaluate(schema: &Schema<'_>, value: &Value) -> Result<Option<Fault>, Error> {
    let instance = Instance {
        value,
        path: &Path::Root,
        depth: 0,
        is_tracked: false,
    };
    let mut evaluation = Evaluation::default();
    let outcome = check(schema, instance, &mut evaluation);
    match evaluation.unresolved {
        Some(error) => Err(error),
        None => Ok(outcome.err()),
    }
}

/// The evaluation of one schema for one value.
struct Check<'r, 'a, 'e> {
    schema: &'e Schema<'r>,
    keywords: &'r Map<String, Value>,
    instance: Instance<'a>,
    faults: Vec<Fault>,
    rest: Rest,
    evaluation: &'e mut Evaluation<'r>,
}

fn check<'r>(
    schema: &Schema<'r>,
    mut instance: Instance<'_>,
    evaluation: &mut Evaluation<'r>,
) -> Outcome {
    let keywords = match schema.value {
        Value::Bool(false) => {
            let path = instance.path.pointer();
            return Err(Fault::new(&path, "false schema", Vec::new()));
        }
        Value::Object(keywords) if instance.depth <= MAX_DEPTH => keywords,
        _ => return Ok(Rest::of(&instance)),
    };
    instance.is_tracked |=
        keywords.contains_key("unevaluatedProperties") || keywords.contains_key("unevaluatedItems");
    let mut check = Check {
        schema,
        keywords,
        rest: Rest::of(&instance),
        instance,
        faults: Vec::new(),
        evaluation,
    };
    check.run();
    match Fault::all(|| check.instance.path.pointer(), check.faults) {
        Some(fault) => Err(fault),
        None => Ok(check.rest),
    }
}

impl<'r, 'a> Check<'r, 'a, '_> {
    fn run(&mut self) {
        let has_ref = self.keywords.contains_key("$ref");
        let is_old = self.is_before(Draft::Draft201909);
        if has_ref && is_old {
            self.reference("$ref");
            return;
        }
        if self.settled() {
            return;
        }
        if has_ref {
            self.reference("$ref");
        }
        match self.instance.value {
            Value::Object(object) => self.object(object),
            Value::Array(array) => self.array(array),
            Value::String(text) => self.string(text),
            Value::Number(number) => self.number(number.as_f64().unwrap_or_default()),
            Value::Null | Value::Bool(_) => {}
        }
        if !is_old {
            self.reference("$recursiveRef");
            self.reference("$dynamicRef");
        }
        self.logic();
        if !is_old {
            self.unevaluated();
        }
    }

    /// Whether the value is of the wrong type or none of those allowed: nothing else is looked at then.
    fn settled(&mut self) -> bool {
        let value = self.instance.value;
        if let Some(wanted) = self.keywords.get("type") {
            let wanted: Vec<&str> = match wanted {
                Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
                name => name.as_str().into_iter().collect(),
            };
            let own = message::type_of(value);
            let is_whole = || value.as_f64().is_some_and(|number| number.fract() == 0.0);
            let fits = wanted.contains(&own)
                || (own == "number" && wanted.contains(&"integer") && is_whole());
            if !wanted.is_empty() && !fits {
                self.fault(format!("got {own}, want {}", message::types(&wanted)));
                return true;
            }
        }
        if let Some(wanted) = self.keywords.get("const")
            && !self.is_before(Draft::Draft6)
            && !equal(wanted, value)
        {
            self.fault(message::constant(wanted));
            return true;
        }
        if let Some(options) = self.keywords.get("enum").and_then(Value::as_array)
            && !options.iter().any(|option| equal(option, value))
        {
            self.fault(message::allowed(options));
            return true;
        }
        false
    }

    fn is_before(&self, draft: Draft) -> bool {
        self.schema.draft < draft
    }

    fn fault(&mut self, message: impl Into<String>) {
        self.fault_with(message, Vec::new());
    }

    fn fault_with(&mut self, message: impl Into<String>, causes: Vec<Fault>) {
        let fault = Fault::new(&self.instance.path.pointer(), message, causes);
        self.faults.push(fault);
    }

    /// The schema that a keyword has, or one of those.
    fn subschema(&self, value: &'r Value) -> Option<Schema<'r>> {
        let draft = self.schema.draft;
        let resource = ResourceRef::new(value, draft);
        let resolver = self.schema.resolver.in_subresource(resource).ok()?;
        Some(Schema {
            value,
            resolver,
            draft,
        })
    }

    /// Checks the value itself against another schema.
    fn in_place(&mut self, value: &'r Value) -> Outcome {
        match self.subschema(value) {
            Some(schema) => check(&schema, self.deeper(), self.evaluation),
            None => Ok(Rest::default()),
        }
    }

    fn deeper(&self) -> Instance<'a> {
        Instance {
            depth: self.instance.depth + 1,
            ..self.instance
        }
    }

    /// Checks the value itself and takes over what comes of it.
    fn apply(&mut self, value: &'r Value) {
        let outcome = self.in_place(value);
        self.take(outcome);
    }

    fn take(&mut self, outcome: Outcome) {
        match outcome {
            Ok(rest) => self.rest.keep_only(&rest),
            Err(fault) => self.faults.push(fault),
        }
    }

    /// Checks a part of the value, which stands at `path`.
    fn part(&mut self, value: &'r Value, part: &Value, path: &Path<'_>) -> Option<Fault> {
        let schema = self.subschema(value)?;
        let instance = Instance {
            value: part,
            path,
            depth: self.instance.depth + 1,
            is_tracked: false,
        };
        check(&schema, instance, self.evaluation).err()
    }

    fn reference(&mut self, keyword: &str) {
        let Some(reference) = self.keywords.get(keyword).and_then(Value::as_str) else {
            return;
        };
        let resolver = &self.schema.resolver;
        let found = match keyword {
            "$recursiveRef" => resolver.lookup_recursive_ref(),
            _ => resolver.lookup(reference),
        };
        match found {
            Ok(found) => {
                let schema = Schema::from(found);
                self.follow(&schema);
            }
            Err(error) => self.evaluation.unresolved = Some(error),
        }
    }

    /// Checks the value itself against a schema that is referred to, which must not lead back to itself.
    fn follow(&mut self, schema: &Schema<'r>) {
        let value = self.instance.value;
        if self.evaluation.is_following(schema.value, value) {
            return self.fault("reference cycle");
        }
        self.evaluation.following.push((schema.value, value));
        let outcome = check(schema, self.deeper(), self.evaluation);
        self.evaluation.following.pop();
        let path = self.instance.path;
        self.take(outcome.map_err(|fault| fault.together(|| path.pointer())));
    }
}

/// Equality of JSON values, in which all numbers of the same size are one.
fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let same = |(key, a): (&String, &Value)| b.get(key).is_some_and(|b| equal(a, b));
            a.len() == b.len() && a.iter().all(same)
        }
        _ => a == b,
    }
}
