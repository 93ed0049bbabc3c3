//! The calls that are no calls: `has`, `all`, `map` and their kin.

use crate::ast::{Comprehension, Expr, Loop, Node};
use crate::parser::Issue;

/// A call without target, or `has`.
pub(crate) fn function(position: usize, name: &str, mut args: Vec<Expr>) -> Result<Expr, Issue> {
    if name != "has" || args.len() != 1 {
        return Ok(Expr::call(position, name, args));
    }
    match args.remove(0).node {
        Node::Select {
            operand,
            field,
            optional: false,
        } => Ok(Expr::new(position, Node::Has { operand, field })),
        _ => Err((position, "invalid argument to has() macro".to_owned())),
    }
}

/// A call with a target, or a macro over it.
pub(crate) fn method(
    position: usize,
    name: String,
    target: Expr,
    mut args: Vec<Expr>,
) -> Result<Expr, Issue> {
    let Some((kind, names)) = looping(&name, args.len()) else {
        let node = Node::Call {
            function: name,
            target: Some(Box::new(target)),
            args,
        };
        return Ok(Expr::new(position, node));
    };
    let mut variables = Vec::new();
    for arg in args.drain(..names) {
        match arg.node {
            Node::Ident(name) => variables.push(name),
            _ => return Err((arg.position, "argument must be a simple name".to_owned())),
        }
    }
    let body = args.pop();
    let Some(body) = body else {
        return Err((position, "argument is missing".to_owned()));
    };
    let comprehension = Comprehension {
        kind,
        range: target,
        variables,
        filter: args.pop(),
        body,
    };
    Ok(Expr::new(
        position,
        Node::Comprehension(Box::new(comprehension)),
    ))
}

/// What a macro of so many arguments does, and how many of them are names.
fn looping(name: &str, args: usize) -> Option<(Loop, usize)> {
    Some(match (name, args) {
        ("all", 2) => (Loop::All, 1),
        ("all", 3) => (Loop::All, 2),
        ("exists", 2) => (Loop::Exists, 1),
        ("exists", 3) => (Loop::Exists, 2),
        ("exists_one" | "existsOne", 2) => (Loop::ExistsOne, 1),
        ("exists_one" | "existsOne", 3) => (Loop::ExistsOne, 2),
        ("map", 2 | 3) => (Loop::List, 1),
        ("filter", 2) => (Loop::Filter, 1),
        ("transformList", 3 | 4) => (Loop::List, 2),
        ("transformMap", 3 | 4) => (Loop::Map, 2),
        ("transformMapEntry", 3 | 4) => (Loop::Entries, 2),
        ("optMap", 2) => (Loop::Optional, 1),
        ("optFlatMap", 2) => (Loop::FlatOptional, 1),
        _ => return None,
    })
}
