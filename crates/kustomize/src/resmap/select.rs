//! Finding resources by patterns.

use std::collections::BTreeMap;

use apimachinery::selector::LabelSelector;
use gostd::regexp::Regexp;

use super::ResMap;
use crate::error::{Error, ErrorKind, Result};
use crate::gvk::Gvk;
use crate::kustomization::{ResIdFields, Selector};

/// Patterns for the parts of an id, each matching from end to end; an empty one matches everything.
#[derive(Debug)]
pub(crate) struct NameRegexes {
    group: Option<Regexp>,
    version: Option<Regexp>,
    kind: Option<Regexp>,
    name: Option<Regexp>,
    namespace: Option<Regexp>,
}

impl NameRegexes {
    pub(crate) fn new(patterns: &ResIdFields) -> Result<Self> {
        Ok(Self {
            group: anchored(&patterns.group)?,
            version: anchored(&patterns.version)?,
            kind: anchored(&patterns.kind)?,
            name: anchored(&patterns.name)?,
            namespace: anchored(&patterns.namespace)?,
        })
    }

    pub(crate) fn match_gvk(&self, gvk: &Gvk) -> bool {
        matches(self.group.as_ref(), &gvk.group)
            && matches(self.version.as_ref(), &gvk.version)
            && matches(self.kind.as_ref(), &gvk.kind)
    }

    pub(crate) fn match_name(&self, name: &str) -> bool {
        matches(self.name.as_ref(), name)
    }

    pub(crate) fn match_namespace(&self, namespace: &str) -> bool {
        matches(self.namespace.as_ref(), namespace)
    }
}

fn anchored(pattern: &str) -> Result<Option<Regexp>> {
    if pattern.is_empty() {
        return Ok(None);
    }
    Regexp::compile(&format!("^(?:{pattern})$"))
        .map(Some)
        .map_err(|error| Error::new(ErrorKind::Transform, error.to_string()))
}

/// Whether a pattern matches nothing but itself.
pub(crate) fn is_literal(pattern: &str) -> bool {
    !pattern.contains([
        '\\', '.', '+', '*', '?', '(', ')', '|', '[', ']', '{', '}', '^', '$',
    ])
}

fn matches(regex: Option<&Regexp>, text: &str) -> bool {
    regex.is_none_or(|regex| regex.is_match(text))
}

/// A [`Selector`] ready for use.
#[derive(Debug)]
pub(crate) struct SelectorRegexes {
    id: NameRegexes,
    labels: Option<LabelSelector>,
    annotations: Option<LabelSelector>,
    /// The name if it is not a pattern.
    literal_name: Option<String>,
}

impl SelectorRegexes {
    pub(crate) fn new(selector: &Selector) -> Result<Self> {
        let literal = !selector.id.name.is_empty() && is_literal(&selector.id.name);
        Ok(Self {
            id: NameRegexes::new(&selector.id)?,
            labels: parse_selector(&selector.label_selector)?,
            annotations: parse_selector(&selector.annotation_selector)?,
            literal_name: literal.then(|| selector.id.name.clone()),
        })
    }
}

/// Reads a selector of labels or annotations.
pub(crate) fn parse_selector(text: &str) -> Result<Option<LabelSelector>> {
    if text.is_empty() {
        return Ok(None);
    }
    text.parse::<LabelSelector>()
        .map(Some)
        .map_err(|error| Error::new(ErrorKind::Transform, error.to_string()))
}

impl ResMap {
    /// The positions of the resources that a selector chooses. Name and namespace may be the original or the present ones.
    pub(crate) fn select(&mut self, selector: &Selector) -> Result<Vec<usize>> {
        let regexes = SelectorRegexes::new(selector)?;
        let candidates = match &regexes.literal_name {
            Some(name) => self.with_any_name(name),
            None => (0..self.resources.len()).collect(),
        };
        Ok(candidates
            .into_iter()
            .filter(|position| self.is_selected(*position, &regexes))
            .collect())
    }

    fn is_selected(&self, position: usize, regexes: &SelectorRegexes) -> bool {
        let resource = &self.resources[position];
        if resource.is_empty() {
            return false;
        }
        let (original, current) = (resource.org_id(), resource.cur_id());
        let id = &regexes.id;
        (id.match_namespace(original.effective_namespace(&self.openapi))
            || id.match_namespace(current.effective_namespace(&self.openapi)))
            && (id.match_name(&original.name) || id.match_name(&current.name))
            && id.match_gvk(&current.gvk)
            && regexes
                .labels
                .as_ref()
                .is_none_or(|selector| selector_matches(selector, &resource.labels()))
            && regexes
                .annotations
                .as_ref()
                .is_none_or(|selector| selector_matches(selector, &resource.annotations()))
    }
}

/// Whether labels or annotations are as a selector wants them.
pub(crate) fn selector_matches(selector: &LabelSelector, map: &BTreeMap<String, String>) -> bool {
    selector
        .requirements()
        .iter()
        .all(|requirement| requirement.matches(map.get(requirement.key()).map(String::as_str)))
}
