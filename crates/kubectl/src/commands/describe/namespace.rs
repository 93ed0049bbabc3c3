//! Namespaces for people.

use serde_json::Value;

use super::context::Context;
use super::text::Text;
use super::{limit_range, resource_quota};
use crate::object::{self, items, shown};
use cliruntime::ApiError;

/// Describes a namespace with its quotas and limit ranges.
///
/// # Errors
/// If these cannot be read.
pub(super) async fn describe(namespace: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let name = object::name(namespace);
    let quotas = context.list_in("", "resourcequotas", name, "").await?;
    let ranges = context.list_in("", "limitranges", name, "").await?;
    let mut text = Text::default();
    text.field(0, "Name", name);
    text.labels("", "Labels", &namespace["metadata"]["labels"]);
    text.annotations("Annotations", &namespace["metadata"]["annotations"]);
    text.field(0, "Status", shown(&namespace["status"]["phase"]));
    conditions(&mut text, items(&namespace["status"]["conditions"]));
    text.line(0, "");
    resource_quota::describe_all(&mut text, &quotas);
    text.line(0, "");
    limit_range::describe_all(&mut text, &ranges);
    Ok(text)
}

fn conditions(text: &mut Text, conditions: &[Value]) {
    if conditions.is_empty() {
        return;
    }
    text.line(0, "Conditions:");
    text.line(1, "Type\tStatus\tLastTransitionTime\tReason\tMessage");
    text.line(1, "----\t------\t------------------\t------\t-------");
    for condition in conditions {
        let since = super::moment::shown_moment(&condition["lastTransitionTime"]);
        let of = |field: &str| shown(&condition[field]);
        let (kind, status) = (of("type"), of("status"));
        let (reason, message) = (of("reason"), of("message"));
        text.line(1, format!("{kind}\t{status}\t{since}\t{reason}\t{message}"));
    }
}
