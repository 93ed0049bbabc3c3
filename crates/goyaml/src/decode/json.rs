//! Nodes to JSON.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::budget::Budget;
use super::go_syntax::go_syntax;
use super::rewritten::{Surroundings, decode_rewritten};
use super::{DecodeOptions, Decoded};
use crate::compose::excessive_aliasing;
use crate::{Data, Dialect, Error, ErrorKind, Kind, Node, Position, Scalar, Style, Tag};

pub(super) fn decode<'n, D: Decoded<'n>>(
    node: &'n Node,
    options: &DecodeOptions,
) -> Result<D, Error> {
    let mut decoder = Decoder {
        options: *options,
        budget: Budget::default(),
        flow_depth: 0,
        errors: Vec::new(),
    };
    let value = decoder.value(node, true)?;
    match decoder.errors.first() {
        None => Ok(value),
        Some((position, _)) => {
            let position = *position;
            let texts = decoder.errors.into_iter().map(|(_, text)| text).collect();
            Err(Error::new(ErrorKind::Unmarshal(texts), position))
        }
    }
}

struct Decoder {
    options: DecodeOptions,
    budget: Budget,
    /// Flow collections around.
    flow_depth: usize,
    /// Faults that do not stop the decoder: they are reported together.
    errors: Vec<(Position, String)>,
}

impl Decoder {
    fn value<'n, D: Decoded<'n>>(&mut self, node: &'n Node, root: bool) -> Result<D, Error> {
        if !self.budget.spend() {
            return Err(excessive_aliasing(node.position));
        }
        match &node.data {
            Data::Scalar(_) => json_scalar(self.scalar(node, false)?, node.position).map(D::scalar),
            Data::Alias(alias) => {
                self.budget.enter_alias();
                let value = self.value(&alias.target, root);
                self.budget.leave_alias();
                value
            }
            Data::Sequence(_) | Data::Mapping(_) => {
                let flow = usize::from(node.style == Style::Flow);
                self.flow_depth += flow;
                let value = self.collection(node, root);
                self.flow_depth -= flow;
                value
            }
        }
    }

    fn scalar<'n>(&self, node: &'n Node, key: bool) -> Result<Scalar<'n>, Error> {
        let around = Surroundings {
            flow: self.flow_depth > 0,
            key,
        };
        decode_rewritten(node, self.options.dialect, around)
    }

    fn collection<'n, D: Decoded<'n>>(&mut self, node: &'n Node, root: bool) -> Result<D, Error> {
        if let Data::Sequence(items) = &node.data {
            let mut decoded = Vec::with_capacity(items.len());
            for item in items {
                decoded.push(self.value(item, false)?);
            }
            return Ok(D::list(decoded));
        }
        let mut entries = D::Entries::default();
        match self.options.dialect {
            Dialect::V2 => self.fill_v2::<D>(node, &mut entries, &mut HashSet::new())?,
            Dialect::V3 => self.fill_v3::<D>(node, &mut entries, false, root)?,
        }
        Ok(D::map(entries))
    }

    /// Sets the pairs of a map one after the other, merge keys in their turn: what comes last wins.
    fn fill_v2<'n, D: Decoded<'n>>(
        &mut self,
        node: &'n Node,
        entries: &mut D::Entries,
        seen: &mut HashSet<String>,
    ) -> Result<(), Error> {
        for (key, value) in node.pairs() {
            if is_merge_key(key) {
                // Of several merged maps the first wins, so it comes last.
                for source in merge_sources(value)?.into_iter().rev() {
                    self.merge(source, |decoder, target| {
                        decoder.fill_v2::<D>(target, entries, seen)
                    })?;
                }
                continue;
            }
            let key = self.key_v2(key, value)?;
            let decoded = self.value(value, false)?;
            if self.options.strict {
                let shown = shown_key(&key);
                if seen.contains(&shown) {
                    let line = value.position.line;
                    let problem = format!("line {line}: key {shown} already set in map");
                    self.errors.push((value.position, problem));
                    continue;
                }
                seen.insert(shown);
            }
            D::insert(entries, key_text(key), decoded);
        }
        Ok(())
    }

    /// Sets the pairs of a map, then what merge keys add to them: own keys win, and of several merged maps the first.
    fn fill_v3<'n, D: Decoded<'n>>(
        &mut self,
        node: &'n Node,
        entries: &mut D::Entries,
        merging: bool,
        root: bool,
    ) -> Result<(), Error> {
        if self.report_duplicates(node) {
            return Ok(());
        }
        let mut sources = None;
        for (key, value) in node.pairs() {
            if is_merge_key(key) {
                sources = Some(value);
                continue;
            }
            let Some(text) = self.key_v3(key, root)? else {
                continue;
            };
            if merging && D::contains_key(entries, &text) {
                continue;
            }
            let value = self.value(value, false)?;
            D::insert(entries, text, value);
        }
        let Some(sources) = sources else {
            return Ok(());
        };
        for source in merge_sources(sources)? {
            self.merge(source, |decoder, target| {
                decoder.fill_v3::<D>(target, entries, true, root)
            })?;
        }
        Ok(())
    }

    /// Decodes a merged map into the one that merges it.
    fn merge<'n>(
        &mut self,
        source: &'n Node,
        mut fill: impl FnMut(&mut Self, &'n Node) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if !self.budget.spend() {
            return Err(excessive_aliasing(source.position));
        }
        let alias = source.kind() == Kind::Alias;
        if alias {
            self.budget.enter_alias();
        }
        let filled = fill(self, source.target());
        if alias {
            self.budget.leave_alias();
        }
        filled
    }

    /// A key that JSON can have.
    fn key_v2<'n>(&mut self, key: &'n Node, value: &Node) -> Result<Scalar<'n>, Error> {
        let key = key.target();
        if key.as_str().is_none() {
            return Err(self.collection_key(key));
        }
        let unsupported = |kind: &str, shown: String, decoder: &mut Self| match decoder
            .value::<Value>(value, false)
        {
            Ok(value) => {
                let value = if value.is_null() {
                    "<nil>".to_owned()
                } else {
                    go_syntax(&value, Dialect::V2)
                };
                json_error(
                    format!("unsupported map key of type: {kind}, key: {shown}, value: {value}"),
                    key.position,
                )
            }
            Err(error) => error,
        };
        match self.scalar(key, true)? {
            Scalar::Uint(value) => Err(unsupported("uint64", format!("{value:#x}"), self)),
            Scalar::Null => Err(unsupported("%!s(<nil>)", "<nil>".to_owned(), self)),
            key => Ok(key),
        }
    }

    /// The fault that a list or a map is a key.
    fn collection_key(&mut self, key: &Node) -> Error {
        let dialect = self.options.dialect;
        let problem = |value| format!("invalid map key: {}", go_syntax(&value, dialect));
        self.value::<Value>(key, false).map_or_else(
            |error| error,
            |value| Error::new(ErrorKind::Content(problem(value)), key.position),
        )
    }

    /// A key as JSON has it; `None` for a null at the root, which go-yaml leaves out. Below the root a key must be a string.
    fn key_v3<'n>(&mut self, key: &'n Node, root: bool) -> Result<Option<Cow<'n, str>>, Error> {
        let key = key.target();
        let Some(text) = key.as_str() else {
            return Err(self.collection_key(key));
        };
        match self.scalar(key, true)? {
            Scalar::Str(text) => Ok(Some(text)),
            Scalar::Null if root => Ok(None),
            _ if root => Ok(Some(Cow::Borrowed(text))),
            _ => Err(json_error(
                "json: unsupported type: map[interface {}]interface {}".to_owned(),
                key.position,
            )),
        }
    }

    /// Reports keys that are written twice, quoted or not; tells whether there were any.
    fn report_duplicates(&mut self, node: &Node) -> bool {
        let mut first: HashMap<(Kind, &str), Vec<u32>> = HashMap::with_capacity(node.pairs().len());
        let before = self.errors.len();
        for (key, _) in node.pairs() {
            let text = match &key.data {
                Data::Alias(alias) => &alias.name,
                Data::Scalar(_) | Data::Sequence(_) | Data::Mapping(_) => {
                    key.as_str().unwrap_or_default()
                }
            };
            let lines = first.entry((key.kind(), text)).or_default();
            for line in &*lines {
                let problem = format!(
                    "line {}: mapping key {} already defined at line {line}",
                    key.position.line,
                    gostd::strconv::quote(text)
                );
                self.errors.push((key.position, problem));
            }
            lines.push(key.position.line);
        }
        self.errors.len() > before
    }
}

/// Whether a key is `<<`, plain or tagged so.
pub(crate) fn is_merge_key(key: &Node) -> bool {
    let plain = key.tag == Tag::None && key.style == Style::Plain;
    key.as_str() == Some("<<") && (plain || key.tag == Tag::Merge)
}

/// The maps that a merge key names.
pub(super) fn merge_sources(value: &Node) -> Result<Vec<&Node>, Error> {
    let sources = match value.kind() {
        Kind::Sequence => value.items().iter().collect(),
        Kind::Mapping | Kind::Alias => vec![value],
        Kind::Scalar => Vec::new(),
    };
    if value.kind() == Kind::Scalar
        || sources
            .iter()
            .any(|source| source.target().kind() != Kind::Mapping)
    {
        let problem = "map merge requires map or sequence of maps as the value".to_owned();
        return Err(Error::new(ErrorKind::Content(problem), value.position));
    }
    Ok(sources)
}

/// A scalar as JSON has it: whole floats without a point.
fn json_scalar(scalar: Scalar<'_>, position: Position) -> Result<Scalar<'_>, Error> {
    let Scalar::Float(value) = scalar else {
        return Ok(scalar);
    };
    if value.is_finite() {
        return Ok(Scalar::from_json_float(value));
    }
    let shown = if value.is_nan() {
        "NaN"
    } else if value > 0.0 {
        "+Inf"
    } else {
        "-Inf"
    };
    let problem = format!("json: unsupported value: {shown}");
    Err(json_error(problem, position))
}

/// A key as JSON has it.
fn key_text(key: Scalar<'_>) -> Cow<'_, str> {
    match key {
        Scalar::Str(text) => text,
        Scalar::Timestamp(text) => Cow::Owned(text),
        Scalar::Float(value) => Cow::Owned(float_key(value)),
        key => Cow::Owned(shown_key(&key)),
    }
}

/// A key as errors show it.
fn shown_key(key: &Scalar<'_>) -> String {
    match key {
        Scalar::Null => "<nil>".to_owned(),
        Scalar::Str(text) => gostd::strconv::quote(&**text),
        Scalar::Timestamp(text) => text.clone(),
        Scalar::Bool(value) => value.to_string(),
        Scalar::Int(value) => value.to_string(),
        Scalar::Uint(value) => value.to_string(),
        Scalar::Float(value) => crate::emitter::go_float(*value),
    }
}

fn json_error(text: String, position: Position) -> Error {
    Error::new(ErrorKind::Json(text), position)
}

/// A float as a key: shortened to what fits 32 bits.
fn float_key(value: f64) -> String {
    if value.is_finite() {
        gostd::strconv::format_float32(value as f32, 'g', -1)
    } else {
        crate::emitter::go_float(value)
    }
}
