//! Strategic merge of two trees: a patch into what it changes.
//!
//! kustomize walks both trees at once and writes into the first. Where a value is new, it goes on with the patch in both places, which
//! resolves the nulls and directives inside the new value; [`Walk`] calls this "merging with itself".

mod directive;
mod keyed_list;

use std::cell::RefCell;
use std::collections::BTreeSet;

use goyaml::{Kind, Node};

use crate::error::Result;
use crate::openapi::{OpenApi, SchemaNode};
use crate::resource::write_shared;
use crate::rnode;
use directive::Strategy;

/// Merges `patch` into `dest`. `None` if the patch deletes all of it.
pub(crate) fn merge(patch: Node, dest: Node, openapi: &OpenApi) -> Result<Option<Node>> {
    let written = RefCell::default();
    let walk = Walk {
        openapi,
        itself: false,
        written: &written,
    };
    let mut merged = walk.node(Some(dest), Some(patch), None)?;
    if let Some(merged) = &mut merged {
        for value in written.into_inner() {
            write_shared(merged, &value);
        }
    }
    Ok(merged)
}

/// The traversal of both trees at once.
#[derive(Clone, Copy)]
struct Walk<'a> {
    openapi: &'a OpenApi,
    /// Whether both trees are the same one.
    itself: bool,
    /// What was written to fields that share their value, in order.
    written: &'a RefCell<Vec<Node>>,
}

impl<'a> Walk<'a> {
    /// Merges two values of which either may be missing.
    fn node(
        self,
        dest: Option<Node>,
        patch: Option<Node>,
        schema: Option<SchemaNode<'a>>,
    ) -> Result<Option<Node>> {
        let schema = schema
            .or_else(|| self.schema_of(dest.as_ref()))
            .or_else(|| self.schema_of(patch.as_ref()));
        let kind = [&dest, &patch]
            .into_iter()
            .flatten()
            .find(|node| !rnode::is_null(node))
            .map(Node::kind);
        if let Some(kind) = kind {
            [&dest, &patch]
                .into_iter()
                .flatten()
                .try_for_each(|node| rnode::expect_kind(node, kind))?;
        }
        match kind {
            Some(Kind::Mapping) | None => self.map(dest, patch, schema),
            Some(Kind::Sequence) => match schema.and_then(SchemaNode::merge_keys) {
                Some(keys) => self.list(dest, patch, schema, keys),
                None => Ok(patch.or(dest)),
            },
            Some(Kind::Scalar | Kind::Alias) => Ok(patch.or(dest)),
        }
    }

    /// The schema of a value that says itself what it is.
    fn schema_of(self, node: Option<&Node>) -> Option<SchemaNode<'a>> {
        let node = node?;
        let (api_version, kind) = (
            rnode::text_at(node, &["apiVersion"]),
            rnode::text_at(node, &["kind"]),
        );
        if api_version.is_empty() || kind.is_empty() {
            None
        } else {
            self.openapi.schema(api_version, kind)
        }
    }

    fn map(
        self,
        dest: Option<Node>,
        patch: Option<Node>,
        schema: Option<SchemaNode<'a>>,
    ) -> Result<Option<Node>> {
        let dest = match (dest, &patch) {
            // A null that was written out stays; one that was left empty goes.
            (Some(dest), None) if rnode::is_null(&dest) => {
                let text = dest.as_str().unwrap_or_default();
                return Ok((!text.is_empty()).then(|| rnode::untagged(text)));
            }
            (dest, _) => dest.filter(|dest| !rnode::is_null(dest)),
        };
        let Some(mut patch) = patch else {
            return dest.map(|dest| self.fields(dest, None, schema)).transpose();
        };
        if rnode::is_null(&patch) {
            return Ok(None);
        }
        match (directive::take_from_map(&mut patch)?, dest) {
            (Strategy::Delete, _) => Ok(None),
            (Strategy::Replace, _) | (Strategy::Merge, None) => {
                self.with_itself(patch, schema).map(Some)
            }
            (Strategy::Merge, Some(mut dest)) => {
                if self.itself {
                    directive::take_from_map(&mut dest)?;
                }
                self.fields(dest, Some(patch), schema).map(Some)
            }
        }
    }

    /// Resolves what is inside a new map.
    fn with_itself(self, map: Node, schema: Option<SchemaNode<'a>>) -> Result<Node> {
        Self {
            itself: true,
            ..self
        }
        .fields(map.clone(), Some(map), schema)
    }

    /// Merges the fields of two maps.
    fn fields(
        self,
        mut dest: Node,
        patch: Option<Node>,
        schema: Option<SchemaNode<'a>>,
    ) -> Result<Node> {
        let mut patch = patch;
        let keys = |node: &Node| {
            node.entries()
                .map(|(key, _)| key.to_owned())
                .collect::<BTreeSet<_>>()
        };
        let mut names = keys(&dest);
        names.extend(patch.as_ref().map(keys).into_iter().flatten());
        for name in names {
            let field_schema = schema.and_then(|schema| schema.field(&name));
            let theirs = patch.as_mut().and_then(|patch| take_pair(patch, &name));
            let (key, theirs) =
                theirs.map_or((None, None), |(key, value)| (Some(key), Some(value)));
            let place = dest
                .pairs()
                .iter()
                .position(|(key, _)| key.as_str() == Some(&name));
            let mine = place.and_then(|place| {
                dest.pairs_mut()
                    .map(|pairs| std::mem::take(&mut pairs[place].1))
            });
            let before = mine
                .as_ref()
                .map(|mine| (mine.style, mine.tagged, mine.shared));
            let patched = theirs.is_some();
            let merged = self
                .node(mine, theirs, field_schema)?
                .filter(|merged| !rnode::is_null(merged));
            let Some(pairs) = dest.pairs_mut() else {
                continue;
            };
            match (place, merged) {
                (Some(place), Some(mut merged)) => {
                    // A value is written in the style of the one before it: 5 over '4' becomes '5'.
                    if let Some((style, tagged, shared)) = before {
                        merged.style = style;
                        merged.tagged = tagged;
                        merged.shared = shared;
                        if patched && shared != 0 {
                            self.written.borrow_mut().push(merged.clone());
                        }
                    }
                    pairs[place].1 = merged;
                }
                (Some(place), None) => {
                    pairs.remove(place);
                }
                (None, Some(merged)) => {
                    let style = key.map_or_else(Default::default, |key| key.style);
                    pairs.push((rnode::untagged(&name).with_style(style), merged));
                }
                (None, None) => {}
            }
        }
        Ok(dest)
    }

    fn list(
        self,
        dest: Option<Node>,
        patch: Option<Node>,
        schema: Option<SchemaNode<'a>>,
        keys: &[String],
    ) -> Result<Option<Node>> {
        let Some(mut dest) = dest.filter(|dest| !rnode::is_null(dest)) else {
            let Some(mut patch) = patch.filter(|patch| !rnode::is_null(patch)) else {
                return Ok(None);
            };
            if keys.is_empty() {
                // With nothing to replace or delete, the directive is only taken out.
                directive::take_from_list(&mut patch)?;
            }
            return Self {
                itself: true,
                ..self
            }
            .elements(patch.clone(), Some(&patch), schema, keys)
            .map(Some);
        };
        let Some(mut patch) = patch else {
            return self.elements(dest, None, schema, keys).map(Some);
        };
        if rnode::is_null(&patch) {
            return Ok(None);
        }
        match directive::take_from_list(&mut patch)? {
            Strategy::Delete => Ok(None),
            Strategy::Replace => Self {
                itself: true,
                ..self
            }
            .elements(patch.clone(), Some(&patch), schema, keys)
            .map(Some),
            Strategy::Merge => {
                if self.itself {
                    directive::take_from_list(&mut dest)?;
                }
                self.elements(dest, Some(&patch), schema, keys).map(Some)
            }
        }
    }
}

fn take_pair(node: &mut Node, name: &str) -> Option<(Node, Node)> {
    let pairs = node.pairs_mut()?;
    let place = pairs
        .iter()
        .position(|(key, _)| key.as_str() == Some(name))?;
    Some(pairs.remove(place))
}
