//! The syntax tree of a template.

mod display;
mod find;

use std::sync::Arc;

use crate::function::FuncId;
use crate::value::Str;

/// Identifies a node within its tree. The executor remembers only the id of the node it is at; an error looks the
/// node up to show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct NodeId(pub(crate) u32);

/// Where a node is: its id and the byte offset of its first item.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct At {
    pub(crate) id: NodeId,
    pub(crate) pos: u32,
}

/// A piece of the text that a template was read from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    /// The bytes in the text.
    pub(crate) fn of(self, text: &Str) -> &[u8] {
        &text.as_bytes()[self.start as usize..self.end as usize]
    }
}

/// The index of a variable in the frame of its template. Slot 0 is `$`.
pub(crate) type Slot = u32;

/// An element of a template body.
#[derive(Debug)]
pub(crate) enum Node {
    Text(Span),
    Action(At, Pipe),
    If(Box<Branch>),
    With(Box<Branch>),
    Range(Box<Branch>),
    Template(Box<TemplateCall>),
    Break,
    Continue,
}

/// `if`, `with` or `range`.
#[derive(Debug)]
pub(crate) struct Branch {
    pub(crate) at: At,
    pub(crate) pipe: Pipe,
    pub(crate) body: Box<[Node]>,
    /// The nodes after `else`.
    pub(crate) otherwise: Option<Box<[Node]>>,
}

/// `{{template "name" pipe}}`.
#[derive(Debug)]
pub(crate) struct TemplateCall {
    pub(crate) at: At,
    pub(crate) name: Str,
    pub(crate) pipe: Option<Pipe>,
}

/// A pipeline with the variables that it declares or assigns.
#[derive(Debug)]
pub(crate) struct Pipe {
    pub(crate) at: At,
    pub(crate) assign: bool,
    pub(crate) variables: Box<[Variable]>,
    pub(crate) first: Command,
    /// The commands that get the result of the one before them.
    pub(crate) then: Box<[Command]>,
}

impl Pipe {
    pub(crate) fn commands(&self) -> impl Iterator<Item = &Command> {
        std::iter::once(&self.first).chain(&self.then)
    }
}

/// An operand or a call: the first word with its arguments.
#[derive(Debug)]
pub(crate) struct Command {
    pub(crate) at: At,
    pub(crate) first: Term,
    pub(crate) arguments: Box<[Term]>,
}

impl Command {
    pub(crate) fn words(&self) -> impl Iterator<Item = &Term> {
        std::iter::once(&self.first).chain(&self.arguments)
    }
}

/// A variable of a pipeline's declaration.
#[derive(Debug)]
pub(crate) struct Variable {
    pub(crate) name: Str,
    /// None if an assignment finds no variable of this name.
    pub(crate) slot: Option<Slot>,
}

/// A word of a command.
#[derive(Debug)]
pub(crate) struct Term {
    pub(crate) at: At,
    pub(crate) kind: TermKind,
}

/// Names of fields, one inside the other. Equal paths of a text share theirs; none is empty.
pub(crate) type Path = Arc<[Str]>;

#[derive(Debug)]
pub(crate) enum TermKind {
    Dot,
    Nil,
    Bool(bool),
    Number(Box<Number>),
    String {
        /// As it stands in the template; none if that is the text between double quotes.
        quoted: Option<Str>,
        text: Str,
    },
    /// `.A.B`
    Field(Path),
    /// `$x.A.B`
    Variable {
        name: Str,
        /// None if the name is in scope but no variable has been declared yet.
        slot: Option<Slot>,
        fields: Option<Path>,
    },
    /// The name of a function.
    Identifier {
        name: &'static str,
        function: FuncId,
    },
    /// Fields of a parenthesised pipeline or of a function's result.
    Chain {
        of: Box<Term>,
        fields: Path,
    },
    /// A parenthesised pipeline.
    Pipe(Box<Pipe>),
}

/// A numeric constant: it can be each kind of number that represents it exactly.
#[derive(Clone, Debug, Default)]
pub(crate) struct Number {
    pub(crate) text: Box<str>,
    pub(crate) int: Option<i64>,
    pub(crate) uint: Option<u64>,
    pub(crate) float: Option<f64>,
    pub(crate) complex: Option<(f64, f64)>,
}

/// A parsed template.
#[derive(Debug)]
pub(crate) struct Tree {
    /// The template's name.
    pub(crate) name: Str,
    /// The name of the text that the template was defined in.
    pub(crate) parse_name: Str,
    pub(crate) body: Arc<Body>,
}

/// What a template does, whatever its name: texts that occur under several names share it.
#[derive(Debug)]
pub(crate) struct Body {
    /// The whole text that the template was defined in.
    pub(crate) text: Str,
    pub(crate) root: Box<[Node]>,
    /// How many variables the template has, `$` included.
    pub(crate) slots: usize,
}

impl Body {
    /// Whether there is nothing but blanks and definitions: such a template replaces no other one.
    pub(crate) fn is_empty(&self) -> bool {
        self.root.iter().all(|node| match node {
            Node::Text(text) => String::from_utf8_lossy(text.of(&self.text))
                .trim()
                .is_empty(),
            _ => false,
        })
    }
}
