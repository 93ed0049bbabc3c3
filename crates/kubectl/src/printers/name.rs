//! Objects by their names, and what became of them.

use serde_json::Value;

use crate::dry_run::DryRun;
use crate::object;
use crate::resource::Info;

/// What a command did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome<'a> {
    /// The word: `created`, `configured`, `patched (no change)`.
    pub(crate) did: &'a str,
    /// `client` or `server`, if it was only tried.
    pub(crate) dry_run: DryRun,
}

/// `deployment.apps/web created`, with a note if it was only tried.
pub(crate) fn result_line(info: &Info, outcome: Outcome<'_>) -> String {
    format!(
        "{} {}{}\n",
        info.object_name(),
        outcome.did,
        outcome.dry_run.suffix()
    )
}

/// `deployment.apps/web` for an object, a line each for those of a list.
pub(super) fn names(object: &Value) -> String {
    if object::is_list(object) {
        return object["items"]
            .as_array()
            .into_iter()
            .flatten()
            .map(names)
            .collect();
    }
    let kind = object::kind(object).to_lowercase();
    let group = object::api_version(object)
        .split_once('/')
        .map(|(group, _)| group);
    let name = match object::name(object) {
        "" => "<unknown>",
        name => name,
    };
    match group {
        Some(group) => format!("{kind}.{group}/{name}\n"),
        None => format!("{kind}/{name}\n"),
    }
}
