//! Looking into and changing the nodes of a resource, with the rules of kustomize's `RNode`.
//!
//! Every scalar that was read carries its tag, so that an untagged one is one that a transformer wrote: its text decides anew what it is.

use goyaml::{Data, Dialect, Document, Kind, Layout, Node, Tag};

use crate::error::{Error, ErrorKind, Result};

/// Whether a node is a null that was written as such.
pub(crate) fn is_null(node: &Node) -> bool {
    node.tag == Tag::Null
}

/// Whether a node is null, an empty map or an empty list.
pub(crate) fn is_empty(node: &Node) -> bool {
    is_null(node)
        || is_empty_map(node)
        || matches!(&node.data, Data::Sequence(items) if items.is_empty())
}

pub(crate) fn is_empty_map(node: &Node) -> bool {
    matches!(&node.data, Data::Mapping(pairs) if pairs.is_empty())
}

pub(crate) fn is_string(node: &Node) -> bool {
    node.kind() == Kind::Scalar && (node.tag == Tag::Str || node.tag == Tag::None)
}

/// The text of a scalar; nothing for null and for collections.
pub(crate) fn value(node: &Node) -> &str {
    if is_null(node) {
        ""
    } else {
        node.as_str().unwrap_or("")
    }
}

/// The text at a path of maps, nothing if there is none.
pub(crate) fn text_at<'a>(node: &'a Node, path: &[&str]) -> &'a str {
    node.lookup(path).map_or("", value)
}

/// A scalar whose text decides what it is.
pub(crate) fn untagged(text: &str) -> Node {
    Node::scalar(text)
}

/// Gives every scalar the tag that its text implies, as reading with go-yaml v3 does.
pub(crate) fn tag_scalars(node: &mut Node) {
    match &mut node.data {
        Data::Scalar(_) => {
            if node.tag == Tag::None {
                node.tag = node.resolved_tag(Dialect::V3);
            }
        }
        Data::Sequence(items) => items.iter_mut().for_each(tag_scalars),
        Data::Mapping(pairs) => pairs.iter_mut().for_each(|(key, value)| {
            tag_scalars(key);
            tag_scalars(value);
        }),
        Data::Alias(_) => {}
    }
}

/// Refuses a node that is there, is not null and has another shape.
pub(crate) fn expect_kind(node: &Node, kind: Kind) -> Result<()> {
    if is_null(node) || node.kind() == kind {
        return Ok(());
    }
    Err(wrong_kind(node, kind))
}

pub(crate) fn wrong_kind(node: &Node, expected: Kind) -> Error {
    let text = format!(
        "wrong node kind: expected {} but got {}: node contents:\n{}\n",
        kind_name(expected),
        kind_name(node.kind()),
        contents(node)
    );
    Error::new(ErrorKind::Transform, text)
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Scalar => "ScalarNode",
        Kind::Sequence => "SequenceNode",
        Kind::Mapping => "MappingNode",
        Kind::Alias => "AliasNode",
    }
}

/// The YAML text of a node as messages show it, in its own styles, without the newline at its end.
pub(crate) fn contents(node: &Node) -> String {
    let document = Document {
        root: node.clone(),
        ..Document::default()
    };
    document.to_yaml(Layout::V3_COMPACT).trim_end().to_owned()
}

/// The value of a field, to be changed.
///
/// # Errors
/// The node is neither a map nor null.
pub(crate) fn field_mut<'a>(node: &'a mut Node, name: &str) -> Result<Option<&'a mut Node>> {
    if is_null(node) {
        return Ok(None);
    }
    expect_kind(node, Kind::Mapping)?;
    Ok(node.get_mut(name))
}

/// The value of a field, which is made and put at the end if it is missing.
///
/// # Errors
/// The node is not a map.
pub(crate) fn field_or_insert<'a>(
    node: &'a mut Node,
    name: &str,
    make: impl FnOnce() -> Node,
) -> Result<&'a mut Node> {
    if node.kind() != Kind::Mapping {
        return Err(wrong_kind(node, Kind::Mapping));
    }
    let pairs = node.pairs_mut().expect("checked to be a map");
    let index = match pairs.iter().position(|(key, _)| key.as_str() == Some(name)) {
        Some(index) => index,
        None => {
            pairs.push((untagged(name), make()));
            pairs.len() - 1
        }
    };
    Ok(&mut pairs[index].1)
}

/// Sets a field. In place of an old value the new one takes over its style; `None` or null removes the field.
///
/// # Errors
/// The node is neither a map nor null.
pub(crate) fn set_field(node: &mut Node, name: &str, value: Option<Node>) -> Result<()> {
    let Some(mut value) = value.filter(|value| !is_null(value)) else {
        clear_field(node, name)?;
        return Ok(());
    };
    match field_mut(node, name)? {
        Some(old) => {
            value.style = old.style;
            value.tagged = old.tagged;
            value.shared = old.shared;
            *old = value;
        }
        None => {
            if let Some(pairs) = node.pairs_mut() {
                pairs.push((untagged(name), value));
            }
        }
    }
    Ok(())
}

/// Sets the text of a scalar; its style stays, its tag goes.
///
/// # Errors
/// The node is a collection.
pub(crate) fn set_scalar(node: &mut Node, text: &str) -> Result<()> {
    put_scalar(node, untagged(text))
}

/// Puts a scalar in the place of another; the style stays.
///
/// # Errors
/// The node is a collection.
pub(crate) fn put_scalar(node: &mut Node, mut value: Node) -> Result<()> {
    expect_kind(node, Kind::Scalar)?;
    value.style = node.style;
    value.tagged = node.tagged;
    value.shared = node.shared;
    value.position = node.position;
    *node = value;
    Ok(())
}

/// Takes a field away.
///
/// # Errors
/// The node is neither a map nor null.
pub(crate) fn clear_field(node: &mut Node, name: &str) -> Result<Option<Node>> {
    expect_kind(node, Kind::Mapping)?;
    Ok(node.remove(name))
}

/// The elements of a list, to be changed; none for null.
///
/// # Errors
/// The node is neither a list nor null.
pub(crate) fn elements_mut(node: &mut Node) -> Result<&mut [Node]> {
    expect_kind(node, Kind::Sequence)?;
    Ok(node.items_mut().map_or(&mut [], Vec::as_mut_slice))
}
