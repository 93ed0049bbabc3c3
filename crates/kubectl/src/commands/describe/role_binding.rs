//! Bindings of roles for people.

use serde_json::Value;

use super::text::Text;
use crate::object::{self, items, shown};

/// Describes who has a role.
pub(super) fn describe(binding: &Value) -> Text {
    let mut text = Text::default();
    text.field(0, "Name", object::name(binding));
    text.labels("", "Labels", &binding["metadata"]["labels"]);
    text.annotations("Annotations", &binding["metadata"]["annotations"]);
    text.line(0, "Role:");
    text.field(1, "Kind", shown(&binding["roleRef"]["kind"]));
    text.field(1, "Name", shown(&binding["roleRef"]["name"]));
    text.line(0, "Subjects:");
    text.line(1, "Kind\tName\tNamespace");
    text.line(1, "----\t----\t---------");
    for subject in items(&binding["subjects"]) {
        let (kind, name) = (shown(&subject["kind"]), shown(&subject["name"]));
        text.line(
            1,
            format!("{kind}\t{name}\t{}", shown(&subject["namespace"])),
        );
    }
    text
}
