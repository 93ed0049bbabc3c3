//! Text to resources.

use std::sync::LazyLock;

use goyaml::{Data, Dialect, Kind, Node, ReadOptions};
use regex::Regex;

use crate::error::{Error, ErrorKind, Result};
use crate::resource::Resource;
use crate::rnode;

static SEPARATOR: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\n---[^\n]*\n").expect("a fixed pattern"));

/// Reads the resources of a file or of inline text; lists are taken apart, empty documents left out.
pub(crate) fn resources(text: &[u8]) -> Result<Vec<Resource>> {
    let mut queue: std::collections::VecDeque<_> = documents(text)?.into();
    let mut resources = Vec::new();
    while let Some((lines_before, node)) = queue.pop_front() {
        let line = lines_before + node.position.line;
        validate(&node).map_err(|error| error.on_line(line))?;
        match list_items(&node).map_err(|error| error.on_line(line))? {
            Some(items) => queue.extend(items.into_iter().map(|item| (lines_before, item))),
            None => {
                let mut resource = Resource::new(node);
                resource.source.lines_before = lines_before;
                resources.push(resource);
            }
        }
    }
    Ok(resources)
}

/// Reads the objects of a text, each with the number of lines before its document.
fn documents(text: &[u8]) -> Result<Vec<(u32, Node)>> {
    let text = without_carriage_returns(text);
    let mut nodes = Vec::new();
    for (lines_before, document) in split_documents(&text)? {
        let malformed = |error: &goyaml::Error| {
            malformed(error).on_line(lines_before + error.position.line.max(1))
        };
        let node = goyaml::parse_document(document, &ReadOptions::new(Dialect::V3))
            .map_err(|error| malformed(&error))?;
        let Some(mut node) = node else { continue };
        goyaml::expand(&mut node).map_err(|error| match error.kind {
            // A merge key is looked at when the text has been understood.
            goyaml::ErrorKind::Content(text) => {
                Error::new(ErrorKind::Accumulate, text).on_line(lines_before + error.position.line)
            }
            _ => malformed(&error),
        })?;
        rnode::tag_scalars(&mut node);
        settle_odd_keys(&mut node);
        if !rnode::is_empty(&node) {
            nodes.push((lines_before, node));
        }
    }
    Ok(nodes)
}

/// What remains of keys that kustomize stumbles over when it takes merge keys apart: a quoted `<<` is lost, and a null key is there twice,
/// which is refused in the end.
fn settle_odd_keys(node: &mut Node) {
    match &mut node.data {
        Data::Sequence(items) => items.iter_mut().for_each(settle_odd_keys),
        Data::Mapping(pairs) => {
            pairs
                .iter_mut()
                .for_each(|(_, value)| settle_odd_keys(value));
            pairs.retain(|(key, _)| key.as_str() != Some("<<"));
            let is_null = |(key, _): &&(Node, Node)| {
                rnode::is_null(key) && !key.as_str().unwrap_or_default().is_empty()
            };
            if let Some(pair) = pairs.iter().find(is_null).cloned() {
                pairs.push(pair);
            }
        }
        Data::Scalar(_) | Data::Alias(_) => {}
    }
}

fn malformed(error: &goyaml::Error) -> Error {
    Error::new(ErrorKind::MalformedYaml, error.to_string())
}

fn without_carriage_returns(text: &[u8]) -> std::borrow::Cow<'_, [u8]> {
    if !text.contains(&b'\r') {
        return text.into();
    }
    let mut out = Vec::with_capacity(text.len());
    for (index, byte) in text.iter().enumerate() {
        if *byte != b'\r' || text.get(index + 1) != Some(&b'\n') {
            out.push(*byte);
        }
    }
    out.into()
}

/// Cuts a text at the lines that begin with `---`; each document comes with the number of lines before it.
fn split_documents(text: &[u8]) -> Result<Vec<(u32, &[u8])>> {
    // Bytes that are no UTF-8 are left to the parser to complain about.
    let Ok(text) = std::str::from_utf8(text) else {
        return Ok(vec![(0, text)]);
    };
    let lines = |part: &str| {
        let count = part.bytes().filter(|byte| *byte == b'\n').count();
        u32::try_from(count).unwrap_or(u32::MAX)
    };
    let mut documents = Vec::new();
    let (mut start, mut lines_before) = (0, 0);
    for separator in SEPARATOR.find_iter(text) {
        let through = lines_before + lines(&text[start..separator.end()]);
        let rest = separator.as_str()[4..].trim();
        if !rest.is_empty() && !rest.starts_with('#') {
            let message = format!("invalid document separator: {}", separator.as_str().trim());
            return Err(Error::new(ErrorKind::Accumulate, message).on_line(through));
        }
        documents.push((lines_before, &text.as_bytes()[start..=separator.start()]));
        (start, lines_before) = (separator.end(), through);
    }
    documents.push((lines_before, &text.as_bytes()[start..]));
    Ok(documents)
}

/// Refuses an object without a kind, and one without a name unless it is a list.
pub(crate) fn validate(node: &Node) -> Result<()> {
    if node.kind() != Kind::Mapping
        || ["apiVersion", "kind", "metadata"]
            .iter()
            .all(|field| node.get(field).is_none())
    {
        return Err(Error::new(
            ErrorKind::Accumulate,
            "missing Resource metadata",
        ));
    }
    let resource = ResourceMeta(node);
    if resource.kind().is_empty() {
        return Err(Error::new(
            ErrorKind::Accumulate,
            format!("missing kind in object {resource}"),
        ));
    }
    if !resource.kind().ends_with("List") && resource.name().is_empty() {
        return Err(Error::new(
            ErrorKind::Accumulate,
            format!("missing metadata.name in object {resource}"),
        ));
    }
    Ok(())
}

/// The identifying part of an object as Go prints it.
struct ResourceMeta<'a>(&'a Node);

impl ResourceMeta<'_> {
    fn kind(&self) -> &str {
        rnode::text_at(self.0, &["kind"])
    }

    fn name(&self) -> &str {
        rnode::text_at(self.0, &["metadata", "name"])
    }

    fn map(&self, field: &str) -> String {
        let pairs = self
            .0
            .lookup(&["metadata", field])
            .map_or(&[][..], Node::pairs);
        let mut texts: Vec<_> = pairs
            .iter()
            .map(|(key, value)| format!("{}:{}", rnode::value(key), rnode::value(value)))
            .collect();
        texts.sort();
        format!("map[{}]", texts.join(" "))
    }
}

impl std::fmt::Display for ResourceMeta<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let api_version = rnode::text_at(self.0, &["apiVersion"]);
        let namespace = rnode::text_at(self.0, &["metadata", "namespace"]);
        let (labels, annotations) = (self.map("labels"), self.map("annotations"));
        write!(
            f,
            "{{{{{api_version} {}}} {{{{{} {namespace}}} {labels} {annotations}}}}}",
            self.kind(),
            self.name()
        )
    }
}

/// The items of a list object; `None` for an object that stays whole.
fn list_items(node: &Node) -> Result<Option<Vec<Node>>> {
    let kind = rnode::text_at(node, &["kind"]);
    if !kind.ends_with("List") {
        return Ok(None);
    }
    match node.get("items") {
        None => Ok(None),
        Some(items) if rnode::is_null(items) => Ok(Some(Vec::new())),
        Some(Node {
            data: Data::Sequence(items),
            ..
        }) => Ok(Some(
            items
                .iter()
                .filter(|item| !rnode::is_empty(item))
                .cloned()
                .collect(),
        )),
        Some(items) => {
            let found = match items.kind() {
                Kind::Mapping => "map[string]interface {}",
                Kind::Scalar | Kind::Sequence | Kind::Alias => "string",
            };
            Err(Error::new(
                ErrorKind::Accumulate,
                format!("expected array in {kind}/items, but found {found}"),
            ))
        }
    }
}

/// Says of text that is not YAML which file it stands in.
pub(crate) fn in_file(error: Error, path: &str) -> Error {
    if error.kind() != ErrorKind::MalformedYaml {
        return error;
    }
    let text = format!("MalformedYAMLError: {error} in File: {path}");
    error.reworded(text)
}
