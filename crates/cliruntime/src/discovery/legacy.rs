//! Discovery group by group.

use serde_json::Value;

use super::aggregated::{array, text, texts};
use super::{ApiResource, Discovery};
use crate::rest::{ApiError, Query, Rest};

/// Asks for every version of every group.
pub(super) async fn fetch(rest: &Rest) -> Result<Discovery, ApiError> {
    let mut discovery = Discovery::default();
    let core = rest.get("/api", &Query::new()).await?.json()?;
    for version in texts(&core["versions"]) {
        read_version(rest, &mut discovery, "", &version).await;
    }
    let groups = rest.get("/apis", &Query::new()).await?.json()?;
    for group in array(&groups["groups"]) {
        let name = text(&group["name"]);
        let preferred = text(&group["preferredVersion"]["version"]);
        let mut versions: Vec<String> = array(&group["versions"])
            .iter()
            .map(|version| text(&version["version"]))
            .collect();
        versions.sort_by_key(|version| *version != preferred);
        for version in versions {
            read_version(rest, &mut discovery, &name, &version).await;
        }
    }
    Ok(discovery)
}

/// Adds the resources of a version; one whose server does not answer is noted and left out.
async fn read_version(rest: &Rest, discovery: &mut Discovery, group: &str, version: &str) {
    let path = if group.is_empty() {
        format!("/api/{version}")
    } else {
        format!("/apis/{group}/{version}")
    };
    let answer = rest
        .get(&path, &Query::new())
        .await
        .and_then(|answer| answer.json());
    match answer {
        Ok(list) => discovery
            .resources
            .extend(read_resources(&list, group, version)),
        Err(_) => discovery.stale.push(
            path.trim_start_matches("/apis/")
                .trim_start_matches("/api/")
                .to_owned(),
        ),
    }
}

fn read_resources(list: &Value, group: &str, version: &str) -> Vec<ApiResource> {
    let entries = array(&list["resources"]);
    let name = |entry: &Value| text(&entry["name"]);
    entries
        .iter()
        .filter(|entry| !name(entry).contains('/'))
        .map(|entry| {
            let resource = name(entry);
            let prefix = format!("{resource}/");
            ApiResource {
                group: group.to_owned(),
                version: version.to_owned(),
                kind: text(&entry["kind"]),
                singular: text(&entry["singularName"]),
                short_names: texts(&entry["shortNames"]),
                categories: texts(&entry["categories"]),
                namespaced: entry["namespaced"] == true,
                verbs: texts(&entry["verbs"]),
                subresources: entries
                    .iter()
                    .filter_map(|other| name(other).strip_prefix(&prefix).map(str::to_owned))
                    .collect(),
                resource,
            }
        })
        .collect()
}
