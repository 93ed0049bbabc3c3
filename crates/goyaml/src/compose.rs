//! Events to nodes.

use std::collections::HashMap;
use std::sync::Arc;

use compact_str::CompactString;

use crate::cursor::{Cursor, Mark};
use crate::fault::Fault;
use crate::parse::Parser;
use crate::scan::Scanner;
use crate::token::{Event, EventKind, Properties};
use crate::{Alias, Data, Dialect, Error, ErrorKind, Node, Position, ReadOptions, Style, Tag};

/// Copies of anchored nodes may hold this many nodes before their share of the document counts.
const FREE_COPIES: usize = 100_000;

/// Reads all documents.
pub(crate) fn documents(text: &[u8], options: &ReadOptions) -> Result<Vec<Node>, Error> {
    with_composer(text, options, |composer| {
        let mut documents = Vec::new();
        while let Some(document) = composer.next_document()? {
            documents.push(document);
        }
        Ok(documents)
    })
}

/// Reads the first document only.
pub(crate) fn first_document(text: &[u8], options: &ReadOptions) -> Result<Option<Node>, Error> {
    with_composer(text, options, first)
}

fn first(composer: &mut Composer<'_>) -> Result<Option<Node>, Error> {
    composer.next_document()
}

fn with_composer<T>(
    bytes: &[u8],
    options: &ReadOptions,
    read: impl FnOnce(&mut Composer<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    if bytes.len() > options.limits.bytes {
        let text = format!("document is larger than {} bytes", options.limits.bytes);
        return Err(Error::new(ErrorKind::Limit(text), Position::default()));
    }
    let (text, traits) = crate::input::decode(bytes)?;
    let scanner = Scanner::new(Cursor::new(&text, traits), options.limits.depth);
    read(&mut Composer::new(Parser::new(scanner), options.dialect))
}

/// A collection whose end has not come yet.
#[derive(Debug)]
struct Open {
    node: Node,
    /// The key that waits for its value.
    key: Option<Node>,
}

#[derive(Debug)]
struct Composer<'a> {
    parser: Parser<'a>,
    dialect: Dialect,
    open: Vec<Open>,
    anchors: HashMap<Box<str>, Anchor>,
    /// Nodes made so far.
    nodes: usize,
    /// Nodes in copies of anchored nodes.
    copies: usize,
}

/// What an anchor names.
#[derive(Debug)]
enum Anchor {
    /// A collection that is still being read.
    Open,
    Done(Arc<Alias>),
}

impl<'a> Composer<'a> {
    fn new(parser: Parser<'a>, dialect: Dialect) -> Self {
        Self {
            parser,
            dialect,
            open: Vec::new(),
            anchors: HashMap::new(),
            nodes: 0,
            copies: 0,
        }
    }

    /// Reads one document; `None` at the end of the stream.
    fn next_document(&mut self) -> Result<Option<Node>, Error> {
        if matches!(self.next_event()?.kind, EventKind::StreamEnd) {
            return Ok(None);
        }
        self.anchors.clear();
        loop {
            let event = self.next_event()?;
            if let Some(root) = self.add(event)? {
                self.next_event()?;
                return Ok(Some(root));
            }
        }
    }

    fn next_event(&mut self) -> Result<Event<'a>, Error> {
        let dialect = self.dialect;
        self.parser
            .next()
            .map_err(|fault: Fault| fault.into_error(dialect, &mut self.parser.scanner.cursor))
    }

    /// Takes an event in; gives the root when it is complete.
    fn add(&mut self, event: Event<'a>) -> Result<Option<Node>, Error> {
        match event.kind {
            EventKind::Scalar {
                text,
                style,
                properties,
            } => {
                let text = match text {
                    std::borrow::Cow::Borrowed(text) => CompactString::new(text),
                    std::borrow::Cow::Owned(text) => CompactString::from(text),
                };
                let node = self.node(Data::Scalar(text), style, properties, event.start);
                self.finish(node)
            }
            EventKind::Alias(name) => {
                let alias = self.alias(name, event.start)?;
                let node = self.node(
                    Data::Alias(alias),
                    Style::Plain,
                    Properties::default(),
                    event.start,
                );
                self.place(node)
            }
            EventKind::SequenceStart { flow, properties } => {
                self.begin(Data::Sequence(Vec::new()), flow, properties, event.start)
            }
            EventKind::MappingStart { flow, properties } => {
                self.begin(Data::Mapping(Vec::new()), flow, properties, event.start)
            }
            EventKind::SequenceEnd | EventKind::MappingEnd => match self.open.pop() {
                Some(open) => self.finish(open.node),
                None => Ok(None),
            },
            EventKind::DocumentStart | EventKind::DocumentEnd | EventKind::StreamEnd => {
                Ok(Some(Node::default()))
            }
        }
    }

    fn node(&mut self, data: Data, style: Style, properties: Properties<'a>, start: Mark) -> Node {
        self.nodes += 1;
        let position = self.parser.scanner.cursor.position(start);
        let tag = match properties.tag {
            // The tag `!` makes a string in v2 and means nothing in v3.
            Tag::Other(tag) if *tag == *"!" => match self.dialect {
                Dialect::V2 => Tag::Str,
                Dialect::V3 => Tag::None,
            },
            tag => tag,
        };
        Node {
            data,
            tag,
            style,
            position,
            anchor: properties.anchor.map(Into::into),
            comments: None,
        }
    }

    fn begin(
        &mut self,
        data: Data,
        flow: bool,
        properties: Properties<'a>,
        start: Mark,
    ) -> Result<Option<Node>, Error> {
        if let Some(name) = properties.anchor {
            self.anchors.insert(name.into(), Anchor::Open);
        }
        let style = if flow { Style::Flow } else { Style::Plain };
        let node = self.node(data, style, properties, start);
        self.open.push(Open { node, key: None });
        Ok(None)
    }

    /// Remembers a complete node under its anchor and puts it in its place.
    fn finish(&mut self, node: Node) -> Result<Option<Node>, Error> {
        if let Some(name) = &node.anchor {
            self.copies += count(&node);
            if self.copies > FREE_COPIES && self.copies > 4 * self.nodes {
                return Err(excessive_aliasing(node.position));
            }
            let alias = Alias {
                name: name.clone(),
                target: node.clone(),
            };
            self.anchors
                .insert(name.clone(), Anchor::Done(Arc::new(alias)));
        }
        self.place(node)
    }

    fn place(&mut self, node: Node) -> Result<Option<Node>, Error> {
        let Some(open) = self.open.last_mut() else {
            return Ok(Some(node));
        };
        match &mut open.node.data {
            Data::Sequence(items) => items.push(node),
            Data::Mapping(pairs) => match open.key.take() {
                None => open.key = Some(node),
                Some(key) => pairs.push((key, node)),
            },
            Data::Scalar(_) | Data::Alias(_) => {}
        }
        Ok(None)
    }

    fn alias(&mut self, name: &str, start: Mark) -> Result<Arc<Alias>, Error> {
        let problem = match self.anchors.get(name) {
            Some(Anchor::Done(alias)) => return Ok(Arc::clone(alias)),
            Some(Anchor::Open) => format!("anchor '{name}' value contains itself"),
            None => format!("unknown anchor '{name}' referenced"),
        };
        let position = self.parser.scanner.cursor.position(start);
        Err(Error::new(ErrorKind::Content(problem), position))
    }
}

/// The refusal of documents that grow out of bounds when their aliases are followed.
pub(crate) fn excessive_aliasing(position: Position) -> Error {
    Error::new(
        ErrorKind::Content("document contains excessive aliasing".to_owned()),
        position,
    )
}

/// Nodes in a tree; what an alias refers to is shared and not counted.
fn count(node: &Node) -> usize {
    1 + match &node.data {
        Data::Scalar(_) | Data::Alias(_) => 0,
        Data::Sequence(items) => items.iter().map(count).sum(),
        Data::Mapping(pairs) => pairs
            .iter()
            .map(|(key, value)| count(key) + count(value))
            .sum(),
    }
}
