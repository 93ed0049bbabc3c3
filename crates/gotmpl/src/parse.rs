//! The parser: items to trees.

mod control;
mod error;
mod number;
mod pipeline;
mod variables;

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

pub use error::ParseError;

use crate::function::FuncMap;
use crate::lex::{Item, ItemKind, Lexer};
use crate::node::{At, Body, Command, Node, NodeId, Path, Span, Term, TermKind, Tree};
use crate::value::Str;
use variables::Variables;

/// How deep actions and parentheses may nest.
const MAX_DEPTH: usize = 1_000;

type Result<T> = std::result::Result<T, Box<ParseError>>;

/// The templates of one text: the text itself under a name, and what it defines.
pub(crate) struct Parsed {
    name: Str,
    pub(crate) trees: Vec<Arc<Tree>>,
    /// Whether the text itself is the last tree: it defines nothing under its own name.
    root_is_last: bool,
}

impl Parsed {
    /// The templates of the same text under another name; none where a name that the text defines makes that another matter.
    pub(crate) fn renamed(&self, name: &Str) -> Option<Parsed> {
        if !self.root_is_last || self.trees.iter().any(|tree| tree.name == *name) {
            return None;
        }
        let tree = |tree: &Arc<Tree>| {
            let root = tree.name == self.name;
            Arc::new(Tree {
                name: if root { name } else { &tree.name }.clone(),
                parse_name: name.clone(),
                body: Arc::clone(&tree.body),
            })
        };
        Some(Parsed {
            name: name.clone(),
            trees: self.trees.iter().map(tree).collect(),
            root_is_last: true,
        })
    }

    pub(crate) fn is_named(&self, name: &Str) -> bool {
        self.name == *name
    }
}

/// Parses a text that is itself a template called `name`.
pub(crate) fn parse(name: &Str, text: &Str, funcs: &FuncMap) -> Result<Parsed> {
    let mut parser = Parser {
        name,
        text,
        funcs,
        lexer: Lexer::new(text.as_bytes()),
        pushed_back: Vec::new(),
        last: 0,
        variables: Variables::new(),
        range_depth: 0,
        depth: 0,
        action_start: None,
        nodes: 0,
        pending: Pending::default(),
        paths: FxHashMap::default(),
        literals: FxHashMap::default(),
        trees: Vec::new(),
    };
    let root = parser.top_level()?;
    let definitions = parser.trees.len();
    parser.add(name.clone(), root)?;
    Ok(Parsed {
        name: name.clone(),
        root_is_last: parser.trees.len() > definitions,
        trees: parser.trees,
    })
}

struct Parser<'a> {
    name: &'a Str,
    text: &'a Str,
    funcs: &'a FuncMap,
    lexer: Lexer<'a>,
    /// Items to read again, the next one last.
    pushed_back: Vec<Item>,
    /// Where the item read last starts, or the one to read again next: errors are on its line.
    last: usize,
    variables: Variables,
    range_depth: usize,
    depth: usize,
    /// Offset of the action being read.
    action_start: Option<usize>,
    nodes: u32,
    pending: Pending,
    /// The paths so far, as they stand in the text.
    paths: FxHashMap<&'a [u8], Path>,
    /// The literals so far, as they stand in the text.
    literals: FxHashMap<&'a [u8], Literal>,
    trees: Vec<Arc<Tree>>,
}

/// Parts of what is being read, the innermost last, so that each list is made at its size.
#[derive(Default)]
struct Pending {
    nodes: Vec<Node>,
    commands: Vec<Command>,
    arguments: Vec<Term>,
}

/// A string literal, see [`TermKind::String`].
#[derive(Clone)]
struct Literal {
    quoted: Option<Str>,
    text: Str,
}

impl From<Literal> for TermKind {
    fn from(literal: Literal) -> TermKind {
        TermKind::String {
            quoted: literal.quoted,
            text: literal.text,
        }
    }
}

/// What ended a list of nodes.
enum End {
    End,
    Else,
}

/// An element of a body, or what ends the body.
enum Element {
    Node(Node),
    End(End),
}

impl<'a> Parser<'a> {
    fn next(&mut self) -> Item {
        let item = self
            .pushed_back
            .pop()
            .unwrap_or_else(|| self.lexer.next_item());
        self.last = item.start;
        item
    }

    fn back(&mut self, item: Item) {
        self.last = item.start;
        self.pushed_back.push(item);
    }

    fn peek(&mut self) -> Item {
        let item = self.next();
        self.back(item);
        item
    }

    fn next_non_space(&mut self) -> Item {
        loop {
            let item = self.next();
            if item.kind != ItemKind::Space {
                return item;
            }
        }
    }

    fn peek_non_space(&mut self) -> Item {
        let item = self.next_non_space();
        self.back(item);
        item
    }

    fn text_of(&self, item: &Item) -> &'a [u8] {
        item.text(self.text.as_bytes())
    }

    fn str_of(&self, item: &Item) -> Cow<'a, str> {
        let text = self.text.as_str();
        match text.and_then(|text| text.get(item.start..item.end)) {
            Some(text) => Cow::Borrowed(text),
            None => String::from_utf8_lossy(self.text_of(item)),
        }
    }

    /// The path that these bytes of the text write, `.a.b`.
    fn path(&mut self, written: &'a [u8]) -> Path {
        let names = || {
            written[1..]
                .split(|byte| *byte == b'.')
                .map(Str::from)
                .collect()
        };
        Arc::clone(self.paths.entry(written).or_insert_with(names))
    }

    /// The place of a new node.
    fn at(&mut self, pos: usize) -> At {
        self.nodes += 1;
        At {
            id: NodeId(self.nodes),
            pos: u32::try_from(pos).unwrap_or(u32::MAX),
        }
    }

    fn expect(&mut self, kind: ItemKind, context: &str) -> Result<Item> {
        let item = self.next_non_space();
        if item.kind != kind {
            return Err(self.unexpected(&item, context));
        }
        Ok(item)
    }

    /// The whole text: nodes and definitions.
    fn top_level(&mut self) -> Result<Box<[Node]>> {
        loop {
            let item = self.next();
            match item.kind {
                ItemKind::Eof => return Ok(self.pending.nodes.drain(..).collect()),
                ItemKind::LeftDelim => {
                    let next = self.next_non_space();
                    if next.kind == ItemKind::Define {
                        self.definition()?;
                        continue;
                    }
                    self.back(next);
                }
                _ => {}
            }
            self.back(item);
            match self.text_or_action()? {
                Element::Node(node) => self.pending.nodes.push(node),
                Element::End(End::End) => return Err(self.error("unexpected {{end}}")),
                Element::End(End::Else) => return Err(self.error("unexpected {{else}}")),
            }
        }
    }

    /// `{{define "name"}} … {{end}}`, whose `define` has been read.
    fn definition(&mut self) -> Result<()> {
        const CONTEXT: &str = "define clause";
        let item = self.next_non_space();
        if !matches!(item.kind, ItemKind::String | ItemKind::RawString) {
            return Err(self.unexpected(&item, CONTEXT));
        }
        let name = self.unquote(&item)?;
        self.expect(ItemKind::RightDelim, CONTEXT)?;
        self.template_body(name, CONTEXT)
    }

    /// The body of a `define` or `block` up to its end, as a template of its own.
    fn template_body(&mut self, name: Str, context: &str) -> Result<()> {
        let outer_variables = std::mem::replace(&mut self.variables, Variables::new());
        let outer_ranges = std::mem::take(&mut self.range_depth);
        let outer_nodes = std::mem::take(&mut self.nodes);
        let outer_action = self.action_start.take();
        let (body, end) = self.body()?;
        if let End::Else = end {
            return Err(self.error(format!("unexpected {{{{else}}}} in {context}")));
        }
        self.add(name, body)?;
        self.variables = outer_variables;
        self.range_depth = outer_ranges;
        self.nodes = outer_nodes;
        self.action_start = outer_action;
        Ok(())
    }

    /// Adds a template; an empty one gives way to another of the same name.
    fn add(&mut self, name: Str, root: Box<[Node]>) -> Result<()> {
        let body = Body {
            text: self.text.clone(),
            root,
            slots: self.variables.slots(),
        };
        let tree = Tree {
            name,
            parse_name: self.name.clone(),
            body: Arc::new(body),
        };
        match self.trees.iter_mut().find(|other| other.name == tree.name) {
            None => self.trees.push(Arc::new(tree)),
            Some(other) if other.body.is_empty() => *other = Arc::new(tree),
            Some(_) if tree.body.is_empty() => {}
            Some(_) => {
                let name = gostd::strconv::quote(&tree.name);
                return Err(self.error(format!("template: multiple definition of template {name}")));
            }
        }
        Ok(())
    }

    /// Nodes up to an `end` or `else`.
    fn body(&mut self) -> Result<(Box<[Node]>, End)> {
        self.nested(|parser| {
            let first = parser.pending.nodes.len();
            while parser.peek_non_space().kind != ItemKind::Eof {
                match parser.text_or_action()? {
                    Element::Node(node) => parser.pending.nodes.push(node),
                    Element::End(end) => {
                        return Ok((parser.pending.nodes.drain(first..).collect(), end));
                    }
                }
            }
            Err(parser.error("unexpected EOF"))
        })
    }

    fn text_or_action(&mut self) -> Result<Element> {
        let item = self.next_non_space();
        match item.kind {
            ItemKind::Text => Ok(Element::Node(Node::Text(span(&item)))),
            ItemKind::LeftDelim => {
                self.action_start = Some(item.start);
                let element = self.action()?;
                self.action_start = None;
                Ok(element)
            }
            _ => Err(self.unexpected(&item, "input")),
        }
    }

    fn unquote(&self, item: &Item) -> Result<Str> {
        let literal = self.str_of(item);
        if let Some(text) = between_quotes(&literal).or_else(|| between_backquotes(&literal)) {
            return Ok(Str::from(text));
        }
        gostd::strconv::unquote(&literal)
            .map(Str::from)
            .ok_or_else(|| self.error("invalid syntax"))
    }
}

/// The text of a literal in double quotes that escapes nothing.
fn between_quotes(literal: &str) -> Option<&str> {
    let text = literal.strip_prefix('"')?.strip_suffix('"')?;
    memchr::memchr(b'\\', text.as_bytes())
        .is_none()
        .then_some(text)
}

/// The text of a raw literal; Go leaves carriage returns out of these.
fn between_backquotes(literal: &str) -> Option<&str> {
    let text = literal.strip_prefix('`')?.strip_suffix('`')?;
    memchr::memchr2(b'`', b'\r', text.as_bytes())
        .is_none()
        .then_some(text)
}

fn span(item: &Item) -> Span {
    let offset = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
    Span {
        start: offset(item.start),
        end: offset(item.end),
    }
}
