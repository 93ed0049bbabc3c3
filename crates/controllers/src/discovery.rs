//! Which resources the server serves now, custom ones included.

use std::borrow::Cow;

use clientgo::{Api, ApiError, Resource};
use futures::future::try_join_all;
use serde_json::Value;

/// The resources whose objects can be listed, watched and deleted, in the preferred version of each group, in a fixed order.
pub(crate) async fn deletable_resources(api: &Api) -> Result<Vec<Resource>, ApiError> {
    let groups = api.raw("/apis").await?;
    let versions = items(&groups["groups"])
        .filter_map(|group| group["preferredVersion"]["groupVersion"].as_str());
    let paths: Vec<String> = ["/api/v1".to_owned()]
        .into_iter()
        .chain(versions.map(|version| format!("/apis/{version}")))
        .collect();
    let lists = try_join_all(paths.iter().map(|path| api.raw(path))).await?;
    let mut resources: Vec<Resource> = lists.iter().flat_map(resources_of).collect();
    resources.sort();
    resources.dedup();
    Ok(resources)
}

fn resources_of(list: &Value) -> Vec<Resource> {
    let group_version = list["groupVersion"].as_str().unwrap_or_default();
    let (group, version) = group_version.split_once('/').unwrap_or(("", group_version));
    let has_verb =
        |resource: &Value, verb: &str| items(&resource["verbs"]).any(|known| known == verb);
    items(&list["resources"])
        .filter(|resource| {
            ["delete", "list", "watch"]
                .iter()
                .all(|verb| has_verb(resource, verb))
        })
        .filter_map(|resource| {
            let plural = resource["name"]
                .as_str()
                .filter(|name| !name.contains('/'))?;
            Some(Resource {
                group: Cow::Owned(group.to_owned()),
                version: Cow::Owned(version.to_owned()),
                plural: Cow::Owned(plural.to_owned()),
                kind: Cow::Owned(resource["kind"].as_str()?.to_owned()),
                namespaced: resource["namespaced"].as_bool().unwrap_or_default(),
            })
        })
        .collect()
}

fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn subresources_and_what_cannot_be_deleted_are_left_out() {
        let verbs = json!(["create", "delete", "list", "watch"]);
        let list = json!({"groupVersion": "apps/v1", "resources": [
            {"name": "deployments", "kind": "Deployment", "namespaced": true, "verbs": verbs},
            {"name": "deployments/status", "kind": "Deployment", "namespaced": true, "verbs": ["get"]},
            {"name": "reviews", "kind": "Review", "namespaced": false, "verbs": ["create"]},
        ]});
        let found = resources_of(&list);
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].collection_path("a"),
            "/apis/apps/v1/namespaces/a/deployments"
        );
    }
}
