//! The operations of a resource.

use apimachinery::Gvk;
use serde_json::{Map, Value, json};

use super::custom::definition_name;
use super::definitions::Dialect;
use crate::registry::Served;

/// The definition of a patch's body.
pub(super) const PATCH: &str = "io.k8s.apimachinery.pkg.apis.meta.v1.Patch";

const PATCH_TYPES: [&str; 4] = [
    "application/apply-patch+yaml",
    "application/json-patch+json",
    "application/merge-patch+json",
    "application/strategic-merge-patch+json",
];

/// Adds the paths of a resource and its subresources.
pub(super) fn add(served: &Served, dialect: Dialect, paths: &mut Map<String, Value>) {
    let root = if served.gvr.group.is_empty() {
        format!("/api/{}", served.gvr.version)
    } else {
        format!("/apis/{}/{}", served.gvr.group, served.gvr.version)
    };
    let place = if served.namespaced {
        format!("{root}/namespaces/{{namespace}}")
    } else {
        root.clone()
    };
    let collection = format!("{place}/{}", served.gvr.resource);
    let object = format!("{collection}/{{name}}");
    let operations = |verbs: &[&str], gvk: &Gvk, known: &[String]| {
        let mut item = Map::new();
        for verb in verbs
            .iter()
            .filter(|verb| known.iter().any(|name| name == *verb))
        {
            let (method, action) = method(verb);
            let action = if leads_on(gvk) { "connect" } else { action };
            item.insert(method.to_owned(), operation(action, gvk, dialect));
        }
        Value::Object(item)
    };
    if served.namespaced && served.has_verb("list") {
        let everywhere = operations(&["list"], &served.gvk, &served.verbs);
        paths.insert(format!("{root}/{}", served.gvr.resource), everywhere);
    }
    paths.insert(
        collection,
        operations(
            &["list", "create", "deletecollection"],
            &served.gvk,
            &served.verbs,
        ),
    );
    let whole = operations(
        &["get", "update", "patch", "delete"],
        &served.gvk,
        &served.verbs,
    );
    if whole.as_object().is_some_and(|item| !item.is_empty()) {
        paths.insert(object.clone(), whole);
    }
    for subresource in &served.subresources {
        let verbs: &[&str] = if leads_on(&subresource.gvk) {
            &["get", "update", "patch", "create", "delete"]
        } else {
            &["get", "update", "patch", "create"]
        };
        let path = format!("{object}/{}", subresource.name);
        paths.insert(
            path,
            operations(verbs, &subresource.gvk, &subresource.verbs),
        );
    }
}

/// Whether a subresource leads behind the server: its kind is that of its options, and has no objects.
fn leads_on(gvk: &Gvk) -> bool {
    gvk.group.is_empty() && gvk.kind.ends_with("Options")
}

fn method(verb: &str) -> (&'static str, &'static str) {
    match verb {
        "list" => ("get", "list"),
        "create" => ("post", "post"),
        "update" => ("put", "put"),
        "patch" => ("patch", "patch"),
        "delete" => ("delete", "delete"),
        "deletecollection" => ("delete", "deletecollection"),
        _ => ("get", "get"),
    }
}

/// The query parameters of an action, with their types.
fn parameters(action: &str) -> &'static [(&'static str, &'static str)] {
    const DRY_RUN: (&str, &str) = ("dryRun", "string");
    const MANAGER: (&str, &str) = ("fieldManager", "string");
    const VALIDATION: (&str, &str) = ("fieldValidation", "string");
    match action {
        "post" | "put" => &[DRY_RUN, MANAGER, VALIDATION],
        "patch" => &[DRY_RUN, MANAGER, VALIDATION, ("force", "boolean")],
        "delete" => &[
            DRY_RUN,
            ("gracePeriodSeconds", "integer"),
            ("propagationPolicy", "string"),
        ],
        "list" | "deletecollection" => &[
            ("allowWatchBookmarks", "boolean"),
            ("continue", "string"),
            ("fieldSelector", "string"),
            ("labelSelector", "string"),
            ("limit", "integer"),
            ("resourceVersion", "string"),
            ("resourceVersionMatch", "string"),
            ("sendInitialEvents", "boolean"),
            ("timeoutSeconds", "integer"),
            ("watch", "boolean"),
        ],
        _ => &[],
    }
}

fn operation(action: &str, gvk: &Gvk, dialect: Dialect) -> Value {
    let mut query: Vec<Value> = parameters(action)
        .iter()
        .map(|(name, kind)| match dialect {
            Dialect::V2 => json!({"name": name, "in": "query", "type": kind, "uniqueItems": true}),
            Dialect::V3 => {
                json!({"name": name, "in": "query", "schema": {"type": kind, "uniqueItems": true}})
            }
        })
        .collect();
    let body = match action {
        "patch" => Some(dialect.reference(PATCH)),
        "post" | "put" => Some(match schema::kind(gvk) {
            Some(definition) => dialect.reference(definition.name),
            None => dialect.reference(&definition_name(gvk)),
        }),
        _ => None,
    };
    let mut operation = json!({
        "responses": {"200": {"description": "OK"}, "401": {"description": "Unauthorized"}},
        "x-kubernetes-action": action,
        "x-kubernetes-group-version-kind": {"group": gvk.group, "version": gvk.version, "kind": gvk.kind},
    });
    match (body, dialect) {
        (Some(schema), Dialect::V2) => {
            query.push(json!({"name": "body", "in": "body", "required": true, "schema": schema}));
            let types: &[&str] = if action == "patch" {
                &PATCH_TYPES
            } else {
                &["application/json", "application/yaml"]
            };
            operation["consumes"] = json!(types);
        }
        (Some(schema), Dialect::V3) => {
            let types: &[&str] = if action == "patch" {
                &PATCH_TYPES
            } else {
                &["*/*"]
            };
            let content: Map<String, Value> = types
                .iter()
                .map(|name| ((*name).to_owned(), json!({"schema": schema})))
                .collect();
            operation["requestBody"] = json!({"content": content, "required": true});
        }
        (None, _) => {}
    }
    operation["parameters"] = query.into();
    operation
}
