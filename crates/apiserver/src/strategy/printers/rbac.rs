//! Bindings of roles.

use serde_json::Value;

use super::cell::{age, items, name, text};
use super::{AGE, NAME, Printer, text as column, wide};

pub(super) static BINDING: Printer = Printer {
    columns: &[
        NAME,
        column("Role"),
        AGE,
        wide("Users"),
        wide("Groups"),
        wide("ServiceAccounts"),
    ],
    row: |object, now| {
        let role = &object["roleRef"];
        vec![
            name(object),
            format!("{}/{}", text(&role["kind"]), text(&role["name"])).into(),
            age(object, now),
            subjects(object, "User"),
            subjects(object, "Group"),
            subjects(object, "ServiceAccount"),
        ]
    },
};

fn subjects(binding: &Value, kind: &str) -> Value {
    let named = items(&binding["subjects"]).filter(|subject| subject["kind"] == kind);
    let names: Vec<String> = named
        .map(|subject| match kind {
            "ServiceAccount" => {
                format!("{}/{}", text(&subject["namespace"]), text(&subject["name"]))
            }
            _ => text(&subject["name"]).to_owned(),
        })
        .collect();
    names.join(", ").into()
}
