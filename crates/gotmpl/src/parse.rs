//! The parser: items to trees.

mod control;
mod error;
mod number;
mod pipeline;
mod variables;

use std::sync::Arc;

pub use error::ParseError;

use crate::function::FuncMap;
use crate::lex::{Item, ItemKind, Lexer};
use crate::node::{At, Node, NodeId, Tree};
use crate::value::Str;
use variables::Variables;

/// How deep actions and parentheses may nest.
const MAX_DEPTH: usize = 1_000;

type Result<T> = std::result::Result<T, Box<ParseError>>;

/// The templates of one text: the text itself as the last one, and what it defines.
pub(crate) struct Parsed {
    pub(crate) trees: Vec<Arc<Tree>>,
}

/// Parses a text that is itself a template called `name`.
pub(crate) fn parse(name: &Str, text: &Str, funcs: &FuncMap) -> Result<Parsed> {
    let mut parser = Parser {
        name,
        text,
        funcs,
        lexer: Lexer::new(text.as_bytes()),
        pushed_back: Vec::new(),
        last: None,
        variables: Variables::new(),
        range_depth: 0,
        depth: 0,
        action_start: None,
        nodes: 0,
        trees: Vec::new(),
    };
    let root = parser.top_level()?;
    parser.add(name.clone(), root)?;
    Ok(Parsed {
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
    /// The item read last, or the one to read again next: errors are on its line.
    last: Option<Item>,
    variables: Variables,
    range_depth: usize,
    depth: usize,
    /// Offset of the action being read.
    action_start: Option<usize>,
    nodes: u32,
    trees: Vec<Arc<Tree>>,
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

impl Parser<'_> {
    fn next(&mut self) -> Item {
        let item = self
            .pushed_back
            .pop()
            .unwrap_or_else(|| self.lexer.next_item());
        self.last = Some(item.clone());
        item
    }

    fn back(&mut self, item: Item) {
        self.last = Some(item.clone());
        self.pushed_back.push(item);
    }

    fn peek(&mut self) -> Item {
        let item = self.next();
        self.back(item.clone());
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
        self.back(item.clone());
        item
    }

    fn text_of(&self, item: &Item) -> &[u8] {
        item.text(self.text.as_bytes())
    }

    fn string_of(&self, item: &Item) -> String {
        String::from_utf8_lossy(self.text_of(item)).into_owned()
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
    fn top_level(&mut self) -> Result<Vec<Node>> {
        let mut root = Vec::new();
        loop {
            let item = self.next();
            match item.kind {
                ItemKind::Eof => return Ok(root),
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
                Element::Node(node) => root.push(node),
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
    fn add(&mut self, name: Str, root: Vec<Node>) -> Result<()> {
        let tree = Tree {
            name,
            parse_name: self.name.clone(),
            text: self.text.clone(),
            root,
            slots: self.variables.slots(),
        };
        match self.trees.iter_mut().find(|other| other.name == tree.name) {
            None => self.trees.push(Arc::new(tree)),
            Some(other) if other.is_empty() => *other = Arc::new(tree),
            Some(_) if tree.is_empty() => {}
            Some(_) => {
                let name = gostd::strconv::quote(&tree.name);
                return Err(self.error(format!("template: multiple definition of template {name}")));
            }
        }
        Ok(())
    }

    /// Nodes up to an `end` or `else`.
    fn body(&mut self) -> Result<(Vec<Node>, End)> {
        self.nested(|parser| {
            let mut nodes = Vec::new();
            while parser.peek_non_space().kind != ItemKind::Eof {
                match parser.text_or_action()? {
                    Element::Node(node) => nodes.push(node),
                    Element::End(end) => return Ok((nodes, end)),
                }
            }
            Err(parser.error("unexpected EOF"))
        })
    }

    fn text_or_action(&mut self) -> Result<Element> {
        let item = self.next_non_space();
        match item.kind {
            ItemKind::Text => Ok(Element::Node(Node::Text(Str::from(self.text_of(&item))))),
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
        let literal = String::from_utf8_lossy(self.text_of(item));
        gostd::strconv::unquote(&literal)
            .map(Str::from)
            .ok_or_else(|| self.error("invalid syntax"))
    }
}
