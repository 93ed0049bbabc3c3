//! The syntax tree of a template.

mod display;
mod find;

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

/// The index of a variable in the frame of its template. Slot 0 is `$`.
pub(crate) type Slot = u32;

/// An element of a template body.
#[derive(Debug)]
pub(crate) enum Node {
    Text(Str),
    Action(At, Pipe),
    If(Branch),
    With(Branch),
    Range(Branch),
    Template(TemplateCall),
    Break,
    Continue,
}

/// `if`, `with` or `range`.
#[derive(Debug)]
pub(crate) struct Branch {
    pub(crate) at: At,
    pub(crate) pipe: Pipe,
    pub(crate) body: Vec<Node>,
    /// The nodes after `else`.
    pub(crate) otherwise: Option<Vec<Node>>,
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
    pub(crate) variables: Vec<Variable>,
    pub(crate) commands: Vec<Command>,
}

/// An operand or a call: the first word with its arguments. Never empty.
#[derive(Debug)]
pub(crate) struct Command {
    pub(crate) at: At,
    pub(crate) words: Vec<Term>,
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

#[derive(Debug)]
pub(crate) enum TermKind {
    Dot,
    Nil,
    Bool(bool),
    Number(Number),
    String {
        /// As it stands in the template.
        quoted: Box<[u8]>,
        text: Str,
    },
    /// `.A.B`
    Field(Box<[Str]>),
    /// `$x.A.B`
    Variable {
        name: Str,
        /// None if the name is in scope but no variable has been declared yet.
        slot: Option<Slot>,
        fields: Box<[Str]>,
    },
    /// The name of a function.
    Identifier {
        name: Box<str>,
        function: FuncId,
    },
    /// Fields of a parenthesised pipeline or of a function's result.
    Chain {
        of: Box<Term>,
        fields: Box<[Str]>,
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
    /// The whole text that the template was defined in.
    pub(crate) text: Str,
    pub(crate) root: Vec<Node>,
    /// How many variables the template has, `$` included.
    pub(crate) slots: usize,
}

impl Tree {
    /// Whether the body has nothing but blanks and definitions: such a template replaces no other one.
    pub(crate) fn is_empty(&self) -> bool {
        self.root.iter().all(|node| match node {
            Node::Text(text) => text.to_str().trim().is_empty(),
            _ => false,
        })
    }
}
