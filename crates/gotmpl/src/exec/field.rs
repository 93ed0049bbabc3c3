//! Fields, keys and methods.

use super::operand::Operand;
use super::{Execution, Result};
use crate::error::{ExecError, MissingPath};
use crate::node::{Term, TermKind};
use crate::options::MissingKey;
use crate::value::{Map, Object, Str, Value};

impl Execution<'_> {
    /// Fields of a parenthesised pipeline or a function's result.
    pub(super) fn chain(
        &mut self,
        dot: &Operand,
        of: &Term,
        fields: &[Str],
        arguments: &[Term],
        last: Option<Operand>,
    ) -> Result<Operand> {
        if let TermKind::Nil = of.kind {
            return Err(self.error(format!("indirection through explicit nil in {of}")));
        }
        let receiver = self.operand(dot, of)?;
        self.fields(dot, &receiver, fields, arguments, last)
    }

    /// Follows a path of fields. Only the last one can be a method that gets the arguments.
    pub(super) fn fields(
        &mut self,
        dot: &Operand,
        receiver: &Operand,
        fields: &[Str],
        arguments: &[Term],
        last: Option<Operand>,
    ) -> Result<Operand> {
        let (final_field, path) = fields.split_last().expect("a field term has a field");
        let start = receiver;
        let mut found: Option<Operand> = None;
        for (index, field) in path.iter().enumerate() {
            let receiver = found.as_ref().unwrap_or(start);
            let next = self.field(dot, receiver, field, &[], None);
            found = Some(next.map_err(|error| explain(error, start, fields, index))?);
        }
        let receiver = found.as_ref().unwrap_or(start);
        self.field(dot, receiver, final_field, arguments, last)
            .map_err(|error| explain(error, start, fields, path.len()))
    }

    fn field(
        &mut self,
        dot: &Operand,
        receiver: &Operand,
        name: &Str,
        arguments: &[Term],
        last: Option<Operand>,
    ) -> Result<Operand> {
        let has_arguments = !arguments.is_empty() || last.is_some();
        match &receiver.value {
            Value::Nil if receiver.interface => {
                Err(self.error(format!("nil pointer evaluating interface {{}}.{name}")))
            }
            Value::Nil if self.templates.options().missing_key == MissingKey::Error => {
                let name = gostd::strconv::quote(name);
                Err(self.error(format!("nil data; no entry for key {name}")))
            }
            Value::Nil => Ok(Operand::default()),
            Value::Map(map)
                if let Some(method) = map
                    .name()
                    .and_then(|named| (named.method)(map, &name.to_str())) =>
            {
                let at = self.at;
                self.call(dot, &method, at, &name.to_str(), arguments, last)
            }
            Value::Map(_) if has_arguments => {
                Err(self.error(format!("{name} is not a method but has arguments")))
            }
            Value::Map(map) => self.key(map, name),
            Value::Object(object) => {
                let object = std::rc::Rc::clone(object);
                self.member(dot, receiver, &*object, name, arguments, last)
            }
            _ => Err(self.no_field(receiver, name)),
        }
    }

    /// The value of a key, with what a missing one means.
    fn key(&self, map: &Map, name: &Str) -> Result<Operand> {
        let element = *map.element();
        if let Some(value) = map.get(name) {
            return Ok(Operand::element(value, element));
        }
        match self.templates.options().missing_key {
            MissingKey::Invalid => Ok(Operand::default()),
            MissingKey::Zero => Ok(Operand::element(Value::zero(element), element)),
            MissingKey::Error => {
                let name = gostd::strconv::quote(name);
                Err(self.error(format!("map has no entry for key {name}")))
            }
        }
    }

    /// A method or field of a host object.
    fn member(
        &mut self,
        dot: &Operand,
        receiver: &Operand,
        object: &dyn Object,
        name: &Str,
        arguments: &[Term],
        last: Option<Operand>,
    ) -> Result<Operand> {
        let text = name.to_str();
        if let Some(method) = object.method(&text) {
            let at = self.at;
            return self.call(dot, &method, at, &text, arguments, last);
        }
        let has_arguments = !arguments.is_empty() || last.is_some();
        if let Some(field) = object.field(&text) {
            if has_arguments {
                let message = format!("{name} has arguments but cannot be invoked as function");
                return Err(self.error(message));
            }
            return Ok(Operand::concrete(field));
        }
        match object.underlying() {
            Some(Value::Map(_)) if has_arguments => {
                Err(self.error(format!("{name} is not a method but has arguments")))
            }
            Some(Value::Map(map)) => self.key(&map, name),
            _ => Err(self.no_field(receiver, name)),
        }
    }

    fn no_field(&self, receiver: &Operand, name: &Str) -> ExecError {
        let type_name = receiver.type_name();
        self.error(format!("can't evaluate field {name} in type {type_name}"))
    }
}

/// Adds to an error how far the path could be followed.
fn explain(mut error: ExecError, start: &Operand, fields: &[Str], failed: usize) -> ExecError {
    let mut value = start.value.clone();
    let mut found = 0;
    let mut keys = keys_of(&value);
    for field in &fields[..failed] {
        let next = match &value {
            Value::Map(map) => map.get(field),
            Value::Object(object) => object.field(&field.to_str()),
            _ => None,
        };
        match next {
            Some(next) if !matches!(next, Value::Nil) => {
                keys = keys_of(&next);
                value = next;
                found += 1;
            }
            _ => break,
        }
    }
    if error.missing().is_none() && error.cause().is_none() {
        error.set_missing(MissingPath {
            path: fields.to_vec(),
            found,
            keys,
        });
    }
    error
}

fn keys_of(value: &Value) -> Vec<Str> {
    match value {
        Value::Map(map) => map.keys(),
        Value::Object(object) => object
            .fields()
            .into_iter()
            .map(|(name, _)| Str::from(name))
            .collect(),
        _ => Vec::new(),
    }
}
