//! Events to nodes.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use compact_str::CompactString;

use crate::cursor::{Cursor, Mark};
use crate::fault::Fault;
use crate::parse::{Parser, Simple, SimpleScalar};
use crate::scan::Scanner;
use crate::token::{Event, EventKind, Properties};
use crate::{
    Alias, Comments, Data, Dialect, Document, Error, ErrorKind, Node, Position, ReadOptions, Style,
    Tag,
};

/// Copies of anchored nodes may hold this many nodes before their share of the document counts.
const FREE_COPIES: usize = 100_000;

/// Reads all documents.
pub(crate) fn documents(text: &[u8], options: &ReadOptions) -> Result<Vec<Node>, Error> {
    with_composer(text, options, false, |composer| {
        let mut documents = Vec::new();
        while let Some(document) = composer.next_document()? {
            documents.push(document);
        }
        Ok(documents)
    })
}

/// Reads the first document only.
pub(crate) fn first_document(text: &[u8], options: &ReadOptions) -> Result<Option<Node>, Error> {
    with_composer(text, options, false, first)
}

/// Reads all documents with their comments.
pub(crate) fn commented_documents(
    text: &[u8],
    options: &ReadOptions,
) -> Result<Vec<Document>, Error> {
    with_composer(text, options, true, |composer| {
        let mut documents = Vec::new();
        while let Some(root) = composer.next_document()? {
            documents.push(composer.document(root));
        }
        Ok(documents)
    })
}

/// Reads the first document only, with its comments.
pub(crate) fn first_commented_document(
    text: &[u8],
    options: &ReadOptions,
) -> Result<Option<Document>, Error> {
    with_composer(text, options, true, |composer| {
        let root = composer.next_document()?;
        Ok(root.map(|root| composer.document(root)))
    })
}

fn first(composer: &mut Composer<'_>) -> Result<Option<Node>, Error> {
    composer.next_document()
}

fn with_composer<T>(
    bytes: &[u8],
    options: &ReadOptions,
    comments: bool,
    read: impl FnOnce(&mut Composer<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    if bytes.len() > options.limits.bytes {
        let text = format!("document is larger than {} bytes", options.limits.bytes);
        return Err(Error::new(ErrorKind::Limit(text), Position::default()));
    }
    let (text, traits) = crate::input::decode(bytes)?;
    let scanner = Scanner::new(Cursor::new(&text, traits), options, comments);
    read(&mut Composer::new(Parser::new(scanner), options.dialect))
}

#[derive(Debug)]
struct Composer<'a> {
    parser: Parser<'a>,
    dialect: Dialect,
    /// Where the entries of each open collection begin among the pending nodes, and the number of the collection's node.
    open: Vec<(usize, usize)>,
    /// Open collections and their complete entries, in order, so that a collection is made at its size.
    pending: Vec<Node>,
    anchors: HashMap<Box<str>, Anchor>,
    /// Nodes made so far.
    nodes: usize,
    /// Nodes in copies of anchored nodes.
    copies: usize,
    /// The comments before and after the document at hand.
    around: (String, String),
}

/// What an anchor names.
#[derive(Debug)]
struct Anchor {
    /// The number of the node that has the name.
    number: usize,
    /// The node, once it is complete.
    done: Option<Arc<Alias>>,
}

impl<'a> Composer<'a> {
    fn new(parser: Parser<'a>, dialect: Dialect) -> Self {
        Self {
            parser,
            dialect,
            open: Vec::new(),
            pending: Vec::new(),
            anchors: HashMap::new(),
            nodes: 0,
            copies: 0,
            around: Default::default(),
        }
    }

    /// Reads one document; `None` at the end of the stream.
    fn next_document(&mut self) -> Result<Option<Node>, Error> {
        if matches!(self.next_event()?.kind, EventKind::StreamEnd) {
            return Ok(None);
        }
        self.around.0 = self.parser.take_comments().head;
        self.anchors.clear();
        loop {
            while let Some(simple) = self.parser.next_simple() {
                if let Some(root) = self.add_simple(simple)? {
                    self.next_event()?;
                    return Ok(Some(root));
                }
            }
            let event = self.next_event()?;
            if let Some(root) = self.add(event)? {
                self.next_event()?;
                self.around.1 = self.parser.take_comments().foot;
                return Ok(Some(root));
            }
        }
    }

    fn document(&mut self, root: Node) -> Document {
        let (head, foot) = std::mem::take(&mut self.around);
        Document { root, head, foot }
    }

    #[inline]
    fn next_event(&mut self) -> Result<Event<'a>, Error> {
        match self.parser.next() {
            Ok(event) => Ok(event),
            Err(fault) => Err(self.error(fault)),
        }
    }

    /// The error that the library reports for a fault. v3 scans two tokens ahead, for comments, so that a fault of the scanner there comes
    /// before one of the parser here.
    fn error(&mut self, fault: Fault) -> Error {
        let scanner = &mut self.parser.scanner;
        let fault = match self.dialect {
            Dialect::V3 if fault.is_of_parser() => scanner.look_ahead(2).err().unwrap_or(fault),
            Dialect::V2 | Dialect::V3 => fault,
        };
        fault.into_error(self.dialect, &mut scanner.cursor)
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
                    Cow::Borrowed(text) => CompactString::new(text),
                    Cow::Owned(text) => CompactString::from(text),
                };
                self.push_node(Data::Scalar(text), style, properties, event.start);
                self.complete(self.nodes)
            }
            EventKind::Alias(name) => {
                let alias = self.alias(name, event.start)?;
                self.push_node(Data::Alias(alias), Style::Plain, None, event.start);
                self.complete(self.nodes)
            }
            EventKind::SequenceStart { flow, properties } => {
                self.begin(Data::Sequence(Vec::new()), flow, properties, event.start);
                Ok(None)
            }
            EventKind::MappingStart { flow, properties } => {
                self.begin(Data::Mapping(Vec::new()), flow, properties, event.start);
                Ok(None)
            }
            EventKind::SequenceEnd | EventKind::MappingEnd => {
                let number = self.close();
                self.complete(number)
            }
            EventKind::DocumentStart | EventKind::DocumentEnd | EventKind::StreamEnd => {
                Ok(Some(Node::default()))
            }
        }
    }

    /// Takes in what a simple line brings; gives the root when it is complete.
    #[inline]
    fn add_simple(&mut self, simple: Simple<'a>) -> Result<Option<Node>, Error> {
        match simple {
            Simple::Scalar(scalar) => self.push_simple(&scalar),
            Simple::Pair(key, value) => {
                self.push_simple(&key);
                self.push_simple(&value);
            }
            Simple::Begin { key, mapping, mark } => {
                if let Some(key) = key {
                    self.push_simple(&key);
                }
                let data = if mapping {
                    Data::Mapping(Vec::new())
                } else {
                    Data::Sequence(Vec::new())
                };
                self.begin(data, false, None, mark);
            }
            Simple::End => {
                let number = self.close();
                return self.complete(number);
            }
        }
        Ok(None)
    }

    #[inline]
    fn push_simple(&mut self, scalar: &SimpleScalar<'a>) {
        self.push_node(
            Data::Scalar(scalar.text.into()),
            scalar.style,
            None,
            scalar.mark,
        );
    }

    /// Puts a node at the end of the pending ones.
    #[inline]
    fn push_node(
        &mut self,
        data: Data,
        style: Style,
        properties: Option<Box<Properties<'a>>>,
        start: Mark,
    ) {
        self.nodes += 1;
        let position = self.parser.scanner.cursor.position(start);
        self.pending.push(Node {
            data,
            tag: Tag::None,
            tagged: false,
            style,
            shared: 0,
            position,
            anchor: None,
            comments: boxed(self.parser.take_comments()),
        });
        if let Some(properties) = properties
            && let Some(node) = self.pending.last_mut()
        {
            node.anchor = properties.anchor.map(Into::into);
            node.tag = match properties.tag {
                // The tag `!` makes a string in v2 and means nothing in v3.
                Tag::Other(tag) if *tag == *"!" => match self.dialect {
                    Dialect::V2 => Tag::Str,
                    Dialect::V3 => Tag::None,
                },
                tag => tag,
            };
            node.tagged = node.tag != Tag::None;
        }
    }

    /// Opens a collection: its entries follow it among the pending nodes.
    fn begin(
        &mut self,
        data: Data,
        flow: bool,
        properties: Option<Box<Properties<'a>>>,
        start: Mark,
    ) {
        let anchor = properties.as_ref().and_then(|properties| properties.anchor);
        self.push_node(
            data,
            if flow { Style::Flow } else { Style::Plain },
            properties,
            start,
        );
        if let Some(name) = anchor {
            self.anchors.insert(
                name.into(),
                Anchor {
                    number: self.nodes,
                    done: None,
                },
            );
        }
        self.open.push((self.pending.len(), self.nodes));
    }

    /// Remembers the last pending node, of a number, under its anchor now that it is complete; gives it if it is the root.
    #[inline]
    fn complete(&mut self, number: usize) -> Result<Option<Node>, Error> {
        if let Some(node) = self.pending.last()
            && let Some(name) = &node.anchor
            // An anchor inside the collection may have taken the name over.
            && self.anchors.get(name).is_none_or(|anchor| anchor.number <= number)
        {
            self.copies += count(node);
            if self.copies > FREE_COPIES && self.copies > 4 * self.nodes {
                return Err(excessive_aliasing(node.position));
            }
            let alias = Alias {
                name: name.clone(),
                target: node.clone(),
            };
            self.anchors.insert(
                name.clone(),
                Anchor {
                    number,
                    done: Some(Arc::new(alias)),
                },
            );
        }
        Ok(if self.open.is_empty() {
            self.pending.pop()
        } else {
            None
        })
    }

    /// Gives the innermost open collection its entries; tells its number.
    fn close(&mut self) -> usize {
        let Some((first, number)) = self.open.pop() else {
            return 0;
        };
        let mapping = matches!(self.pending[first - 1].data, Data::Mapping(_));
        let end = self.parser.take_comments();
        let mut entries = self.pending.drain(first..);
        let data = if mapping {
            let mut pairs = Vec::with_capacity(entries.len() / 2);
            while let (Some(key), Some(value)) = (entries.next(), entries.next()) {
                pairs.push((key, value));
            }
            Data::Mapping(pairs)
        } else {
            Data::Sequence(entries.by_ref().collect())
        };
        drop(entries);
        self.pending[first - 1].data = data;
        if self.parser.scanner.comments.is_some() {
            close_comments(&mut self.pending[first - 1], end);
        }
        number
    }

    fn alias(&mut self, name: &str, start: Mark) -> Result<Arc<Alias>, Error> {
        let problem = match self.anchors.get(name) {
            Some(Anchor {
                done: Some(alias), ..
            }) => return Ok(Arc::clone(alias)),
            Some(Anchor { done: None, .. }) => format!("anchor '{name}' value contains itself"),
            None => format!("unknown anchor '{name}' referenced"),
        };
        let position = self.parser.scanner.cursor.position(start);
        Err(Error::new(ErrorKind::Content(problem), position))
    }
}

fn boxed(comments: Comments) -> Option<Box<Comments>> {
    (!comments.is_empty()).then(|| Box::new(comments))
}

/// Takes the comments at the end of a collection in. Feet belong to keys: one between two pairs to the former, and that of a value to its
/// key.
fn close_comments(collection: &mut Node, end: Comments) {
    let block = collection.style != Style::Flow;
    let comments = collection.comments_mut();
    comments.line = end.line;
    comments.foot = end.foot;
    if let Data::Mapping(pairs) = &mut collection.data {
        for index in 0..pairs.len() {
            let (before, pair) = pairs.split_at_mut(index);
            let (key, value) = &mut pair[0];
            if block
                && let Some((before, _)) = before.last_mut()
                && let Some(foot) = key.take_foot()
            {
                before.comments_mut().foot = foot;
            }
            if key
                .comments
                .as_ref()
                .is_none_or(|comments| comments.foot.is_empty())
                && let Some(foot) = value.take_foot()
            {
                key.comments_mut().foot = foot;
            }
        }
        if block
            && let Some((key, _)) = pairs.last_mut()
            && let Some(comments) = &mut collection.comments
            && !comments.foot.is_empty()
        {
            key.comments_mut().foot = std::mem::take(&mut comments.foot);
        }
    }
    collection.comments = collection
        .comments
        .take()
        .filter(|comments| !comments.is_empty());
}

/// The refusal of documents that grow out of bounds when their aliases are followed.
pub(crate) fn excessive_aliasing(position: Position) -> Error {
    Error::new(
        ErrorKind::Limit("document contains excessive aliasing".to_owned()),
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
