//! Regular expressions in RE2 syntax. Expressions are compiled once for a function map.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use gostd::regexp::{Error, Regexp, quote_meta};
use gotmpl::{CallError, List, Str, Type, Value};

use crate::function::{Named, Result, binary, ternary, unary};

/// Compiled expressions kept at most; templates that compute their expressions start over beyond it.
const MAX_COMPILED: usize = 1000;

/// Expressions that were compiled before.
#[derive(Clone, Default)]
struct Expressions(Rc<RefCell<HashMap<Str, Rc<Regexp>>>>);

impl Expressions {
    fn compile(&self, expression: &Str) -> std::result::Result<Rc<Regexp>, Error> {
        if let Some(compiled) = self.0.borrow().get(expression) {
            return Ok(Rc::clone(compiled));
        }
        let compiled = Rc::new(Regexp::compile(&expression.to_str())?);
        let mut kept = self.0.borrow_mut();
        if kept.len() >= MAX_COMPILED {
            kept.clear();
        }
        kept.insert(expression.clone(), Rc::clone(&compiled));
        Ok(compiled)
    }

    /// For the functions whose name starts with `must`: the plain error.
    fn required(&self, expression: &Str) -> Result<Rc<Regexp>> {
        self.compile(expression)
            .map_err(|error| CallError::new(error.to_string()))
    }

    /// For the others, which panic in Go's `regexp.MustCompile`.
    fn panicking(&self, expression: &Str) -> Result<Rc<Regexp>> {
        self.compile(expression).map_err(|error| {
            let text = expression.to_str();
            let shown = if text.contains('`') {
                gostd::strconv::quote(text.as_ref())
            } else {
                format!("`{text}`")
            };
            CallError::new(format!("regexp: Compile({shown}): {error}"))
        })
    }
}

type Compile = fn(&Expressions, &Str) -> Result<Rc<Regexp>>;

pub(crate) fn functions() -> Vec<Named> {
    let expressions = Expressions::default();
    let panicking: Compile = Expressions::panicking;
    let required: Compile = Expressions::required;
    let compiled = |compile: Compile| {
        let expressions = expressions.clone();
        move |expression: &Str| compile(&expressions, expression)
    };
    let quiet = expressions.clone();
    let mut functions = vec![
        (
            "regexMatch",
            binary(move |expression: Str, text: Str| {
                quiet.compile(&expression).is_ok_and(|e| e.is_match(&text))
            }),
        ),
        (
            "regexQuoteMeta",
            unary(|text: Str| Str::from(quote_meta(text.as_bytes()))),
        ),
    ];
    let regexp = compiled(required);
    functions.push((
        "mustRegexMatch",
        binary(move |expression: Str, text: Str| Ok(regexp(&expression)?.is_match(&text))),
    ));
    for (name, compile) in [("regexFind", panicking), ("mustRegexFind", required)] {
        let regexp = compiled(compile);
        functions.push((
            name,
            binary(move |e: Str, text: Str| {
                Ok(Str::from(
                    regexp(&e)?.find(text.as_bytes()).unwrap_or_default(),
                ))
            }),
        ));
    }
    for (name, compile) in [("regexFindAll", panicking), ("mustRegexFindAll", required)] {
        let regexp = compiled(compile);
        functions.push((
            name,
            ternary(move |e: Str, text: Str, limit: i64| {
                Ok(texts(
                    Some(regexp(&e)?.find_all(text.as_bytes(), limit)).filter(|f| !f.is_empty()),
                ))
            }),
        ));
    }
    for (name, compile) in [
        ("regexReplaceAll", panicking),
        ("mustRegexReplaceAll", required),
    ] {
        let regexp = compiled(compile);
        functions.push((
            name,
            ternary(move |e: Str, text: Str, new: Str| {
                Ok(Str::from(
                    regexp(&e)?.replace_all(text.as_bytes(), new.as_bytes()),
                ))
            }),
        ));
    }
    for (name, compile) in [
        ("regexReplaceAllLiteral", panicking),
        ("mustRegexReplaceAllLiteral", required),
    ] {
        let regexp = compiled(compile);
        functions.push((
            name,
            ternary(move |e: Str, text: Str, new: Str| {
                Ok(Str::from(
                    regexp(&e)?.replace_all_literal(text.as_bytes(), new.as_bytes()),
                ))
            }),
        ));
    }
    for (name, compile) in [("regexSplit", panicking), ("mustRegexSplit", required)] {
        let regexp = compiled(compile);
        functions.push((
            name,
            ternary(move |e: Str, text: Str, limit: i64| {
                Ok(texts(regexp(&e)?.split(text.as_bytes(), limit)))
            }),
        ));
    }
    functions
}

/// A `[]string`; nil for none.
fn texts(parts: Option<Vec<&[u8]>>) -> Value {
    match parts {
        Some(parts) => Value::strings(parts),
        None => Value::List(List::nil(&Type::String)),
    }
}
