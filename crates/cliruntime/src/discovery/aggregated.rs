//! Discovery in two requests.

use serde_json::Value;

use super::{ApiResource, Discovery};
use crate::rest::{ApiError, Query, Rest};

const ACCEPT: &str = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json";

/// Asks for the aggregated form; none if the server does not have it.
pub(super) async fn fetch(rest: &Rest) -> Result<Option<Discovery>, ApiError> {
    let mut discovery = Discovery::default();
    for path in ["/api", "/apis"] {
        let list = rest.get_as(path, &Query::new(), ACCEPT).await?.json()?;
        if list["kind"] != "APIGroupDiscoveryList" {
            return Ok(None);
        }
        read_groups(&list, &mut discovery);
    }
    Ok(Some(discovery))
}

fn read_groups(list: &Value, discovery: &mut Discovery) {
    for item in array(&list["items"]) {
        let group = text(&item["metadata"]["name"]);
        for version_item in array(&item["versions"]) {
            let version = text(&version_item["version"]);
            if version_item["freshness"] == "Stale" {
                discovery.stale.push(if group.is_empty() {
                    version
                } else {
                    format!("{group}/{version}")
                });
                continue;
            }
            let resources = array(&version_item["resources"]).iter();
            discovery
                .resources
                .extend(resources.filter_map(|resource| read_resource(resource, &group, &version)));
        }
    }
}

fn read_resource(resource: &Value, group: &str, version: &str) -> Option<ApiResource> {
    let kind = text(&resource["responseKind"]["kind"]);
    if kind.is_empty() {
        return None;
    }
    Some(ApiResource {
        group: group.to_owned(),
        version: version.to_owned(),
        kind,
        resource: text(&resource["resource"]),
        singular: text(&resource["singularResource"]),
        short_names: texts(&resource["shortNames"]),
        categories: texts(&resource["categories"]),
        namespaced: resource["scope"] == "Namespaced",
        verbs: texts(&resource["verbs"]),
        subresources: array(&resource["subresources"])
            .iter()
            .map(|sub| text(&sub["subresource"]))
            .collect(),
    })
}

pub(super) fn array(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

pub(super) fn texts(value: &Value) -> Vec<String> {
    array(value).iter().map(text).collect()
}
