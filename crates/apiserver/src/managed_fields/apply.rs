//! Server-side apply: an object says what its manager wants, and no more.

use serde_json::Value;

use super::applied::{field_set, merge, remove};
use super::compare::compare;
use super::last_applied::{self, KUBECTL};
use super::set::Set;
use super::{Entry, live_entries, write_entries};
use crate::typing::Typing;

/// Who applies, and how.
pub(crate) struct Applier {
    pub(crate) manager: String,
    pub(crate) api_version: String,
    pub(crate) subresource: String,
    pub(crate) time: String,
    /// Whether fields are taken from those who manage them.
    pub(crate) force: bool,
    /// Whether `status` is written through a path of its own.
    pub(crate) own_status: bool,
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
    typing: Typing<'_>,
    applier: &Applier,
) -> Result<Value, ApplyConflict> {
    let mut set = field_set(typing, applied);
    set.retain(|field| applier.may_set(field));
    let mut merged = merge(typing, live, applied);
    let mut entries = live_entries(live, Some(live));
    if entries.is_empty() && live["metadata"].get("uid").is_some() {
        entries.extend(before_first_apply(live, typing, applier));
    }
    let own = entries.iter().position(|entry| {
        entry.operation == "Apply"
            && entry.manager == applier.manager
            && entry.subresource == applier.subresource
    });
    let own = own.map(|index| entries.remove(index));

    let changed = compare(typing, live, &merged).changed.common(&set);
    let conflict = take(&mut entries, &changed, live, typing, applier);
    if !conflict.managers.is_empty() && !applier.force {
        return Err(conflict);
    }

    if let Some(own) = &own {
        let mut given_up: Set = own.set.clone();
        given_up.spare(&set);
        for entry in &entries {
            given_up.spare(&entry.set);
        }
        remove(&mut merged, &given_up);
    }
    if applier.manager == KUBECTL {
        last_applied::sync(&mut merged, applied);
    }
    // What changes nothing in the object has no time of its own.
    let time = if merged == *live {
        own.map(|own| own.time).unwrap_or_default()
    } else {
        applier.time.clone()
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

/// Takes the changed fields from those who manage them, and tells who they were.
fn take(
    entries: &mut [Entry],
    changed: &Set,
    live: &Value,
    typing: Typing<'_>,
    applier: &Applier,
) -> ApplyConflict {
    let forgiven = if applier.manager == KUBECTL {
        last_applied::own_fields(typing, live)
    } else {
        Set::default()
    };
    let mut managers = Vec::new();
    for entry in entries {
        let taken = entry.set.common(changed);
        if taken.is_empty() {
            continue;
        }
        entry.set.subtract(&taken);
        let mut told = taken;
        told.subtract(&forgiven);
        if !told.is_empty() {
            managers.push((teller(entry), told.paths()));
        }
    }
    managers.sort();
    ApplyConflict { managers }
}

/// Who manages the fields of an object that nobody is known to manage.
fn before_first_apply(live: &Value, typing: Typing<'_>, applier: &Applier) -> Option<Entry> {
    let empty = serde_json::json!({});
    let mut set = compare(typing, &empty, live).changed;
    set.retain(|field| applier.may_set(field));
    (!set.is_empty()).then(|| Entry {
        manager: "before-first-apply".to_owned(),
        operation: "Update".to_owned(),
        api_version: applier.api_version.clone(),
        subresource: String::new(),
        time: applier.time.clone(),
        set,
    })
}

impl Applier {
    /// Whether what is applied reaches this field of the root.
    fn may_set(&self, field: &str) -> bool {
        match &*self.subresource {
            "" => field != "status" || !self.own_status,
            "status" => field == "status",
            _ => true,
        }
    }
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
            own_status: false,
        };
        let result = apply(&live, &applied, Typing::BuiltIn(None), &applier)
            .expect("nobody else manages it");
        assert_eq!(result["data"], json!({"a": "1"}));
    }
}
