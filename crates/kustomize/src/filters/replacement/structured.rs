//! Fields inside a text that holds JSON or YAML.

use goyaml::{DecodeOptions, Dialect, Document, Kind, Layout, Node, ReadOptions};

use super::target::put;
use crate::field_path::{self, Matcher, parse_text};
use crate::gojson;
use crate::rnode;

/// Writes a value to a path that leads into a text. Tells whether it did: a path that leads to no text, or a value that does not fit in there,
/// is left to the ordinary way.
pub(super) fn write(
    object: &mut Node,
    path: &[String],
    create: Option<Kind>,
    value: &Node,
) -> bool {
    let Some((text_path, inner_path)) = split_at_text(object, path) else {
        return false;
    };
    let Ok(Some(field)) = field_path::lookup_mut(object, text_path) else {
        return false;
    };
    let text = field.as_str().unwrap_or_default().to_owned();
    let options = ReadOptions::new(Dialect::V3);
    let Ok(Some(mut inner)) = Document::parse(text.as_bytes(), &options) else {
        return false;
    };
    rnode::tag_scalars(&mut inner.root);
    let mut set = |field: &mut Node| {
        put(field, value.clone());
        Ok(())
    };
    if !matches!(
        Matcher {
            create,
            set: &mut set
        }
        .apply(&mut inner.root, inner_path),
        Ok(1..)
    ) {
        return false;
    }
    match serialize(&inner, &text) {
        Some(changed) => {
            field.data = goyaml::Data::Scalar(changed.into());
            true
        }
        None => false,
    }
}

/// The shortest leading part of a path that leads to a scalar, and the rest.
fn split_at_text<'a>(object: &Node, path: &'a [String]) -> Option<(&'a [String], &'a [String])> {
    (1..path.len()).map(|length| path.split_at(length)).find(|(head, _)| {
        let found = field_path::lookup(object, head);
        matches!(found, Ok(Some(node)) if node.kind() == Kind::Scalar && parse_text(node.as_str().unwrap_or_default()).is_some())
    })
}

/// The text of a changed structure: JSON stays JSON, YAML keeps its comments and quotes.
fn serialize(inner: &Document, original: &str) -> Option<String> {
    if !original.trim().starts_with(['{', '[']) {
        return Some(inner.to_yaml(Layout::V3_COMPACT).trim().to_owned());
    }
    let options = DecodeOptions {
        dialect: Dialect::V3,
        strict: true,
    };
    let value = goyaml::to_json(&inner.root, &options).ok()?;
    let pretty = original.contains('\n') && original.contains("  ");
    Some(if pretty {
        gojson::to_string_pretty(&value)
    } else {
        gojson::to_string(&value)
    })
}
