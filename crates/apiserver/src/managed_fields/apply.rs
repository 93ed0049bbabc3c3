//! Server-side apply: an object says what its manager wants, and no more.

use schema::Definition;
use serde_json::Value;

use super::applied::{field_set, merge, remove};
use super::compare::compare;
use super::set::Set;
use super::{Entry, live_entries, write_entries};

/// Who applies, and how.
pub(crate) struct Applier {
    pub(crate) manager: String,
    pub(crate) api_version: String,
    pub(crate) subresource: String,
    pub(crate) time: String,
    /// Whether fields are taken from those who manage them.
    pub(crate) force: bool,
}

/// Fields that somebody else manages and that the applied object would change.
#[derive(Debug)]
pub(crate) struct ApplyConflict {
    /// Who, as it is told, and which fields.
    pub(crate) managers: Vec<(String, Vec<String>)>,
}

/// The object that the live one becomes, with its managed fields.
///
/// # Errors
/// The conflicts, unless the applier forces them.
pub(crate) fn apply(
    live: &Value,
    applied: &Value,
    definition: Option<&'static Definition>,
    applier: &Applier,
) -> Result<Value, ApplyConflict> {
    let set = field_set(definition, applied);
    let mut merged = merge(definition, live, applied);
    let mut entries = live_entries(live, Some(live));
    let own = entries.iter().position(|entry| {
        entry.operation == "Apply"
            && entry.manager == applier.manager
            && entry.subresource == applier.subresource
    });
    let own = own.map(|index| entries.remove(index));

    let changed = compare(definition, live, &merged).changed.common(&set);
    let mut managers = Vec::new();
    for entry in &mut entries {
        let taken = entry.set.common(&changed);
        if taken.is_empty() {
            continue;
        }
        managers.push((teller(entry), taken.paths()));
        entry.set.subtract(&taken);
    }
    if !managers.is_empty() && !applier.force {
        managers.sort();
        return Err(ApplyConflict { managers });
    }

    if let Some(own) = &own {
        let mut given_up: Set = own.set.clone();
        given_up.spare(&set);
        for entry in &entries {
            given_up.spare(&entry.set);
        }
        remove(&mut merged, &given_up);
    }
    let same = own.as_ref().is_some_and(|own| own.set == set) && merged == *live;
    let time = match own {
        Some(own) if same => own.time,
        Some(_) | None => applier.time.clone(),
    };
    entries.push(Entry {
        manager: applier.manager.clone(),
        operation: "Apply".to_owned(),
        api_version: applier.api_version.clone(),
        subresource: applier.subresource.clone(),
        time,
        set,
    });
    write_entries(&mut merged, entries);
    Ok(merged)
}

/// A manager as conflicts name it.
fn teller(entry: &Entry) -> String {
    let mut text = format!("\"{}\"", entry.manager);
    if !entry.subresource.is_empty() {
        text.push_str(&format!(" with subresource \"{}\"", entry.subresource));
    }
    if entry.operation == "Update" {
        text.push_str(&format!(" using {}", entry.api_version));
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_map_that_the_manager_had_as_a_whole_keeps_the_fields_applied_again() {
        let live = json!({
            "apiVersion": "v1", "kind": "ConfigMap",
            "metadata": {"name": "c", "managedFields": [{
                "manager": "lab", "operation": "Apply", "apiVersion": "v1", "fieldsType": "FieldsV1",
                "time": "2026-01-01T00:00:00Z", "fieldsV1": {"f:data": {".": {}, "f:a": {}, "f:b": {}}},
            }]},
            "data": {"a": "1", "b": "2"},
        });
        let applied = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}, "data": {"a": "1"}});
        let applier = Applier {
            manager: "lab".to_owned(),
            api_version: "v1".to_owned(),
            subresource: String::new(),
            time: "2026-01-02T00:00:00Z".to_owned(),
            force: false,
        };
        let result = apply(&live, &applied, None, &applier).expect("nobody else manages it");
        assert_eq!(result["data"], json!({"a": "1"}));
    }
}
