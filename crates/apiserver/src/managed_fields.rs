//! `metadata.managedFields`: who set which field last.

mod applied;
mod apply;
mod cap;
mod compare;
mod kind;
mod last_applied;
#[cfg(test)]
mod laws;
mod set;
mod typed;

use serde_json::{Map, Value, json};

use crate::metadata;
use crate::typing::Typing;
pub(crate) use apply::{Applier, ApplyConflict, apply};
use cap::cap;
use compare::compare;
use set::Set;
pub(crate) use typed::fault;

/// Who writes, and when.
pub(crate) struct Writer {
    pub(crate) manager: String,
    pub(crate) api_version: String,
    /// The subresource through which the write comes, if it is one that is kept apart.
    pub(crate) subresource: Option<String>,
    /// The time of the write.
    pub(crate) time: String,
}

/// The fields of one manager.
#[derive(Clone)]
struct Entry {
    manager: String,
    operation: String,
    api_version: String,
    subresource: String,
    time: String,
    set: Set,
}

/// Notes in `new` what the writer changed; `old` is absent on create.
pub(crate) fn track_update(
    new: &mut Value,
    old: Option<&Value>,
    typing: Typing<'_>,
    writer: &Writer,
) {
    let empty = json!({});
    let difference = compare(typing, old.unwrap_or(&empty), new);
    let mut entries = live_entries(new, old);
    let own = entries.iter().position(|entry| {
        entry.operation == "Update"
            && entry.manager == writer.manager
            && entry.api_version == writer.api_version
            && entry.subresource == writer.subresource.as_deref().unwrap_or_default()
    });
    for (index, entry) in entries.iter_mut().enumerate() {
        if Some(index) != own {
            entry.set.subtract(&difference.changed);
        }
        entry.set.subtract(&difference.removed);
    }
    match own {
        Some(index) => {
            let entry = &mut entries[index];
            entry.set.add(&difference.changed);
            if !difference.changed.is_empty() {
                entry.time.clone_from(&writer.time);
            }
        }
        None => entries.push(Entry {
            manager: writer.manager.clone(),
            operation: "Update".to_owned(),
            api_version: writer.api_version.clone(),
            subresource: writer.subresource.clone().unwrap_or_default(),
            time: writer.time.clone(),
            set: difference.changed,
        }),
    }
    entries.retain(|entry| !entry.set.is_empty());
    cap(&mut entries);
    write_entries(new, entries);
}

/// Puts the entries into the object's metadata.
fn write_entries(object: &mut Value, mut entries: Vec<Entry>) {
    entries.retain(|entry| !entry.set.is_empty());
    entries.sort_by(|left, right| left.order().cmp(&right.order()));
    let list: Vec<Value> = entries.iter().map(Entry::to_json).collect();
    let metadata = metadata::of_mut(object);
    if list.is_empty() {
        metadata.remove("managedFields");
    } else {
        metadata.insert("managedFields".to_owned(), list.into());
    }
}

/// The entries that the write goes on from: those of the object that was sent, or else those of the old one. A list with
/// an empty entry starts over.
fn live_entries(new: &Value, old: Option<&Value>) -> Vec<Entry> {
    let list = |object: &Value| {
        object["metadata"]["managedFields"]
            .as_array()
            .cloned()
            .unwrap_or_default()
    };
    let sent = list(new);
    if sent
        .iter()
        .any(|entry| entry.as_object().is_some_and(Map::is_empty))
    {
        return Vec::new();
    }
    let Some(old) = old else { return Vec::new() };
    let entries = if sent.is_empty() { list(old) } else { sent };
    entries.iter().map(Entry::from_json).collect()
}

impl Entry {
    fn order(&self) -> (&str, &str, &str, &str, &str) {
        (
            &self.operation,
            &self.time,
            &self.manager,
            &self.api_version,
            &self.subresource,
        )
    }

    fn from_json(entry: &Value) -> Self {
        let text = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
        Self {
            manager: text("manager"),
            operation: text("operation"),
            api_version: text("apiVersion"),
            subresource: text("subresource"),
            time: text("time"),
            set: Set::from_json(&entry["fieldsV1"]),
        }
    }

    fn to_json(&self) -> Value {
        let mut entry = json!({
            "manager": self.manager,
            "operation": self.operation,
            "apiVersion": self.api_version,
            "fieldsType": "FieldsV1",
            "fieldsV1": self.set.to_json(),
        });
        for (key, value) in [("time", &self.time), ("subresource", &self.subresource)] {
            if !value.is_empty() {
                entry[key] = value.clone().into();
            }
        }
        entry
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn writer(manager: &str, time: &str) -> Writer {
        Writer {
            manager: manager.to_owned(),
            api_version: "apps/v1".to_owned(),
            subresource: None,
            time: time.to_owned(),
        }
    }

    fn deployment(image: &str) -> Value {
        json!({
            "apiVersion": "apps/v1", "kind": "Deployment",
            "metadata": {"name": "web", "labels": {"app": "web"}},
            "spec": {
                "replicas": 1,
                "selector": {"matchLabels": {"app": "web"}},
                "template": {
                    "metadata": {"labels": {"app": "web"}},
                    "spec": {"containers": [{"name": "c", "image": image, "resources": {}}]},
                },
            },
        })
    }

    #[test]
    fn the_writer_of_a_field_takes_it_from_the_one_before() {
        let typing = Typing::BuiltIn(schema::kind(&apimachinery::Gvk::new(
            "apps",
            "v1",
            "Deployment",
        )));
        let mut first = deployment("a:1");
        track_update(
            &mut first,
            None,
            typing,
            &writer("one", "2026-01-01T00:00:00Z"),
        );
        assert_eq!(
            first["metadata"]["managedFields"][0]["fieldsV1"],
            json!({
                "f:metadata": {"f:labels": {".": {}, "f:app": {}}},
                "f:spec": {
                    "f:replicas": {},
                    "f:selector": {},
                    "f:template": {
                        "f:metadata": {"f:labels": {".": {}, "f:app": {}}},
                        "f:spec": {"f:containers": {
                            "k:{\"name\":\"c\"}": {".": {}, "f:image": {}, "f:name": {}, "f:resources": {}},
                        }},
                    },
                },
            })
        );
        let mut second = deployment("a:2");
        second["metadata"]["labels"] = json!({});
        track_update(
            &mut second,
            Some(&first),
            typing,
            &writer("two", "2026-01-01T00:00:01Z"),
        );
        let entries = &second["metadata"]["managedFields"];
        assert_eq!(
            entries[1]["fieldsV1"],
            json!({"f:spec": {"f:template": {"f:spec": {"f:containers": {"k:{\"name\":\"c\"}": {"f:image": {}}}}}}})
        );
        let left = &entries[0]["fieldsV1"];
        assert_eq!(
            left["f:spec"]["f:template"]["f:spec"]["f:containers"]["k:{\"name\":\"c\"}"]
                .get("f:image"),
            None
        );
        assert_eq!(left["f:metadata"]["f:labels"].get("f:app"), None);
        assert_eq!(entries[0]["time"], "2026-01-01T00:00:00Z");
    }
}
