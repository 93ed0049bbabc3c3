//! The tree of an expression.

use crate::value::Value;

/// An expression with its place in the source, in characters.
#[derive(Debug, Clone)]
pub(crate) struct Expr {
    pub(crate) position: usize,
    pub(crate) depth: usize,
    pub(crate) node: Node,
}

/// What an expression is. Operators are calls of functions such as `_+_`.
#[derive(Debug, Clone)]
pub(crate) enum Node {
    Literal(Value),
    Ident(String),
    Select {
        operand: Box<Expr>,
        field: String,
        /// `a.?b`
        optional: bool,
    },
    /// `has(a.b)`
    Has {
        operand: Box<Expr>,
        field: String,
    },
    Call {
        function: String,
        target: Option<Box<Expr>>,
        args: Vec<Expr>,
    },
    List(Vec<Element>),
    Map(Vec<Entry>),
    Comprehension(Box<Comprehension>),
}

/// An item of a list; `?x` is there only if the optional `x` has a value.
#[derive(Debug, Clone)]
pub(crate) struct Element {
    pub(crate) value: Expr,
    pub(crate) optional: bool,
}

/// An entry of a map.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) key: Expr,
    pub(crate) value: Expr,
    pub(crate) optional: bool,
}

/// A macro that goes through a list or the keys of a map.
#[derive(Debug, Clone)]
pub(crate) struct Comprehension {
    pub(crate) kind: Loop,
    pub(crate) range: Expr,
    /// One name for items or keys, or two for index and item, or for key and value.
    pub(crate) variables: Vec<String>,
    pub(crate) filter: Option<Expr>,
    pub(crate) body: Expr,
}

/// What is made of the steps of a comprehension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Loop {
    All,
    Exists,
    ExistsOne,
    /// The values of the body as a list.
    List,
    /// The items for which the body holds.
    Filter,
    /// The values of the body under the keys of the range.
    Map,
    /// `transformMapEntry`: the entries of the maps that the body makes.
    Entries,
    /// `optMap`: the body over the value of an optional, which is empty if that is.
    Optional,
    /// `optFlatMap`: the same, where the body is an optional itself.
    FlatOptional,
}

impl Expr {
    pub(crate) fn new(position: usize, node: Node) -> Self {
        let deepest = |exprs: &mut dyn Iterator<Item = &Expr>| exprs.map(|expr| expr.depth).max();
        let below = match &node {
            Node::Literal(_) | Node::Ident(_) => None,
            Node::Select { operand, .. } | Node::Has { operand, .. } => Some(operand.depth),
            Node::Call { target, args, .. } => deepest(&mut args.iter().chain(target.as_deref())),
            Node::List(elements) => deepest(&mut elements.iter().map(|element| &element.value)),
            Node::Map(entries) => {
                deepest(&mut entries.iter().flat_map(|entry| [&entry.key, &entry.value]))
            }
            Node::Comprehension(inner) => {
                deepest(&mut [&inner.range, &inner.body].into_iter().chain(&inner.filter))
            }
        };
        Self {
            position,
            depth: below.unwrap_or_default() + 1,
            node,
        }
    }

    /// The call of a function that is no method.
    pub(crate) fn call(position: usize, function: &str, args: Vec<Expr>) -> Self {
        let node = Node::Call {
            function: function.to_owned(),
            target: None,
            args,
        };
        Self::new(position, node)
    }

    /// The name `a.b.c` that a chain of selections spells.
    pub(crate) fn qualified_name(&self) -> Option<String> {
        match &self.node {
            Node::Ident(name) => Some(name.clone()),
            Node::Select {
                operand,
                field,
                optional: false,
            } => Some(format!("{}.{field}", operand.qualified_name()?)),
            _ => None,
        }
    }

    /// Whether the variable is named anywhere.
    pub(crate) fn mentions(&self, name: &str) -> bool {
        match &self.node {
            Node::Literal(_) => false,
            Node::Ident(ident) => ident == name,
            Node::Select { operand, .. } | Node::Has { operand, .. } => operand.mentions(name),
            Node::Call { target, args, .. } => target
                .iter()
                .map(|target| &**target)
                .chain(args)
                .any(|expr| expr.mentions(name)),
            Node::List(elements) => elements.iter().any(|element| element.value.mentions(name)),
            Node::Map(entries) => entries
                .iter()
                .any(|entry| entry.key.mentions(name) || entry.value.mentions(name)),
            Node::Comprehension(inner) => {
                inner.range.mentions(name)
                    || (!inner.variables.iter().any(|variable| variable == name)
                        && (inner.body.mentions(name)
                            || inner
                                .filter
                                .as_ref()
                                .is_some_and(|expr| expr.mentions(name))))
            }
        }
    }
}
