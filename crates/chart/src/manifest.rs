//! What was rendered, as documents in the order in which they are installed.

mod head;
mod kinds;
mod split;

use std::collections::BTreeMap;

use gotmpl::Str;

use crate::hook::{Hook, HookEvent};
use crate::log::Log;
use crate::yaml::YamlError;
pub(crate) use head::Head;
pub use kinds::compare_for_uninstall;
use kinds::compare_kinds;
pub use split::split_manifests;

/// A document that is no hook.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// The template that it comes from.
    pub path: String,
    /// The text, with the blanks at its end.
    pub content: String,
    /// The kind of the object.
    pub kind: String,
}

/// The documents of a release.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sorted {
    pub(crate) manifests: Vec<Manifest>,
    pub(crate) hooks: Vec<Hook>,
}

/// Why a rendered document is no manifest.
#[derive(Clone, Debug, thiserror::Error)]
#[error("YAML parse error on {path}: {source}")]
pub struct ManifestError {
    /// The template that it comes from.
    pub path: String,
    /// The document.
    pub content: String,
    /// What is wrong.
    pub source: HeadError,
}

/// Why the head of a document cannot be read.
#[derive(Clone, Debug, thiserror::Error)]
pub enum HeadError {
    /// The document is no YAML.
    #[error(transparent)]
    Yaml(#[from] YamlError),
    /// It is not an object as it should be.
    #[error(
        "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal {found} into Go {place}"
    )]
    Type {
        /// What it is.
        found: &'static str,
        /// What it should be.
        place: String,
    },
}

/// Splits rendered files into documents, tells hooks from manifests, and sorts both by kind.
pub(crate) fn sort(files: &BTreeMap<String, Str>, log: &Log) -> Result<Sorted, ManifestError> {
    let mut sorted = Sorted::default();
    for (path, text) in files {
        let text = text.to_str();
        for content in split_manifests(&text) {
            let head = Head::read(&content).map_err(|source| ManifestError {
                path: path.clone(),
                content: content.clone(),
                source,
            })?;
            add(&mut sorted, path, content, head, log);
        }
    }
    sorted
        .manifests
        .sort_by(|a, b| compare_kinds(&a.kind, &b.kind));
    sorted.hooks.sort_by(|a, b| compare_kinds(&a.kind, &b.kind));
    Ok(sorted)
}

fn add(sorted: &mut Sorted, path: &str, content: String, head: Head, log: &Log) {
    let Some(types) = head.annotations.get("helm.sh/hook").cloned() else {
        sorted.manifests.push(Manifest {
            path: path.to_owned(),
            content,
            kind: head.kind,
        });
        return;
    };
    let events: Option<Vec<_>> = types.split(',').map(HookEvent::parse).collect();
    match events {
        Some(events) => sorted.hooks.push(Hook::new(path, content, head, events)),
        None => log.add("INFO", "skipping unknown hooks", &[("hookTypes", &types)]),
    }
}
