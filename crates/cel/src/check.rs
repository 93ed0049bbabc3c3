//! The types and the cost of an expression.

use std::sync::Arc;

use crate::ast::{Comprehension, Element, Entry, Expr, Loop, Node};
use crate::cost;
use crate::decl::{Decl, Shape};
use crate::overloads::{self, Overload};
use crate::parser::Issue;
use crate::types::{Bindings, Type, join};
use crate::value::Value;

/// What is known of an expression without its value.
#[derive(Debug, Clone)]
pub(crate) struct Checked {
    pub(crate) of: Type,
    /// The most that it costs to evaluate it.
    pub(crate) cost: u64,
    /// The most elements that its value has.
    pub(crate) size: u64,
    /// The part of a declaration that it is a value of.
    pub(crate) decl: Option<Arc<Decl>>,
}

impl Checked {
    fn new(of: Type, cost: u64) -> Self {
        let size = if of.is_scalar() { 1 } else { u64::MAX };
        Self {
            of,
            cost,
            size,
            decl: None,
        }
    }

    fn declared(decl: &Arc<Decl>, cost: u64) -> Self {
        Self {
            of: Type::of(decl),
            cost,
            size: decl.max_elements,
            decl: Some(decl.clone()),
        }
    }

    fn sized(mut self, size: u64) -> Self {
        self.size = size;
        self
    }
}

/// Goes through a tree with the names that are in scope.
pub(crate) struct Checker {
    scope: Vec<(String, Checked)>,
    issues: Vec<Issue>,
}

const TYPE_NAMES: [&str; 10] = [
    "bool",
    "int",
    "uint",
    "double",
    "string",
    "bytes",
    "list",
    "map",
    "null_type",
    "type",
];

impl Checker {
    pub(crate) fn new(variables: &[(&str, Arc<Decl>)]) -> Self {
        let scope = variables
            .iter()
            .map(|(name, decl)| ((*name).to_owned(), Checked::declared(decl, 1)))
            .collect();
        Self {
            scope,
            issues: Vec::new(),
        }
    }

    /// What was found wrong.
    pub(crate) fn issues(self) -> Vec<Issue> {
        self.issues
    }

    /// An expression whose type is not known because something is wrong with it.
    fn fault(&mut self, position: usize, text: String) -> Checked {
        self.issues.push((position, text));
        Checked::new(Type::Dyn, 0)
    }

    pub(crate) fn expression(&mut self, expr: &Expr) -> Checked {
        match &expr.node {
            Node::Literal(value) => literal(value),
            Node::Ident(name) => self.ident(name, expr.position),
            Node::Select {
                operand,
                field,
                optional,
            } => {
                let operand = self.expression(operand);
                self.select(&operand, field, *optional, expr.position)
            }
            Node::Has { operand, field } => {
                let operand = self.expression(operand);
                let selected = self.select(&operand, field, false, expr.position);
                Checked::new(Type::Bool, selected.cost)
            }
            Node::Call {
                function,
                target,
                args,
            } => self.call(expr.position, function, target.as_deref(), args),
            Node::List(elements) => self.list(elements),
            Node::Map(entries) => self.map(entries),
            Node::Comprehension(inner) => self.comprehension(inner, expr.position),
        }
    }

    fn ident(&mut self, name: &str, position: usize) -> Checked {
        if let Some((_, found)) = self.scope.iter().rev().find(|(known, _)| known == name) {
            return Checked {
                cost: 1,
                ..found.clone()
            };
        }
        if TYPE_NAMES.contains(&name) {
            return Checked::new(Type::Type, 1);
        }
        self.fault(
            position,
            format!("undeclared reference to '{name}' (in container '')"),
        )
    }

    fn select(
        &mut self,
        operand: &Checked,
        field: &str,
        optional: bool,
        position: usize,
    ) -> Checked {
        let cost = operand.cost.saturating_add(1);
        let wrap = |found: Checked, optional: bool| match optional {
            true => Checked::new(Type::Optional(Box::new(found.of)), cost),
            false => found,
        };
        let (of, decl, optional) =
            match (&operand.of, operand.decl.as_ref().map(|decl| &decl.shape)) {
                (Type::Optional(inner), Some(Shape::Optional(decl))) => {
                    ((**inner).clone(), Some(decl.clone()), true)
                }
                (Type::Optional(inner), _) => ((**inner).clone(), None, true),
                (of, _) => (of.clone(), operand.decl.clone(), optional),
            };
        match of {
            Type::Object(decl) => match decl.field(field) {
                Some(decl) => wrap(Checked::declared(decl, cost), optional),
                None => self.fault(position, format!("undefined field '{field}'")),
            },
            Type::Map(_, value) => {
                let element = decl.as_ref().and_then(|decl| decl.element());
                let found = element.map_or_else(
                    || Checked::new(*value, cost),
                    |decl| Checked::declared(decl, cost),
                );
                wrap(found, optional)
            }
            Type::Dyn => wrap(Checked::new(Type::Dyn, cost), optional),
            other => self.fault(
                position,
                format!("type '{other}' does not support field selection"),
            ),
        }
    }

    fn call(
        &mut self,
        position: usize,
        function: &str,
        target: Option<&Expr>,
        args: &[Expr],
    ) -> Checked {
        let qualified = target
            .and_then(Expr::qualified_name)
            .map(|prefix| format!("{prefix}.{function}"))
            .filter(|name| overloads::of(name).is_some());
        let (function, target) = match &qualified {
            Some(name) => (&**name, None),
            None => (function, target),
        };
        let mut operands: Vec<Checked> = Vec::new();
        operands.extend(target.map(|target| self.expression(target)));
        operands.extend(args.iter().map(|arg| self.expression(arg)));
        let Some(overloads) = overloads::of(function) else {
            let text = format!("undeclared reference to '{function}' (in container '')");
            return self.fault(position, text);
        };
        let Some(of) = resolve(overloads, target.is_some(), &operands) else {
            let text = mismatch(function, target.is_some(), &operands);
            return self.fault(position, text);
        };
        let mut found = Checked::new(of, cost::of_call(function, &operands));
        if !found.of.is_scalar() {
            found.size = cost::size_of_call(function, &operands);
        }
        if function == "_[_]" {
            let element = operands[0].decl.as_ref().and_then(|decl| decl.element());
            if let Some(decl) = element {
                found = Checked::declared(decl, found.cost);
            }
        }
        found
    }

    fn list(&mut self, elements: &[Element]) -> Checked {
        let mut cost = cost::LIST;
        let mut of: Option<Type> = None;
        for element in elements {
            let found = self.expression(&element.value);
            cost = cost.saturating_add(found.cost);
            let inner = match (element.optional, found.of) {
                (true, Type::Optional(inner)) => *inner,
                (_, of) => of,
            };
            of = Some(of.map_or(inner.clone(), |known| join(&known, &inner)));
        }
        let list = Type::List(Box::new(of.unwrap_or(Type::Dyn)));
        Checked::new(list, cost).sized(elements.len() as u64)
    }

    fn map(&mut self, entries: &[Entry]) -> Checked {
        let mut cost = cost::MAP;
        let mut of: Option<(Type, Type)> = None;
        for entry in entries {
            let (key, value) = (self.expression(&entry.key), self.expression(&entry.value));
            cost = cost.saturating_add(key.cost).saturating_add(value.cost);
            let value = match (entry.optional, value.of) {
                (true, Type::Optional(inner)) => *inner,
                (_, of) => of,
            };
            of = Some(match of {
                None => (key.of, value),
                Some((known, held)) => (join(&known, &key.of), join(&held, &value)),
            });
        }
        let (key, value) = of.unwrap_or((Type::Dyn, Type::Dyn));
        let map = Type::Map(Box::new(key), Box::new(value));
        Checked::new(map, cost).sized(entries.len() as u64)
    }

    fn comprehension(&mut self, inner: &Comprehension, position: usize) -> Checked {
        let range = self.expression(&inner.range);
        let Some(variables) = variables(inner, &range) else {
            let text = format!(
                "expression of type '{}' cannot be range of a comprehension (must be list, map, or dynamic)",
                range.of
            );
            return self.fault(inner.range.position.min(position), text);
        };
        let outer = self.scope.len();
        self.scope
            .extend(inner.variables.iter().cloned().zip(variables));
        let filter = inner.filter.as_ref().map(|filter| self.predicate(filter));
        let is_predicate = matches!(
            inner.kind,
            Loop::All | Loop::Exists | Loop::ExistsOne | Loop::Filter
        );
        let body = match is_predicate {
            true => self.predicate(&inner.body),
            false => self.expression(&inner.body),
        };
        self.scope.truncate(outer);
        let filter_cost = filter.map_or(0, |filter| filter.cost);
        let cost = cost::of_loop(inner.kind, &range, filter_cost.saturating_add(body.cost));
        let size = range.size;
        match inner.kind {
            Loop::All | Loop::Exists | Loop::ExistsOne => Checked::new(Type::Bool, cost),
            Loop::Filter => match &range.of {
                Type::Map(key, _) => Checked::new(Type::List(key.clone()), cost).sized(size),
                _ => Checked { cost, ..range },
            },
            Loop::List => Checked::new(Type::List(Box::new(body.of)), cost).sized(size),
            Loop::Map => {
                let key = match &range.of {
                    Type::Map(key, _) => key.clone(),
                    _ => Box::new(Type::Int),
                };
                Checked::new(Type::Map(key, Box::new(body.of)), cost).sized(size)
            }
            Loop::Entries => match body.of {
                Type::Map(..) | Type::Dyn => Checked::new(body.of, cost).sized(size),
                of => {
                    let text = format!(
                        "found no matching overload for 'cel.@mapInsert' applied to '(map(dyn, dyn), {of})'"
                    );
                    self.fault(inner.body.position, text)
                }
            },
            Loop::Optional => Checked::new(Type::Optional(Box::new(body.of)), cost),
            Loop::FlatOptional => Checked::new(body.of, cost),
        }
    }

    /// An expression that has to be a boolean.
    fn predicate(&mut self, expr: &Expr) -> Checked {
        let found = self.expression(expr);
        if !matches!(found.of, Type::Bool | Type::Dyn) {
            let text = format!("expected type 'bool' but found '{}'", found.of);
            self.issues.push((expr.position, text));
        }
        found
    }
}

fn literal(value: &Value) -> Checked {
    let of = match value {
        Value::Bool(_) => Type::Bool,
        Value::Int(_) => Type::Int,
        Value::Uint(_) => Type::Uint,
        Value::Double(_) => Type::Double,
        Value::String(_) => Type::String,
        Value::Bytes(_) => Type::Bytes,
        _ => Type::Null,
    };
    Checked::new(of, 0).sized(value.len() as u64)
}

/// What the variables of a comprehension stand for; nothing if the range is none.
fn variables(inner: &Comprehension, range: &Checked) -> Option<Vec<Checked>> {
    let element = |of: &Type| match range.decl.as_ref().and_then(|decl| decl.element()) {
        Some(decl) => Checked::declared(decl, 1),
        None => Checked::new(of.clone(), 1),
    };
    let is_optional = matches!(inner.kind, Loop::Optional | Loop::FlatOptional);
    let (key, value) = match &range.of {
        Type::Optional(item) if is_optional => {
            let found = match range.decl.as_ref().map(|decl| &decl.shape) {
                Some(Shape::Optional(decl)) => Checked::declared(decl, 1),
                _ => Checked::new((**item).clone(), 1),
            };
            return Some(vec![found]);
        }
        Type::List(item) => (Checked::new(Type::Int, 1), element(item)),
        Type::Map(key, value) => (Checked::new((**key).clone(), 1), element(value)),
        Type::Dyn => (Checked::new(Type::Dyn, 1), Checked::new(Type::Dyn, 1)),
        _ => return None,
    };
    Some(match (inner.variables.len(), &range.of) {
        (1, Type::Map(..)) => vec![key],
        (1, _) => vec![value],
        _ => vec![key, value],
    })
}

/// The type of a call's result; nothing if no overload takes such arguments.
fn resolve(overloads: &[Overload], is_method: bool, operands: &[Checked]) -> Option<Type> {
    let mut result: Option<Type> = None;
    let fitting = overloads.iter().filter(|overload| {
        overload.is_method == is_method && overload.args.len() == operands.len()
    });
    for overload in fitting {
        let mut bindings = Bindings::default();
        let accepted = overload
            .args
            .iter()
            .zip(operands)
            .all(|(wanted, operand)| bindings.accept(wanted, &operand.of));
        if accepted {
            let of = bindings.resolve(&overload.result);
            result = Some(result.map_or(of.clone(), |known| join(&known, &of)));
        }
    }
    result
}

fn mismatch(function: &str, is_method: bool, operands: &[Checked]) -> String {
    let types = |operands: &[Checked]| -> String {
        let names: Vec<String> = operands
            .iter()
            .map(|operand| operand.of.to_string())
            .collect();
        names.join(", ")
    };
    let applied = match (is_method, operands.split_first()) {
        (true, Some((target, args))) => format!("{}.({})", target.of, types(args)),
        _ => format!("({})", types(operands)),
    };
    format!("found no matching overload for '{function}' applied to '{applied}'")
}
