//! Copying values from one object into others.

mod structured;
mod target;

use goyaml::{Kind, Node};

use crate::error::{Error, ErrorKind, Result};
use crate::field_path;
use crate::kustomization::{FieldOptions, Replacement, SourceSelector};
use crate::resid::ResId;
use crate::resmap::ResMap;
use crate::resource::Resource;
use target::Target;

pub(super) const DEFAULT_FIELD_PATH: &str = "metadata.name";

fn error(text: impl Into<String>) -> Error {
    Error::new(ErrorKind::Transform, text)
}

/// Carries out one replacement.
pub(crate) fn apply(resources: &mut ResMap, replacement: &Replacement) -> Result<()> {
    let (Some(targets), true) = (
        &replacement.targets,
        replacement.source.is_some() || replacement.source_value.is_some(),
    ) else {
        return Err(error(
            "replacements must specify a source and at least one target",
        ));
    };
    let value = source_value(resources, replacement)?;
    for selector in targets {
        let target = Target::new(selector)?;
        for position in target.candidates(resources) {
            if target.selects(resources.get(position)) {
                resources.transform_at(position, |resource, _| {
                    let written = target.write(&mut resource.node, &value);
                    written
                        .map_err(|error| error.hint(format!("in the target {}", resource.cur_id())))
                })?;
            }
        }
    }
    Ok(())
}

fn source_value(resources: &mut ResMap, replacement: &Replacement) -> Result<Node> {
    match (&replacement.source, &replacement.source_value) {
        (Some(_), Some(_)) => Err(error("value and resource selectors are mutually exclusive")),
        (None, value) => Ok(Node::scalar(value.as_deref().unwrap_or_default())),
        (Some(source), None) => {
            let position = select_source(resources, source)?;
            let resource = resources.get(position);
            read_source(resource, source)
                .map_err(|error| error.hint(format!("the source is {}", resource.cur_id())))
        }
    }
}

/// Finds the one object that a value is read from.
fn select_source(resources: &mut ResMap, source: &SourceSelector) -> Result<usize> {
    let wanted = source.id.id();
    let candidates = match wanted.name.as_str() {
        "" => (0..resources.len()).collect(),
        name => resources.with_any_name(name),
    };
    let openapi = std::sync::Arc::clone(resources.openapi());
    let is_selected = |id: &ResId| {
        (wanted.namespace.is_empty() || wanted.same_namespace(id, &openapi))
            && (wanted.name.is_empty() || wanted.name == id.name)
            && id.gvk.is_selected(&wanted.gvk)
    };
    let selected = |position: &usize| resources.get(*position).all_ids().iter().any(&is_selected);
    let mut found = candidates.into_iter().filter(selected);
    match (found.next(), found.next()) {
        (Some(position), None) => Ok(position),
        (None, _) => {
            let text = format!("nothing selected by {}", describe(source));
            Err(error(text).hint(resources.nearest(&wanted)))
        }
        (Some(_), Some(_)) => Err(error(format!(
            "multiple matches for selector {}",
            describe(source)
        ))),
    }
}

fn describe(source: &SourceSelector) -> String {
    let mut text = source.id.id().to_string();
    if !source.field_path.is_empty() {
        text.push_str(&format!(":{}", source.field_path));
    }
    if let Some(options) = source
        .options
        .as_ref()
        .filter(|options| !options.delimiter.is_empty() || options.create)
    {
        text.push_str(&format!(
            ":{}({}), create={}",
            options.delimiter, options.index, options.create
        ));
    }
    text
}

fn read_source(resource: &Resource, source: &SourceSelector) -> Result<Node> {
    let path = if source.field_path.is_empty() {
        DEFAULT_FIELD_PATH
    } else {
        &source.field_path
    };
    let found = field_path::lookup(&resource.node, &field_path::split(path))
        .map_err(|error| error.context("error looking up replacement source"))?;
    let Some(value) = found else {
        return Err(error(format!(
            "fieldPath `{path}` is missing for replacement source {}",
            source.id.id()
        )));
    };
    refined(value, source.options.as_ref())
}

/// Picks the part of a text that the options name.
fn refined(value: &Node, options: Option<&FieldOptions>) -> Result<Node> {
    let Some(options) = options.filter(|options| !options.delimiter.is_empty()) else {
        return Ok(value.clone());
    };
    if value.kind() != Kind::Scalar {
        return Err(error("delimiter option can only be used with scalar nodes"));
    }
    let text = value.as_str().unwrap_or_default();
    let part = usize::try_from(options.index)
        .ok()
        .and_then(|index| text.split(&options.delimiter).nth(index));
    match part {
        Some(part) => Ok(Node {
            data: goyaml::Data::Scalar(part.into()),
            ..value.clone()
        }),
        None => Err(error(format!(
            "options.index {} is out of bounds for value {text}",
            options.index
        ))),
    }
}
