//! Roles for people.

use serde_json::Value;

use super::text::Text;
use crate::object::{self, items};
use crate::policy_rules;

/// Describes a role: what it allows, taken apart and put together by what it is about.
pub(super) fn describe(role: &Value) -> Text {
    let mut text = Text::default();
    text.field(0, "Name", object::name(role));
    text.labels("", "Labels", &role["metadata"]["labels"]);
    text.annotations("Annotations", &role["metadata"]["annotations"]);
    text.line(0, "PolicyRule:");
    append_rules(&mut text, 1, items(&role["rules"]));
    text
}

/// Adds a table of rules.
pub(super) fn append_rules(text: &mut Text, level: usize, rules: &[Value]) {
    text.line(level, "Resources\tNon-Resource URLs\tResource Names\tVerbs");
    text.line(level, "---------\t-----------------\t--------------\t-----");
    for row in policy_rules::rows(rules.iter()) {
        text.line(level, row.join("	"));
    }
}
