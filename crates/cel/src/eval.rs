//! Evaluation.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::ast::{Comprehension, Element, Entry, Expr, Loop, Node};
use crate::cost;
use crate::error::EvaluationError;
use crate::functions;
use crate::overloads;
use crate::value::{Key, Value};

/// The steps that evaluations may take.
#[derive(Debug, Clone)]
pub struct Budget {
    left: u64,
}

impl Budget {
    /// So many steps.
    #[must_use]
    pub fn new(steps: u64) -> Self {
        Self { left: steps }
    }

    /// The steps that are left.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Pays for steps.
    ///
    /// # Errors
    /// More steps than are left, which are then none.
    pub fn spend(&mut self, steps: u64) -> Result<(), EvaluationError> {
        let left = self.left.checked_sub(steps);
        self.left = left.unwrap_or_default();
        left.map(|_| ()).ok_or(EvaluationError::CostLimit)
    }
}

type Evaluated = Result<Value, EvaluationError>;

/// An evaluation with the names that are in scope.
pub(crate) struct Evaluation<'a> {
    scope: Vec<(String, Value)>,
    budget: &'a mut Budget,
}

impl<'a> Evaluation<'a> {
    pub(crate) fn new(variables: &[(&str, Value)], budget: &'a mut Budget) -> Self {
        let scope = variables
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect();
        Self { scope, budget }
    }

    pub(crate) fn value(&mut self, expr: &Expr) -> Evaluated {
        match &expr.node {
            Node::Literal(value) => Ok(value.clone()),
            Node::Ident(name) => {
                self.budget.spend(1)?;
                self.ident(name)
            }
            Node::Select {
                operand,
                field,
                optional,
            } => {
                self.budget.spend(1)?;
                let operand = self.value(operand)?;
                select(&operand, field, *optional)
            }
            Node::Has { operand, field } => {
                self.budget.spend(1)?;
                let operand = self.value(operand)?;
                has(&operand, field)
            }
            Node::Call {
                function,
                target,
                args,
            } => self.call(function, target.as_deref(), args),
            Node::List(elements) => self.list(elements),
            Node::Map(entries) => self.map(entries),
            Node::Comprehension(inner) => self.comprehension(inner),
        }
    }

    fn ident(&self, name: &str) -> Evaluated {
        let found = self.scope.iter().rev().find(|(known, _)| known == name);
        if let Some((_, value)) = found {
            return Ok(value.clone());
        }
        functions::standard::type_named(name)
            .map(Value::Type)
            .ok_or_else(|| EvaluationError::NoSuchAttribute(name.to_owned()))
    }

    fn call(&mut self, function: &str, target: Option<&Expr>, args: &[Expr]) -> Evaluated {
        match (function, args) {
            ("_&&_", [left, right]) => return self.logical(left, right, false),
            ("_||_", [left, right]) => return self.logical(left, right, true),
            ("_?_:_", [condition, yes, no]) => {
                return match self.value(condition)? {
                    Value::Bool(true) => self.value(yes),
                    Value::Bool(false) => self.value(no),
                    _ => Err(EvaluationError::NoSuchOverload),
                };
            }
            ("orValue" | "or", [default]) => {
                if let Some(target) = target {
                    return self.or(function, target, default);
                }
            }
            _ => {}
        }
        let qualified = target
            .and_then(Expr::qualified_name)
            .map(|prefix| format!("{prefix}.{function}"))
            .filter(|name| overloads::of(name).is_some());
        let mut values = Vec::with_capacity(args.len() + 1);
        if let (None, Some(target)) = (&qualified, target) {
            values.push(self.value(target)?);
        }
        for arg in args {
            values.push(self.value(arg)?);
        }
        let sizes: usize = values.iter().map(Value::len).sum();
        self.budget.spend(1 + cost::traversal(sizes as u64))?;
        functions::call(qualified.as_deref().unwrap_or(function), &values)
    }

    /// `&&` and `||`: what one side decides holds whatever is wrong with the other.
    fn logical(&mut self, left: &Expr, right: &Expr, decided_by: bool) -> Evaluated {
        let left = self.value(left);
        if left == Ok(Value::Bool(decided_by)) || left == Err(EvaluationError::CostLimit) {
            return left;
        }
        let right = self.value(right);
        match (left, right) {
            (_, Ok(Value::Bool(right))) if right == decided_by => Ok(Value::Bool(decided_by)),
            (_, Err(EvaluationError::CostLimit)) => Err(EvaluationError::CostLimit),
            (Err(error), _) => Err(error),
            (Ok(Value::Bool(_)), Ok(Value::Bool(right))) => Ok(Value::Bool(right)),
            (Ok(Value::Bool(_)), Err(error)) => Err(error),
            _ => Err(EvaluationError::NoSuchOverload),
        }
    }

    fn or(&mut self, function: &str, target: &Expr, default: &Expr) -> Evaluated {
        self.budget.spend(1)?;
        match self.value(target)? {
            Value::Optional(Some(inner)) if function == "orValue" => Ok((*inner).clone()),
            some @ Value::Optional(Some(_)) => Ok(some),
            Value::Optional(None) => self.value(default),
            _ => Err(EvaluationError::NoSuchOverload),
        }
    }

    fn list(&mut self, elements: &[Element]) -> Evaluated {
        self.budget.spend(cost::LIST)?;
        let mut items = Vec::with_capacity(elements.len());
        for element in elements {
            match (element.optional, self.value(&element.value)?) {
                (true, Value::Optional(inner)) => items.extend(inner.map(|inner| (*inner).clone())),
                (true, _) => return Err(EvaluationError::NoSuchOverload),
                (false, value) => items.push(value),
            }
        }
        Ok(Value::list(items))
    }

    fn map(&mut self, entries: &[Entry]) -> Evaluated {
        self.budget.spend(cost::MAP)?;
        let mut map = BTreeMap::new();
        for entry in entries {
            let key = Key::of(&self.value(&entry.key)?).ok_or(EvaluationError::NoSuchOverload)?;
            match (entry.optional, self.value(&entry.value)?) {
                (true, Value::Optional(inner)) => {
                    map.extend(inner.map(|inner| (key, (*inner).clone())));
                }
                (true, _) => return Err(EvaluationError::NoSuchOverload),
                (false, value) => {
                    map.insert(key, value);
                }
            }
        }
        Ok(Value::Map(Arc::new(map)))
    }

    fn comprehension(&mut self, inner: &Comprehension) -> Evaluated {
        let range = self.value(&inner.range)?;
        if let (Loop::Optional | Loop::FlatOptional, Value::Optional(found)) = (inner.kind, &range)
        {
            return self.optional(inner, found.as_deref());
        }
        let steps = steps(&range, inner.variables.len())?;
        let outer = self.scope.len();
        let result = self.steps(inner, steps);
        self.scope.truncate(outer);
        result
    }

    fn optional(&mut self, inner: &Comprehension, found: Option<&Value>) -> Evaluated {
        let Some(found) = found else {
            return Ok(Value::Optional(None));
        };
        self.scope.push((inner.variables[0].clone(), found.clone()));
        let value = self.value(&inner.body);
        self.scope.pop();
        match inner.kind {
            Loop::Optional => value.map(Value::some),
            _ => value,
        }
    }

    fn steps(&mut self, inner: &Comprehension, steps: Vec<(Key, Vec<Value>)>) -> Evaluated {
        let outer = self.scope.len();
        let (mut items, mut map) = (Vec::new(), BTreeMap::new());
        let (mut count, mut fault) = (0, None);
        for (key, values) in steps {
            self.budget.spend(1)?;
            self.scope.truncate(outer);
            self.scope
                .extend(inner.variables.iter().cloned().zip(values.iter().cloned()));
            if let Some(filter) = &inner.filter {
                match self.value(filter)? {
                    Value::Bool(true) => {}
                    Value::Bool(false) => continue,
                    _ => return Err(EvaluationError::NoSuchOverload),
                }
            }
            let found = self.value(&inner.body);
            match (inner.kind, found) {
                (_, Err(EvaluationError::CostLimit)) => return Err(EvaluationError::CostLimit),
                (Loop::All, Ok(Value::Bool(false))) => return Ok(Value::Bool(false)),
                (Loop::Exists, Ok(Value::Bool(true))) => return Ok(Value::Bool(true)),
                (Loop::All | Loop::Exists, Ok(Value::Bool(_))) => {}
                // A later step may still decide.
                (Loop::All | Loop::Exists, Err(error)) => fault = fault.or(Some(error)),
                (Loop::ExistsOne, Ok(Value::Bool(holds))) => count += usize::from(holds),
                (Loop::Filter, Ok(Value::Bool(holds))) => {
                    if holds {
                        items.extend(values.into_iter().next());
                    }
                }
                (Loop::List, found) => items.push(found?),
                (Loop::Map, found) => {
                    map.insert(key, found?);
                }
                (Loop::Entries, Ok(Value::Map(entries))) => {
                    for (key, value) in entries.iter() {
                        if map.insert(key.clone(), value.clone()).is_some() {
                            return Err(EvaluationError::KeyIsTaken(functions::standard::text(
                                &key.value(),
                            )));
                        }
                    }
                }
                (_, Err(error)) => return Err(error),
                (_, Ok(_)) => return Err(EvaluationError::NoSuchOverload),
            }
        }
        if let Some(fault) = fault {
            return Err(fault);
        }
        Ok(match inner.kind {
            Loop::All => Value::Bool(true),
            Loop::Exists => Value::Bool(false),
            Loop::ExistsOne => Value::Bool(count == 1),
            Loop::Map | Loop::Entries => Value::Map(Arc::new(map)),
            Loop::List | Loop::Filter | Loop::Optional | Loop::FlatOptional => Value::list(items),
        })
    }
}

/// The values that the variables of a comprehension have one after another, each with its key.
fn steps(range: &Value, variables: usize) -> Result<Vec<(Key, Vec<Value>)>, EvaluationError> {
    Ok(match range {
        Value::List(list) => {
            let items = list.items.iter().enumerate();
            items
                .map(|(index, item)| {
                    let key = Key::Int(index as i128);
                    let values = match variables {
                        1 => vec![item.clone()],
                        _ => vec![key.value(), item.clone()],
                    };
                    (key, values)
                })
                .collect()
        }
        Value::Map(map) => map
            .iter()
            .map(|(key, value)| {
                let values = match variables {
                    1 => vec![key.value()],
                    _ => vec![key.value(), value.clone()],
                };
                (key.clone(), values)
            })
            .collect(),
        _ => return Err(EvaluationError::NoSuchOverload),
    })
}

fn select(operand: &Value, field: &str, optional: bool) -> Evaluated {
    if let Value::Optional(inner) = operand {
        return match inner {
            Some(inner) => select(inner, field, true),
            None => Ok(Value::Optional(None)),
        };
    }
    let Value::Map(map) = operand else {
        return Err(EvaluationError::NoSuchOverload);
    };
    match (map.get(&Key::string(field)), optional) {
        (Some(value), false) => Ok(value.clone()),
        (Some(value), true) => Ok(Value::some(value.clone())),
        (None, true) => Ok(Value::Optional(None)),
        (None, false) => Err(EvaluationError::NoSuchKey(field.to_owned())),
    }
}

fn has(operand: &Value, field: &str) -> Evaluated {
    match operand {
        Value::Map(map) => Ok(Value::Bool(map.contains_key(&Key::string(field)))),
        Value::Optional(inner) => inner
            .as_deref()
            .map_or(Ok(Value::Bool(false)), |inner| has(inner, field)),
        _ => Err(EvaluationError::NoSuchOverload),
    }
}
