//! Which of the names that definitions ask for they get.

use std::collections::BTreeSet;

use apimachinery::Timestamp;
use serde_json::{Value, json};

/// The status of a definition among the others of its group.
pub(super) fn status(definition: &Value, others: &[&Value], now: Timestamp) -> Value {
    let requested = &definition["spec"]["names"];
    let mut status = definition["status"].clone();
    let (accepted, conflict) = accept(requested, &status["acceptedNames"], others);
    status["acceptedNames"] = accepted;
    let accepts = match &conflict {
        None => ("True", "NoConflicts", "no conflicts found".to_owned()),
        Some((reason, message)) => ("False", *reason, message.clone()),
    };
    set_condition(&mut status, "NamesAccepted", accepts, now);
    let established = is_true(&status, "Established");
    if !established {
        let state = match conflict {
            None => (
                "True",
                "InitialNamesAccepted",
                "the initial names have been accepted".to_owned(),
            ),
            Some(_) => (
                "False",
                "NotAccepted",
                "not all names are accepted".to_owned(),
            ),
        };
        set_condition(&mut status, "Established", state, now);
    }
    add_stored_version(&mut status, &definition["spec"]["versions"]);
    status
}

/// Whether the condition of this type is true.
pub(super) fn is_true(status: &Value, kind: &str) -> bool {
    let conditions = status["conditions"].as_array().into_iter().flatten();
    conditions
        .filter(|condition| condition["type"] == kind)
        .any(|condition| condition["status"] == "True")
}

/// Sets a condition; its time is that of the last change of its status.
pub(super) fn set_condition(
    status: &mut Value,
    kind: &str,
    (state, reason, message): (&str, &str, String),
    now: Timestamp,
) {
    let mut conditions = status["conditions"].as_array().cloned().unwrap_or_default();
    let position = conditions
        .iter()
        .position(|condition| condition["type"] == kind);
    let since = position
        .map(|position| &conditions[position])
        .filter(|condition| condition["status"] == state)
        .map_or_else(
            || now.rfc3339().into(),
            |condition| condition["lastTransitionTime"].clone(),
        );
    let condition = json!({
        "type": kind, "status": state, "lastTransitionTime": since, "reason": reason, "message": message,
    });
    match position {
        Some(position) => conditions[position] = condition,
        None => conditions.push(condition),
    }
    status["conditions"] = conditions.into();
}

/// The names that the definition gets, and the last conflict if there is any.
fn accept(
    requested: &Value,
    before: &Value,
    others: &[&Value],
) -> (Value, Option<(&'static str, String)>) {
    let mut taken_resources = BTreeSet::new();
    let mut taken_kinds = BTreeSet::new();
    for other in others {
        let names = &other["status"]["acceptedNames"];
        taken_resources.extend(["plural", "singular"].map(|key| text(names, key)));
        taken_resources.extend(words(&names["shortNames"]));
        taken_kinds.extend(["kind", "listKind"].map(|key| text(names, key)));
    }
    let mut accepted = before.clone();
    if !accepted.is_object() {
        accepted = json!({"plural": "", "kind": ""});
    }
    let mut conflict = None;
    let in_use = |name: &str| format!("{} is already in use", gostd::strconv::quote(name));
    for (key, taken, reason) in [
        ("plural", &taken_resources, "PluralConflict"),
        ("singular", &taken_resources, "SingularConflict"),
        ("shortNames", &taken_resources, "ShortNamesConflict"),
        ("kind", &taken_kinds, "KindConflict"),
        ("listKind", &taken_kinds, "ListKindConflict"),
    ] {
        let own: Vec<&str> = names_under(before, key);
        let lost: Vec<String> = names_under(requested, key)
            .into_iter()
            .filter(|name| !own.contains(name) && taken.contains(name))
            .map(in_use)
            .collect();
        match &lost[..] {
            [] => copy(&mut accepted, requested, key),
            [one] => conflict = Some((reason, one.clone())),
            several => conflict = Some((reason, format!("[{}]", several.join(", ")))),
        }
    }
    copy(&mut accepted, requested, "categories");
    (accepted, conflict)
}

fn copy(accepted: &mut Value, requested: &Value, key: &str) {
    if let Some(fields) = accepted.as_object_mut() {
        match requested.get(key) {
            Some(value) => fields.insert(key.to_owned(), value.clone()),
            None => fields.remove(key),
        };
    }
}

fn names_under<'a>(names: &'a Value, key: &str) -> Vec<&'a str> {
    match &names[key] {
        Value::String(name) => vec![name],
        list => words(list),
    }
}

/// Notes that objects may be stored in a version that was not the stored one before.
fn add_stored_version(status: &mut Value, versions: &Value) {
    let stored = versions
        .as_array()
        .into_iter()
        .flatten()
        .find(|version| version["storage"] == true);
    let Some(stored) = stored.map(|version| version["name"].clone()) else {
        return;
    };
    let mut known = status["storedVersions"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    if !known.contains(&stored) {
        known.push(stored);
        status["storedVersions"] = known.into();
    }
}

fn text<'a>(object: &'a Value, key: &str) -> &'a str {
    object[key].as_str().unwrap_or_default()
}

fn words(list: &Value) -> Vec<&str> {
    let words = list.as_array().into_iter().flatten();
    words.filter_map(Value::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn definition(plural: &str, kind: &str) -> Value {
        let names = json!({
            "plural": plural, "singular": kind.to_lowercase(), "kind": kind, "listKind": format!("{kind}List"),
        });
        json!({
            "spec": {"names": names, "versions": [{"name": "v1", "storage": true}]},
            "status": {"conditions": null, "acceptedNames": {"plural": "", "kind": ""}, "storedVersions": ["v1"]},
        })
    }

    #[test]
    fn the_second_to_ask_for_a_name_does_not_get_it() {
        let now = Timestamp::from_micros(0);
        let mut first = definition("gadgets", "Gadget");
        first["status"] = status(&first, &[], now);
        assert!(is_true(&first["status"], "Established"));
        let second = status(&definition("gizmos", "Gadget"), &[&first], now);
        assert_eq!(
            second["acceptedNames"],
            json!({"plural": "gizmos", "kind": ""})
        );
        assert_eq!(second["conditions"][0]["reason"], "ListKindConflict");
        assert_eq!(
            second["conditions"][0]["message"],
            "\"GadgetList\" is already in use"
        );
        assert_eq!(second["conditions"][1]["reason"], "NotAccepted");
        let third = status(&definition("gadgets", "Gadget"), &[], now);
        assert_eq!(third["conditions"], first["status"]["conditions"]);
    }
}
