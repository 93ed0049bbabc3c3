//! A version of a custom resource, ready to be served.

use std::sync::Arc;

use apimachinery::{Gvk, Gvr};
use serde_json::{Value, json};

use super::definition::selectable_field_of;
use super::rules::Rules;
use super::scale::ScalePaths;
use super::strategy::Custom;
use super::structural::Structural;
use super::{default, prune};
use crate::registry::{Served, Subresource};
use crate::strategy::Strategy as _;

const VERBS: [&str; 8] = [
    "delete",
    "deletecollection",
    "get",
    "list",
    "patch",
    "create",
    "update",
    "watch",
];

const SUBRESOURCE_VERBS: [&str; 3] = ["get", "patch", "update"];

/// What a definition says of its objects in one version.
#[derive(Debug)]
pub(crate) struct CustomKind {
    /// The definition's own words, by which one is told from another.
    pub(crate) source: Value,
    pub(crate) gvk: Gvk,
    pub(crate) namespaced: bool,
    pub(crate) schema: Structural,
    /// The schema's rules, if it has some.
    pub(crate) rules: Option<Rules>,
    pub(crate) has_status: bool,
    pub(crate) scale: Option<ScalePaths>,
    /// What field selectors may name, such as `spec.color`.
    pub(crate) selectable: Vec<String>,
    /// What clients of a deprecated version hear.
    pub(crate) deprecation: Option<String>,
    /// Whether the definition is being deleted.
    pub(crate) is_terminating: bool,
    /// Objects that were written after this revision are as the schema wants them.
    pub(crate) since: u64,
    /// Whether all versions have this schema, so that each can read what another has written.
    pub(crate) same_in_all_versions: bool,
}

impl CustomKind {
    /// A version of an accepted definition, as of this revision of the store.
    pub(crate) fn of(definition: &Value, version: &Value, since: u64) -> Self {
        let spec = &definition["spec"];
        let gvk = Gvk::new(
            text(spec, "group"),
            text(version, "name"),
            text(&definition["status"]["acceptedNames"], "kind"),
        );
        let source_schema = &version["schema"]["openAPIV3Schema"];
        let subresources = &version["subresources"];
        let versions = spec["versions"].as_array().into_iter().flatten();
        let schema = Structural::parse(source_schema);
        let selectable = version["selectableFields"].as_array().into_iter().flatten();
        Self {
            source: source(definition, version),
            namespaced: spec["scope"] == "Namespaced",
            rules: Rules::of(&schema),
            schema,
            has_status: subresources
                .get("status")
                .is_some_and(|status| !status.is_null()),
            scale: ScalePaths::of(&subresources["scale"]),
            selectable: selectable
                .map(|field| selectable_field_of(text(field, "jsonPath")).to_owned())
                .collect(),
            deprecation: deprecation(version, &gvk, spec),
            gvk,
            is_terminating: definition["metadata"]["deletionTimestamp"].is_string(),
            since,
            same_in_all_versions: versions
                .map(|other| &other["schema"])
                .all(|schema| *schema == version["schema"]),
        }
    }

    /// The kind as the registry has it.
    pub(crate) fn serve(self, definition: &Value, version: &Value) -> Served {
        let names = &definition["status"]["acceptedNames"];
        let gvr = Gvr::new(&*self.gvk.group, &*self.gvk.version, text(names, "plural"));
        let mut subresources = Vec::new();
        if self.has_status {
            subresources.push(Subresource {
                name: "status".to_owned(),
                gvk: self.gvk.clone(),
                verbs: SUBRESOURCE_VERBS.map(str::to_owned).to_vec(),
            });
        }
        if self.scale.is_some() {
            subresources.push(Subresource {
                name: "scale".to_owned(),
                gvk: Gvk::new("autoscaling", "v1", "Scale"),
                verbs: SUBRESOURCE_VERBS.map(str::to_owned).to_vec(),
            });
        }
        let custom = Arc::new(self);
        let strategy = Custom::new(custom.clone(), version);
        Served {
            place: format!("{}/{}", gvr.group, gvr.resource),
            gvr,
            gvk: custom.gvk.clone(),
            list_kind: text(names, "listKind").to_owned(),
            singular: text(names, "singular").to_owned(),
            namespaced: custom.namespaced,
            short_names: words(&names["shortNames"]),
            categories: words(&names["categories"]),
            verbs: VERBS.map(str::to_owned).to_vec(),
            subresources,
            definition: None,
            policy: strategy.policy(),
            strategy: Arc::new(strategy),
            conversion: None,
            custom: Some(custom),
        }
    }

    /// The schema as the definition has it.
    pub(crate) fn schema_source(&self) -> &Value {
        let versions = self.source["spec"]["versions"]
            .as_array()
            .into_iter()
            .flatten();
        let mut own = versions.filter(|version| version["name"] == *self.gvk.version);
        own.next().map_or(
            &Value::Null,
            |version| &version["schema"]["openAPIV3Schema"],
        )
    }

    /// Whether an object of this revision may differ from what the schema makes of it.
    pub(crate) fn may_differ(&self, revision: Option<u64>) -> bool {
        !self.same_in_all_versions || revision.is_none_or(|revision| revision <= self.since)
    }

    /// Makes a stored object one of this version.
    pub(crate) fn read(&self, object: &mut Value) {
        prune::prune(object, &self.schema);
        default::fill(object, &self.schema);
    }
}

/// What decides how a version is served.
pub(crate) fn source(definition: &Value, version: &Value) -> Value {
    json!({
        "spec": definition["spec"],
        "version": version["name"],
        "names": definition["status"]["acceptedNames"],
        "deleted": definition["metadata"]["deletionTimestamp"],
    })
}

fn deprecation(version: &Value, gvk: &Gvk, spec: &Value) -> Option<String> {
    if version["deprecated"] != true {
        return None;
    }
    if let Some(own) = version["deprecationWarning"].as_str() {
        return Some(own.to_owned());
    }
    let mut warning = format!("{} {} is deprecated", gvk.api_version(), gvk.kind);
    let mut newer: Vec<&str> = spec["versions"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|other| other["served"] == true && other["deprecated"] != true)
        .map(|other| text(other, "name"))
        .collect();
    newer.sort_by(|left, right| crate::discovery::compare_versions(left, right));
    if let Some(best) = newer
        .first()
        .filter(|best| crate::discovery::compare_versions(best, &gvk.version).is_lt())
    {
        warning.push_str(&format!("; use {}/{best} {}", gvk.group, gvk.kind));
    }
    Some(warning)
}

fn text<'a>(object: &'a Value, key: &str) -> &'a str {
    object[key].as_str().unwrap_or_default()
}

fn words(list: &Value) -> Vec<String> {
    let words = list.as_array().into_iter().flatten();
    words.filter_map(Value::as_str).map(str::to_owned).collect()
}
