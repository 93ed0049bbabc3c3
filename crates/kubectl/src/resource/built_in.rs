//! The resources of the kinds that every server has, without asking one.

use apimachinery::Gvk;
use serde_json::Value;

use cliruntime::ApiResource;

/// What serves an object of a built-in kind; none for others.
pub(crate) fn built_in(object: &Value) -> Option<ApiResource> {
    let row = schema::resource_of_kind(&Gvk::of(object))?;
    Some(ApiResource {
        group: row.group.to_owned(),
        version: row.version.to_owned(),
        kind: row.kind.to_owned(),
        resource: row.name.to_owned(),
        namespaced: row.namespaced,
        ..ApiResource::default()
    })
}
