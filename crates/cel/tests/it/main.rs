//! Expressions with what a Kubernetes API server makes of them.

mod compile;
mod cost;
mod evaluate;
mod libraries;

use std::collections::BTreeMap;
use std::sync::Arc;

use cel::{Budget, Decl, DeclField, ListKind, Program, Shape, Value, escape};
use serde_json::json;

fn decl(shape: Shape, max_elements: u64) -> Arc<Decl> {
    Arc::new(Decl {
        shape,
        max_elements,
    })
}

fn list(items: Arc<Decl>, kind: ListKind, max: u64) -> Arc<Decl> {
    decl(Shape::List { items, kind }, max)
}

fn object(name: &str, fields: &[(&str, Arc<Decl>)]) -> Arc<Decl> {
    let fields: BTreeMap<String, DeclField> = fields
        .iter()
        .map(|(name, decl)| {
            let escaped = escape(name).expect("the name can be written").into_owned();
            let decl = decl.clone();
            ((*name).to_owned(), DeclField { escaped, decl })
        })
        .collect();
    let name = name.to_owned();
    decl(Shape::Object { name, fields }, u64::MAX)
}

/// What `self` is in the cases.
fn this() -> Arc<Decl> {
    let text = || decl(Shape::String, 40);
    let item = object(
        "selfType.items.@idx",
        &[("name", text()), ("port", decl(Shape::Int, 1))],
    );
    object(
        "selfType",
        &[
            ("size", decl(Shape::Int, 1)),
            ("ratio", decl(Shape::Double, 1)),
            ("name", text()),
            ("name-of", text()),
            ("namespace", text()),
            ("when", decl(Shape::Timestamp, 1)),
            ("wait", decl(Shape::Duration, 1)),
            ("data", decl(Shape::Bytes, 40)),
            ("either", decl(Shape::Dyn, u64::MAX)),
            ("tags", list(text(), ListKind::Set, 10)),
            ("labels", decl(Shape::Map(text()), 10)),
            ("items", list(item, ListKind::Map(vec!["name".into()]), 10)),
        ],
    )
}

fn value() -> Value {
    this().value(&json!({
        "size": 3, "ratio": 1, "name": "web-1", "name-of": "x", "namespace": "default",
        "when": "2024-02-29T12:30:15Z", "wait": "1h30m", "data": "aGk=", "either": "80%",
        "tags": ["a", "b"], "labels": {"app": "web", "tier": "front"},
        "items": [{"name": "http", "port": 80}, {"name": "https", "port": 443}],
        "unknown": 1,
    }))
}

fn compile(source: &str) -> Result<Program, String> {
    let variables = [("self", this()), ("oldSelf", this().optional())];
    Program::compile(source, &variables).map_err(|error| error.to_string())
}

fn evaluate(source: &str) -> Result<Value, String> {
    let program = compile(source)?;
    let variables = [("self", value()), ("oldSelf", Value::Optional(None))];
    program
        .evaluate(&variables, &mut Budget::new(1_000_000))
        .map_err(|error| error.to_string())
}

/// Expressions that have to be true.
fn hold(sources: &[&str]) {
    for source in sources {
        assert_eq!(evaluate(source), Ok(Value::Bool(true)), "{source}");
    }
}
