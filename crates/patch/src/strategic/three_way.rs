use schema::Definition;
use serde_json::Value;

use super::conflict;
use super::diff::{self, DiffOptions};
use super::error::Error;
use super::lookup::Node;
use super::merge::{self, MergeOptions};
use super::object;

/// What to do where others have changed what the patch changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overwrite {
    /// Change it all the same.
    Yes,
    /// Refuse.
    No,
}

/// The patch that brings `current` to `modified` and removes what `original` had beyond it.
///
/// `original` is what was applied last (`Null` if nothing was), `modified` what is to be applied
/// now. What others added to `current` stays.
///
/// # Errors
/// As for two-way patches, and [`Error::Conflict`] if nothing may be overwritten.
pub fn create_three_way(
    original: &Value,
    modified: &Value,
    current: &Value,
    definition: &'static Definition,
    overwrite: Overwrite,
) -> Result<Value, Error> {
    let node = Node::Object(definition);
    let [original, modified, current] = [
        object(original.clone())?,
        object(modified.clone())?,
        object(current.clone())?,
    ];
    let ordered = DiffOptions {
        set_element_order: true,
        ..DiffOptions::default()
    };
    let additions = DiffOptions {
        ignore_deletions: true,
        ..ordered
    };
    let additions = diff::maps(&current, &modified, node, additions)?;
    let deletions = DiffOptions {
        ignore_changes: true,
        ..ordered
    };
    let deletions = diff::maps(&original, &modified, node, deletions)?;
    let options = MergeOptions {
        merge_parallel_list: false,
        ignore_unmatched_nulls: false,
    };
    let patch = merge::map(deletions, additions, node, options)?;
    if overwrite == Overwrite::No {
        let changes = diff::maps(&original, &current, node, DiffOptions::default())?;
        if conflict::maps(&patch, &changes, node)? {
            return Err(Error::Conflict {
                patch: Box::new(Value::Object(patch)),
                changes: Box::new(Value::Object(changes)),
            });
        }
    }
    Ok(Value::Object(patch))
}
