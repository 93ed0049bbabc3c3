//! The fields that a value is copied to.

use apimachinery::selector::LabelSelector;
use goyaml::{Kind, Node};

use super::{DEFAULT_FIELD_PATH, error, structured};
use crate::error::Result;
use crate::field_path::{self, Matcher};
use crate::kustomization::{FieldOptions, Selector, TargetSelector};
use crate::resid::ResId;
use crate::resmap::{NameRegexes, ResMap, is_literal, parse_selector, selector_matches};
use crate::resource::{Resource, unshared};

/// A [`TargetSelector`] ready for use.
pub(super) struct Target<'a> {
    select: Matching,
    reject: Vec<Matching>,
    field_paths: Vec<&'a str>,
    options: Option<&'a FieldOptions>,
}

struct Matching {
    ids: NameRegexes,
    any_id: bool,
    literal_name: Option<String>,
    labels: Option<LabelSelector>,
    annotations: Option<LabelSelector>,
}

impl Matching {
    fn new(selector: &Selector) -> Result<Self> {
        let name = &selector.id.name;
        Ok(Self {
            ids: NameRegexes::new(&selector.id)
                .map_err(|error| error.context("error creating target selector"))?,
            any_id: selector.id.is_empty(),
            literal_name: (!name.is_empty() && is_literal(name)).then(|| name.clone()),
            labels: parse_selector(&selector.label_selector)?,
            annotations: parse_selector(&selector.annotation_selector)?,
        })
    }

    fn id(&self, id: &ResId) -> bool {
        self.ids.match_gvk(&id.gvk)
            && self.ids.match_name(&id.name)
            && self.ids.match_namespace(&id.namespace)
    }

    fn metadata(&self, resource: &Resource) -> bool {
        self.labels
            .as_ref()
            .is_none_or(|selector| selector_matches(selector, &resource.labels()))
            && self
                .annotations
                .as_ref()
                .is_none_or(|selector| selector_matches(selector, &resource.annotations()))
    }

    fn by_metadata(&self) -> bool {
        self.labels.is_some() || self.annotations.is_some()
    }
}

impl<'a> Target<'a> {
    pub(super) fn new(selector: &'a TargetSelector) -> Result<Self> {
        let Some(select) = &selector.select else {
            return Err(error("target must specify resources to select"));
        };
        let field_paths = match selector.field_paths.as_slice() {
            [] => vec![DEFAULT_FIELD_PATH],
            paths => paths.iter().map(String::as_str).collect(),
        };
        Ok(Self {
            select: Matching::new(select)?,
            reject: selector
                .reject
                .iter()
                .map(Matching::new)
                .collect::<Result<_>>()?,
            field_paths,
            options: selector.options.as_ref(),
        })
    }

    /// The positions that are worth looking at.
    pub(super) fn candidates(&self, resources: &mut ResMap) -> Vec<usize> {
        match &self.select.literal_name {
            Some(name) => resources.with_any_name(name),
            None => (0..resources.len()).collect(),
        }
    }

    pub(super) fn selects(&self, resource: &Resource) -> bool {
        if resource.is_empty() {
            return false;
        }
        let ids = resource.all_ids();
        let rejected = self.reject.iter().any(|reject| {
            (!reject.any_id && ids.iter().any(|id| reject.id(id)))
                || (reject.by_metadata() && reject.metadata(resource))
        });
        !rejected && self.select.metadata(resource) && ids.iter().any(|id| self.select.id(id))
    }

    /// Writes the value into every field.
    pub(super) fn write(&self, object: &mut Node, value: &Node) -> Result<()> {
        let create = self
            .options
            .is_some_and(|options| options.create)
            .then(|| value.kind());
        for field_path in &self.field_paths {
            let path = field_path::split(field_path);
            if structured::write(object, &path, create, value) {
                continue;
            }
            let verb = if create.is_some() {
                "find or create"
            } else {
                "find"
            };
            let words = format!("unable to {verb} field {field_path:?} in replacement target");
            let set = |field: &mut Node| self.set(field, value);
            let mut failed = None;
            let mut guarded =
                |field: &mut Node| set(field).inspect_err(|error| failed = Some(error.clone()));
            let matches = Matcher {
                create,
                set: &mut guarded,
            }
            .apply(object, &path);
            // A value that does not go into the field is another failure than a field that is not there.
            if let Some(error) = failed {
                return Err(error);
            }
            field_path::require(matches, &words)?;
        }
        Ok(())
    }

    fn set(&self, field: &mut Node, value: &Node) -> Result<()> {
        let mut value = value.clone();
        if let Some(options) = self.options.filter(|options| !options.delimiter.is_empty()) {
            if field.kind() != Kind::Scalar {
                return Err(error("delimiter option can only be used with scalar nodes"));
            }
            let text = spliced(
                field.as_str().unwrap_or_default(),
                value.as_str().unwrap_or_default(),
                options,
            );
            value.data = goyaml::Data::Scalar(text.into());
        }
        put(field, value);
        Ok(())
    }
}

/// Puts a value into a field. A scalar keeps its type and style and only changes its text.
pub(super) fn put(field: &mut Node, value: Node) {
    if field.kind() == Kind::Scalar {
        field.data = goyaml::Data::Scalar(value.as_str().unwrap_or_default().into());
    } else {
        *field = unshared(value);
    }
}

/// Puts a value in the place of one part of a text, or before or behind all parts.
fn spliced(text: &str, value: &str, options: &FieldOptions) -> String {
    let mut parts: Vec<&str> = text.split(&options.delimiter).collect();
    match usize::try_from(options.index) {
        Err(_) => parts.insert(0, value),
        Ok(index) if index >= parts.len() => parts.push(value),
        Ok(index) => parts[index] = value,
    }
    parts.join(&options.delimiter)
}
