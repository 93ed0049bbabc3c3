//! Paths of replacements: `spec.containers.[name=app].image`.

use goyaml::{Dialect, Kind, Node, ReadOptions};

use crate::error::{Context, Error, ErrorKind, Result};
use crate::rnode;

/// Splits a path at its dots, but not at those behind a backslash or between brackets. Brackets without `=` are taken off.
pub(crate) fn split(path: &str) -> Vec<String> {
    let parts = split_escaped(path);
    let mut result = Vec::new();
    let mut parts = parts.into_iter();
    while let Some(part) = parts.next() {
        if !part.starts_with('[') || part.ends_with(']') {
            result.push(part);
            continue;
        }
        let mut bracketed = part;
        for part in parts.by_ref() {
            bracketed.push('.');
            bracketed.push_str(&part);
            if part.ends_with(']') {
                break;
            }
        }
        let plain = !bracketed.contains('=');
        result.push(if plain {
            bracketed.trim_matches(['[', ']']).to_owned()
        } else {
            bracketed
        });
    }
    result
}

fn split_escaped(path: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut escaped = false;
    for part in path.split('.') {
        match parts.last_mut() {
            Some(last) if escaped => {
                last.pop();
                last.push('.');
                last.push_str(part);
            }
            _ => parts.push(part.to_owned()),
        }
        escaped = part.ends_with('\\');
    }
    parts
}

/// One part of a path.
enum Part<'a> {
    Index(usize),
    Last,
    Every,
    Element { field: &'a str, value: &'a str },
    Field,
}

fn part(text: &str) -> Result<Part<'_>> {
    if text == "-" {
        return Ok(Part::Last);
    }
    if text == "*" {
        return Ok(Part::Every);
    }
    if let Ok(index) = text.parse::<i64>() {
        let negative = |_| error(format!("array index {index} cannot be negative"));
        return usize::try_from(index).map(Part::Index).map_err(negative);
    }
    let Some(inner) = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'))
    else {
        return Ok(Part::Field);
    };
    match inner.split_once('=') {
        Some((field, value)) => Ok(Part::Element { field, value }),
        None => Err(error(
            "list path element must contain fieldName=fieldValue for element to match".to_owned(),
        )),
    }
}

fn error(text: String) -> Error {
    Error::new(ErrorKind::Transform, text)
}

fn clean(path: &[String]) -> Vec<&str> {
    path.iter()
        .map(|part| part.trim())
        .filter(|part| !part.is_empty())
        .collect()
}

/// The one value that a path leads to.
pub(crate) fn lookup<'a>(node: &'a Node, path: &[String]) -> Result<Option<&'a Node>> {
    let mut node = node;
    for text in clean(path) {
        if rnode::is_null(node) {
            return Ok(None);
        }
        let next = match part(text)? {
            Part::Index(index) => elements(node)?.get(index),
            Part::Last => elements(node)?.last(),
            Part::Element { field: "", value } => elements(node)?
                .iter()
                .find(|element| element.as_str() == Some(value)),
            Part::Element { field, value } => elements(node)?
                .iter()
                .find(|element| element.get_str(field) == Some(value)),
            Part::Every | Part::Field => {
                rnode::expect_kind(node, Kind::Mapping)?;
                node.get(text)
            }
        };
        match next {
            Some(next) => node = next,
            None => return Ok(None),
        }
    }
    Ok(Some(node))
}

/// [`lookup`], to change what is found.
pub(crate) fn lookup_mut<'a>(node: &'a mut Node, path: &[String]) -> Result<Option<&'a mut Node>> {
    if lookup(node, path)?.is_none() {
        return Ok(None);
    }
    let mut node = node;
    for text in clean(path) {
        let next = match part(text)? {
            Part::Every | Part::Field => node.get_mut(text),
            Part::Index(index) => rnode::elements_mut(node)?.get_mut(index),
            Part::Last => rnode::elements_mut(node)?.last_mut(),
            Part::Element { field, value } => {
                rnode::elements_mut(node)?
                    .iter_mut()
                    .find(|element| match field {
                        "" => element.as_str() == Some(value),
                        field => element.get_str(field) == Some(value),
                    })
            }
        };
        match next {
            Some(next) => node = next,
            None => return Ok(None),
        }
    }
    Ok(Some(node))
}

fn elements(node: &Node) -> Result<&[Node]> {
    rnode::expect_kind(node, Kind::Sequence)?;
    Ok(node.items())
}

/// Walks to every value that a path leads to.
pub(crate) struct Matcher<'a> {
    /// The shape of what is made where the path leads nowhere; nothing is made without.
    pub(crate) create: Option<Kind>,
    pub(crate) set: &'a mut dyn FnMut(&mut Node) -> Result<()>,
}

impl Matcher<'_> {
    /// Calls `set` on every match and counts them.
    pub(crate) fn apply(&mut self, node: &mut Node, path: &[String]) -> Result<usize> {
        let Some((text, rest)) = path.split_first() else {
            (self.set)(node)?;
            return Ok(1);
        };
        if text == "*" {
            return self.every(node, rest);
        }
        if let Ok(index) = text.parse::<usize>() {
            return self.index(node, index, rest);
        }
        match part(text)? {
            Part::Element { field, value } => self.matching(node, path, field, value),
            Part::Field | Part::Last | Part::Every | Part::Index(_) => self.field(node, text, rest),
        }
    }

    fn every(&mut self, node: &mut Node, rest: &[String]) -> Result<usize> {
        let mut count = 0;
        for element in rnode::elements_mut(node)? {
            count += self.apply(element, rest)?;
        }
        Ok(count)
    }

    fn index(&mut self, node: &mut Node, index: usize, rest: &[String]) -> Result<usize> {
        rnode::expect_kind(node, Kind::Sequence)?;
        let length = node.items().len();
        if length == index
            && let (Some(create), Some(items)) = (self.create, node.items_mut())
        {
            items.push(made(rest.first(), create));
        }
        match node.items_mut().and_then(|items| items.get_mut(index)) {
            Some(element) => self.apply(element, rest),
            None => Err(error(format!(
                "index {index} specified but only {length} elements found"
            ))),
        }
    }

    /// Goes on through the elements whose field matches a pattern; without a field, through the elements that match themselves.
    fn matching(
        &mut self,
        node: &mut Node,
        path: &[String],
        field: &str,
        pattern: &str,
    ) -> Result<usize> {
        let regex =
            gostd::regexp::Regexp::compile(pattern).map_err(|cause| error(cause.to_string()))?;
        let is_match = |element: &Node| {
            let compared = if field.is_empty() {
                Some(element)
            } else {
                element.get(field)
            };
            compared.is_some_and(|compared| regex.is_match(rnode::contents(compared).trim()))
        };
        let mut count = 0;
        for element in rnode::elements_mut(node)? {
            if is_match(element) {
                // A scalar element is the match itself, whatever the rest of the path says.
                count += self.apply(element, if field.is_empty() { &[] } else { &path[1..] })?;
            }
        }
        if count > 0 || self.create.is_none() {
            return Ok(count);
        }
        let element = match field {
            "" => rnode::untagged(pattern),
            field => Node::mapping(vec![(rnode::untagged(field), rnode::untagged(pattern))]),
        };
        let Some(items) = node.items_mut() else {
            return Err(rnode::wrong_kind(node, Kind::Sequence));
        };
        items.push(element);
        self.matching(node, path, field, pattern)
    }

    fn field(&mut self, node: &mut Node, name: &str, rest: &[String]) -> Result<usize> {
        if rnode::is_null(node) {
            return Ok(0);
        }
        if node.kind() == Kind::Scalar {
            return self.field_of_text(node, name, rest);
        }
        rnode::expect_kind(node, Kind::Mapping)?;
        match (node.get_mut(name), self.create) {
            (Some(field), _) => self.apply(field, rest),
            (None, None) => Ok(0),
            (None, Some(create)) => self.apply(
                rnode::field_or_insert(node, name, || made(rest.first(), create))?,
                rest,
            ),
        }
    }

    /// Walks through the structure that a text holds, of which a copy is changed and then forgotten, as in kustomize.
    fn field_of_text(&mut self, node: &Node, name: &str, rest: &[String]) -> Result<usize> {
        let Some(mut inner) = parse_text(node.as_str().unwrap_or_default()) else {
            return Err(rnode::wrong_kind(node, Kind::Mapping));
        };
        match inner.kind() {
            Kind::Mapping => self.field(&mut inner, name, rest),
            Kind::Scalar | Kind::Sequence | Kind::Alias => {
                Err(rnode::wrong_kind(&inner, Kind::Mapping))
            }
        }
    }
}

/// Reads the structure that a text holds.
pub(crate) fn parse_text(text: &str) -> Option<Node> {
    let options = ReadOptions::new(Dialect::V3);
    let mut node = goyaml::parse_document(text.as_bytes(), &options).ok()??;
    rnode::tag_scalars(&mut node);
    Some(node)
}

/// What is made for a part of a path, depending on the part behind it.
fn made(next: Option<&String>, leaf: Kind) -> Node {
    let kind = match next {
        None => leaf,
        Some(next) if next == "-" || next.parse::<usize>().is_ok() || next.starts_with('[') => {
            Kind::Sequence
        }
        Some(_) => Kind::Mapping,
    };
    match kind {
        Kind::Mapping => Node::mapping(Vec::new()),
        Kind::Sequence => Node::sequence(Vec::new()),
        Kind::Scalar | Kind::Alias => Node::scalar(""),
    }
}

/// Applies a matcher and puts words before its failures, and an error in the place of no match.
pub(crate) fn require(matches: Result<usize>, words: &str) -> Result<()> {
    match matches.context(words)? {
        0 => Err(error(words.to_owned())),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn brackets_keep_their_dots() {
        assert_eq!(split("a.b.0"), ["a", "b", "0"]);
        assert_eq!(
            split(r"metadata.annotations.x\.y/z"),
            ["metadata", "annotations", "x.y/z"]
        );
        assert_eq!(
            split("metadata.annotations.[x.y/z].q"),
            ["metadata", "annotations", "x.y/z", "q"]
        );
        assert_eq!(
            split("spec.[name=a.b].image"),
            ["spec", "[name=a.b]", "image"]
        );
    }
}
