//! Limit ranges for people.

use std::collections::BTreeSet;

use serde_json::Value;

use super::text::Text;
use crate::object::{self, items, shown};

const TITLES: &str =
    "Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio";
const LINES: &str =
    "----\t--------\t---\t---\t---------------\t-------------\t-----------------------";

/// Describes a limit range.
pub(super) fn describe(range: &Value) -> Text {
    let mut text = Text::default();
    text.field(0, "Name", object::name(range));
    text.field(0, "Namespace", object::namespace(range));
    text.line(0, TITLES);
    text.line(0, LINES);
    rows(range).iter().for_each(|row| text.line(0, row));
    text
}

/// Shows all limit ranges of a namespace.
pub(super) fn describe_all(text: &mut Text, ranges: &[Value]) {
    if ranges.is_empty() {
        text.line(0, "No LimitRange resource.");
        return;
    }
    text.line(0, "Resource Limits");
    text.line(0, format!(" {TITLES}"));
    text.line(0, format!(" {LINES}"));
    for row in ranges.iter().flat_map(rows) {
        text.line(0, format!(" {row}"));
    }
}

/// A row for each resource that a range bounds in any way.
fn rows(range: &Value) -> Vec<String> {
    let mut rows = Vec::new();
    for limit in items(&range["spec"]["limits"]) {
        let bounds = [
            "min",
            "max",
            "defaultRequest",
            "default",
            "maxLimitRequestRatio",
        ];
        let resources: BTreeSet<&String> = bounds
            .iter()
            .filter_map(|bound| limit[bound].as_object())
            .flat_map(|bound| bound.keys())
            .collect();
        for resource in resources {
            let cells: Vec<String> = bounds
                .iter()
                .map(|bound| match shown(&limit[bound][resource]) {
                    quantity if quantity.is_empty() => "-".to_owned(),
                    quantity => quantity,
                })
                .collect();
            let kind = shown(&limit["type"]);
            rows.push(format!("{kind}\t{resource}\t{}", cells.join("\t")));
        }
    }
    rows
}
