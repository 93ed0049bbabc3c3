//! The reader: headers, keys and values into a tree of tables.

use std::collections::BTreeMap;

use gostd::strconv::{quote, quote_rune};
use gotmpl::{List, Map, Str, Type, Value};

use super::scan::{Message, Scanner, refuse_control};

/// Nesting of arrays and inline tables that is read.
const MAX_DEPTH: usize = 500;

const TABLE: Type = Type::ANY_MAP;

/// A text that is not TOML; `Display` is the library's message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ParseError {
    line: usize,
    last_key: String,
    message: Message,
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.last_key.as_str() {
            "" => write!(f, "toml: line {}: {}", self.line, self.message),
            key => write!(
                f,
                "toml: line {} (last key {}): {}",
                self.line,
                quote(key),
                self.message
            ),
        }
    }
}

/// A table under construction.
#[derive(Default)]
struct Table {
    entries: BTreeMap<String, Node>,
    /// Its own header was read, or it was written in braces.
    defined: bool,
}

enum Node {
    Value(Value),
    Table(Table),
    Tables(Vec<Table>),
}

impl Table {
    fn finish(self) -> Map {
        let entries = self.entries.into_iter().map(|(key, node)| {
            let value = match node {
                Node::Value(value) => value,
                Node::Table(table) => Value::Map(table.finish()),
                Node::Tables(tables) => Value::List(List::typed(
                    &TABLE,
                    tables
                        .into_iter()
                        .map(|table| Value::Map(table.finish()))
                        .collect(),
                )),
            };
            (Str::from(key), value)
        });
        Map::of(&Type::Interface, entries.collect())
    }

    /// The table under a key, made if it is not there; of an array of tables the last.
    fn child(&mut self, key: &str) -> Option<&mut Table> {
        match self
            .entries
            .entry(key.to_owned())
            .or_insert_with(|| Node::Table(Table::default()))
        {
            Node::Table(table) => Some(table),
            Node::Tables(tables) => tables.last_mut(),
            Node::Value(_) => None,
        }
    }
}

pub(super) fn parse(text: &str) -> Result<Map, ParseError> {
    let mut parser = Parser {
        scanner: Scanner::new(text),
        root: Table::default(),
        context: Vec::new(),
        key: Vec::new(),
    };
    match parser.document() {
        Ok(()) => Ok(parser.root.finish()),
        Err(message) => {
            let last_key = [parser.context, parser.key].concat().join(".");
            Err(ParseError {
                line: parser.scanner.line(),
                last_key,
                message,
            })
        }
    }
}

struct Parser<'a> {
    scanner: Scanner<'a>,
    root: Table,
    /// The header that holds.
    context: Vec<String>,
    /// The key whose value is being read.
    key: Vec<String>,
}

impl Parser<'_> {
    fn document(&mut self) -> Result<(), Message> {
        loop {
            self.scanner.skip_lines()?;
            match self.scanner.peek() {
                None => return Ok(()),
                Some('[') => self.header()?,
                Some(_) => self.pair()?,
            }
            self.line_end()?;
        }
    }

    fn line_end(&mut self) -> Result<(), Message> {
        self.scanner.skip_blanks();
        self.scanner.skip_comment()?;
        let next = self.scanner.rest();
        if next.is_empty() || next.starts_with('\n') || next.starts_with("\r\n") {
            return Ok(());
        }
        let found = quote_rune(self.scanner.peek_or_nul());
        Err(format!(
            "expected a top-level item to end with a newline, comment, or EOF, but got {found} instead"
        ))
    }

    fn header(&mut self) -> Result<(), Message> {
        self.context.clear();
        let is_array = self.scanner.eat("[[");
        if !is_array {
            self.scanner.bump(1);
        }
        let path = self.header_path()?;
        let (last, parents) = path.split_last().ok_or_else(String::new)?;
        let Parser { root, context, .. } = self;
        let mut table = &mut *root;
        for (i, key) in parents.iter().enumerate() {
            let name = path[..=i].join(".");
            table = table
                .child(key)
                .ok_or_else(|| format!("Key '{name}' was already created as a hash."))?;
        }
        let name = path.join(".");
        if is_array {
            match table
                .entries
                .entry(last.clone())
                .or_insert_with(|| Node::Tables(Vec::new()))
            {
                Node::Tables(tables) => tables.push(Table::default()),
                _ => {
                    return Err(format!(
                        "Key '{name}' was already created and cannot be used as an array."
                    ));
                }
            }
            if !self.scanner.eat("]]") {
                return Err(self.wrong_array_end());
            }
        } else {
            parents.clone_into(context);
            match table
                .entries
                .entry(last.clone())
                .or_insert_with(|| Node::Table(Table::default()))
            {
                Node::Table(table) if !table.defined => table.defined = true,
                _ => return Err(format!("Key '{name}' has already been defined.")),
            }
            self.scanner.bump(1);
        }
        self.context = path;
        Ok(())
    }

    fn wrong_array_end(&mut self) -> Message {
        self.scanner.bump(1);
        format!(
            "expected end of table array name delimiter ']', but got {} instead",
            quote_rune(self.scanner.peek_or_nul())
        )
    }

    /// The path up to the closing bracket.
    fn header_path(&mut self) -> Result<Vec<String>, Message> {
        let mut path = Vec::new();
        loop {
            self.scanner.skip_blanks();
            match self.scanner.peek() {
                None | Some(']') => {
                    return Err(
                        "unexpected end of table name (table names cannot be empty)".to_owned()
                    );
                }
                Some('.') => {
                    return Err(
                        "unexpected table separator (table names cannot be empty)".to_owned()
                    );
                }
                Some(_) => path.push(self.key_part()?),
            }
            self.scanner.skip_blanks();
            if self.scanner.rest().starts_with(']') {
                return Ok(path);
            }
            if !self.scanner.eat(".") {
                return Err(format!(
                    "expected '.' or ']' to end table name, but got {} instead",
                    quote_rune(self.scanner.peek_or_nul())
                ));
            }
        }
    }

    /// A bare or quoted part of a key.
    fn key_part(&mut self) -> Result<String, Message> {
        match self.scanner.peek() {
            Some('"' | '\'') => self.scanner.string(),
            _ => {
                let rest = self.scanner.rest();
                let length = rest
                    .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-')))
                    .unwrap_or(rest.len());
                let part = rest[..length].to_owned();
                self.scanner.bump(length);
                Ok(part)
            }
        }
    }

    /// A dotted key up to behind its `=`.
    fn dotted_key(&mut self) -> Result<Vec<String>, Message> {
        let mut path = Vec::new();
        loop {
            self.scanner.skip_blanks();
            match self.scanner.peek() {
                Some('=') if path.is_empty() => {
                    return Err("unexpected '=': key name appears blank".to_owned());
                }
                Some('.') if path.is_empty() => {
                    return Err("unexpected '.': keys cannot start with a '.'".to_owned());
                }
                None if !path.is_empty() => return Err("unexpected '='".to_owned()),
                Some(c @ ('=' | '.')) => return Err(format!("unexpected '{c}'")),
                _ => path.push(self.key_part()?),
            }
            self.scanner.skip_blanks();
            match self.scanner.peek() {
                Some('=') => {
                    self.scanner.bump(1);
                    return Ok(path);
                }
                Some('.') => self.scanner.bump(1),
                None => return Err("unexpected EOF; expected key separator '='".to_owned()),
                Some(c) => {
                    return Err(format!(
                        "expected '.' or '=', but got {} instead",
                        quote_rune(c)
                    ));
                }
            }
        }
    }

    fn pair(&mut self) -> Result<(), Message> {
        self.key = self.dotted_key()?;
        self.scanner.skip_blanks();
        let node = self.value(0)?;
        let (path, key) = (self.context.clone(), self.key.clone());
        let mut table = &mut self.root;
        for part in &path {
            table = table.child(part).ok_or_else(String::new)?;
        }
        insert(table, &path, &key, node)?;
        self.key.clear();
        Ok(())
    }

    fn value(&mut self, depth: usize) -> Result<Node, Message> {
        if depth > MAX_DEPTH {
            return Err("values are nested too deeply".to_owned());
        }
        match self.scanner.peek() {
            None => Err("unexpected EOF; expected value".to_owned()),
            Some('[') => self.array(depth).map(Node::Value),
            Some('{') => self.inline_table(depth).map(Node::Table),
            Some('"' | '\'') => self
                .scanner
                .string()
                .map(|text| Node::Value(Value::from(text))),
            Some('.') => Err("floats must start with a digit, not '.'".to_owned()),
            Some(c)
                if c.is_alphabetic()
                    || matches!(c, '+' | '-')
                        && self.scanner.rest()[1..].starts_with(['i', 'n']) =>
            {
                self.word().map(Node::Value)
            }
            Some(c) if c.is_ascii_digit() || matches!(c, '+' | '-') => {
                self.scanner.number().map(Node::Value)
            }
            Some(c) => {
                refuse_control(c.encode_utf8(&mut [0; 4]))?;
                Err(format!(
                    "expected value but found {} instead",
                    quote_rune(c)
                ))
            }
        }
    }

    fn word(&mut self) -> Result<Value, Message> {
        let rest = self.scanner.rest();
        let length = rest
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '+' | '-' | '_')))
            .unwrap_or(rest.len());
        let word = &rest[..length];
        let value = match word {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "inf" | "+inf" => Value::Float64(f64::INFINITY),
            "-inf" => Value::Float64(f64::NEG_INFINITY),
            "nan" | "+nan" | "-nan" => Value::Float64(f64::NAN),
            _ => return Err(format!("expected value but found {} instead", quote(word))),
        };
        self.scanner.bump(length);
        Ok(value)
    }

    fn array(&mut self, depth: usize) -> Result<Value, Message> {
        self.scanner.bump(1);
        let mut items = Vec::new();
        loop {
            self.scanner.skip_lines()?;
            if self.scanner.eat("]") {
                return Ok(Value::list(items));
            }
            if self.scanner.rest().starts_with(',') {
                return Err("unexpected comma".to_owned());
            }
            items.push(match self.value(depth + 1)? {
                Node::Table(table) => Value::Map(table.finish()),
                Node::Value(value) => value,
                Node::Tables(_) => Value::Nil,
            });
            self.scanner.skip_lines()?;
            if !self.scanner.eat(",") && !self.scanner.rest().starts_with(']') {
                let found = self
                    .scanner
                    .peek()
                    .map_or_else(|| "end of file".to_owned(), quote_rune);
                return Err(format!(
                    "expected a comma (',') or array terminator (']'), but got {found}"
                ));
            }
        }
    }

    fn inline_table(&mut self, depth: usize) -> Result<Table, Message> {
        self.scanner.bump(1);
        let outer = self.key.clone();
        let mut table = Table {
            defined: true,
            ..Table::default()
        };
        loop {
            self.scanner.skip_lines()?;
            if self.scanner.eat("}") {
                self.key = outer;
                return Ok(table);
            }
            if self.scanner.rest().starts_with(',') {
                return Err("unexpected comma".to_owned());
            }
            let key = self.dotted_key()?;
            self.key = [outer.as_slice(), &key].concat();
            self.scanner.skip_blanks();
            let node = self.value(depth + 1)?;
            insert(
                &mut table,
                &[self.context.as_slice(), &outer].concat(),
                &key,
                node,
            )?;
            self.scanner.skip_lines()?;
            if !self.scanner.eat(",") && !self.scanner.rest().starts_with('}') {
                let found = self
                    .scanner
                    .peek()
                    .map_or_else(|| "end of file".to_owned(), quote_rune);
                return Err(format!(
                    "expected a comma or an inline table terminator '}}', but got {found} instead"
                ));
            }
        }
    }
}

/// Puts a value under a dotted key; `path` is where the table stands.
fn insert(table: &mut Table, path: &[String], key: &[String], node: Node) -> Result<(), Message> {
    let defined = |length: usize| {
        format!(
            "Key '{}' has already been defined.",
            [path, &key[..length]].concat().join(".")
        )
    };
    let (last, parents) = key.split_last().ok_or_else(String::new)?;
    let mut target = table;
    for (i, part) in parents.iter().enumerate() {
        target = target.child(part).ok_or_else(|| defined(i + 1))?;
    }
    if target.entries.contains_key(last) {
        return Err(defined(key.len()));
    }
    target.entries.insert(last.clone(), node);
    Ok(())
}
