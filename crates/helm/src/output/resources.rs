//! The objects of a release as the cluster shows them.

use std::collections::BTreeMap;

use apimachinery::selector::from_label_selector;
use cliruntime::{ApiError, Query, ResourcePath, TABLE};
use serde_json::Value;

use crate::action::{ActionError, Configuration};
use crate::release::Release;
use crate::resources::Resource;

/// What the cluster has of a release: the objects by version and kind, and the text of their tables.
pub(crate) struct Fetched {
    /// The objects.
    pub(crate) objects: BTreeMap<String, Vec<Value>>,
    /// The text.
    pub(crate) text: String,
}

/// Asks for the objects of a release, and for the Pods that they select. What is gone is left out.
///
/// # Errors
/// If the manifest is of kinds that the cluster does not have, or the cluster cannot be asked.
pub(crate) async fn fetch(
    config: &Configuration,
    release: &Release,
) -> Result<Fetched, ActionError> {
    let resources = config.build(&release.manifest, &release.namespace).await?;
    let mut tables: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let query = Query::new().with("includeObject", "Object");
    for resource in &resources {
        let table = config.rest().get_as(&resource.path(), &query, TABLE).await;
        let table = match table.and_then(|answer| answer.json()) {
            Ok(table) => table,
            Err(error) if error.is_not_found() => continue,
            Err(error) => return Err(error.into()),
        };
        let selected = selected_pods(config, resource, &table).await?;
        let kind = format!("{}/{}", resource.api.version, resource.api.kind);
        tables.entry(kind).or_default().push(table);
        if let Some(pods) = selected {
            tables
                .entry("v1/Pod(related)".to_owned())
                .or_default()
                .push(pods);
        }
    }
    let objects = |tables: &Vec<Value>| tables.iter().flat_map(objects_of).collect();
    Ok(Fetched {
        text: tables
            .iter()
            .map(|(kind, tables)| section(kind, tables))
            .collect(),
        objects: tables
            .iter()
            .map(|(kind, tables)| (kind.clone(), objects(tables)))
            .collect(),
    })
}

fn objects_of(table: &Value) -> Vec<Value> {
    if table["kind"] != "Table" {
        return vec![table.clone()];
    }
    let rows = table["rows"].as_array().into_iter().flatten();
    rows.map(|row| row["object"].clone()).collect()
}

/// The Pods that an object's selector means; none for objects without one.
async fn selected_pods(
    config: &Configuration,
    resource: &Resource,
    table: &Value,
) -> Result<Option<Value>, ApiError> {
    let object = objects_of(table).into_iter().next().unwrap_or_default();
    let selector = &object["spec"]["selector"];
    let is_workload = matches!(
        resource.api.kind.as_str(),
        "Deployment" | "StatefulSet" | "DaemonSet" | "ReplicaSet" | "Job"
    );
    if !is_workload || selector.is_null() {
        return Ok(None);
    }
    let Ok(selector) = from_label_selector(Some(selector)) else {
        return Ok(None);
    };
    let path = ResourcePath {
        version: "v1",
        namespace: &resource.namespace,
        resource: "pods",
        ..ResourcePath::default()
    };
    let query = Query::new()
        .with("includeObject", "Object")
        .with("labelSelector", selector.to_string());
    let pods = config
        .rest()
        .get_as(&path.to_path(), &query, TABLE)
        .await?
        .json()?;
    let is_empty = objects_of(&pods).is_empty();
    Ok((!is_empty).then_some(pods))
}

/// The tables of a kind, one after the other: only the first has a head, and each has widths of its own.
fn section(kind: &str, tables: &[Value]) -> String {
    let mut text = format!("==> {kind}\n");
    for (position, table) in tables.iter().enumerate() {
        let columns: Vec<usize> = table["columnDefinitions"]
            .as_array()
            .into_iter()
            .flatten()
            .enumerate()
            .filter(|(_, column)| column["priority"].as_i64().unwrap_or_default() == 0)
            .map(|(position, _)| position)
            .collect();
        let mut rows: Vec<Vec<String>> = Vec::new();
        if position == 0 {
            let name = |at: &usize| text_of(&table["columnDefinitions"][at]["name"]).to_uppercase();
            rows.push(columns.iter().map(name).collect());
        }
        for row in table["rows"].as_array().into_iter().flatten() {
            rows.push(
                columns
                    .iter()
                    .map(|at| text_of(&row["cells"][at]))
                    .collect(),
            );
        }
        text.push_str(&aligned(&rows));
    }
    text.push('\n');
    text
}

fn text_of(cell: &Value) -> String {
    match cell {
        Value::String(text) => text.clone(),
        Value::Null => "<none>".to_owned(),
        other => other.to_string(),
    }
}

/// Columns three blanks apart and at least six wide, nothing behind the last one.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let widths = rows.iter().map(|row| row[column].chars().count());
        widths.max().unwrap_or_default()
    };
    let mut out = String::new();
    for row in rows {
        for (column, cell) in row.iter().enumerate() {
            if column + 1 == columns {
                out.push_str(cell);
            } else {
                let width = (width(column) + 3).max(6);
                out.push_str(&format!("{cell:width$}"));
            }
        }
        out.push('\n');
    }
    out
}
