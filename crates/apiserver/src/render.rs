//! Objects in the shape that a client accepts.

use apimachinery::Status;
use http::StatusCode;
use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::call::Call;
use crate::negotiate::Shape;
use crate::query::Query;
use crate::stored::Stored;

/// Some objects of a collection.
pub(crate) struct List {
    pub(crate) objects: Vec<Stored>,
    pub(crate) revision: u64,
    /// The token for the rest.
    pub(crate) continuation: Option<String>,
    /// How many objects the rest is.
    pub(crate) remaining: Option<usize>,
}

/// Which part of an object a row of a table carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowObject {
    None,
    Metadata,
    Whole,
}

impl RowObject {
    pub(crate) fn of(query: &Query) -> Result<Self, Status> {
        match query.text("includeObject") {
            "" | "Metadata" => Ok(Self::Metadata),
            "None" => Ok(Self::None),
            "Object" => Ok(Self::Whole),
            other => Err(Status::bad_request(format!(
                "Unable to convert to Table as requested: includeObject: Invalid value: {}: must be 'Metadata', 'Object', 'None', or empty",
                gostd::strconv::quote(other)
            ))),
        }
    }
}

/// Answers with one object.
pub(crate) fn object(call: &Call, code: StatusCode, stored: &Stored) -> Result<Answer, Status> {
    let mut out = Vec::new();
    write_object(call, stored, true, &mut out)?;
    Ok(Answer::json(code, call.accepted.format, out))
}

/// Writes one object in the accepted shape; a table gets its column definitions if `columns` says so.
pub(crate) fn write_object(
    call: &Call,
    stored: &Stored,
    columns: bool,
    out: &mut Vec<u8>,
) -> Result<(), Status> {
    match call.accepted.shape {
        Shape::Object => stored.write(&stored.served.type_meta(), out),
        Shape::Metadata(version) => {
            out.extend(partial(&stored.decode(), version).to_string().into_bytes());
        }
        Shape::Table(version) => {
            let revision = stored.revision.map(|revision| revision.to_string());
            let row_object = RowObject::of(&call.query)?;
            let rows = vec![row(call, stored, row_object, version)];
            let metadata = json!({"resourceVersion": revision});
            out.extend(
                table(call, version, &metadata, columns, &rows)
                    .to_string()
                    .into_bytes(),
            );
        }
    }
    Ok(())
}

/// Answers with a list.
pub(crate) fn list(call: &Call, code: StatusCode, list: &List) -> Result<Answer, Status> {
    let mut metadata = Map::new();
    metadata.insert(
        "resourceVersion".to_owned(),
        list.revision.to_string().into(),
    );
    if let Some(token) = &list.continuation {
        metadata.insert("continue".to_owned(), token.clone().into());
    }
    if let Some(remaining) = list.remaining {
        metadata.insert("remainingItemCount".to_owned(), remaining.into());
    }
    let metadata = Value::Object(metadata);
    let out = match call.accepted.shape {
        Shape::Object => write_list(call, &metadata, &list.objects),
        Shape::Metadata(version) => {
            let items: Vec<Value> = list
                .objects
                .iter()
                .map(|object| partial(&object.decode(), version))
                .collect();
            json!({"kind": "PartialObjectMetadataList", "apiVersion": version, "metadata": metadata, "items": items})
                .to_string()
                .into_bytes()
        }
        Shape::Table(version) => {
            let row_object = RowObject::of(&call.query)?;
            let rows: Vec<Value> = list
                .objects
                .iter()
                .map(|object| row(call, object, row_object, version))
                .collect();
            table(call, version, &metadata, true, &rows)
                .to_string()
                .into_bytes()
        }
    };
    Ok(Answer::json(code, call.accepted.format, out))
}

/// The list in its own kind: the stored bytes one after another.
fn write_list(call: &Call, metadata: &Value, objects: &[Stored]) -> Vec<u8> {
    let served = call.served();
    let size: usize = objects.iter().map(|object| object.bytes.len() + 40).sum();
    let mut out = Vec::with_capacity(size + 200);
    out.extend_from_slice(
        format!(
            "{{\"kind\":\"{}\",\"apiVersion\":\"{}\",\"metadata\":{metadata},\"items\":[",
            served.list_kind,
            served.gvk.api_version()
        )
        .as_bytes(),
    );
    for (index, object) in objects.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        object.write("{", &mut out);
    }
    out.extend_from_slice(b"]}");
    out
}

/// Only the metadata of an object.
fn partial(object: &Value, version: &str) -> Value {
    json!({"kind": "PartialObjectMetadata", "apiVersion": version, "metadata": object["metadata"]})
}

fn row(call: &Call, stored: &Stored, row_object: RowObject, version: &str) -> Value {
    let object = stored.decode();
    let cells = stored.served.strategy.row(&object, call.shared.now());
    let shown = match row_object {
        RowObject::None => Value::Null,
        RowObject::Metadata => partial(&object, version),
        RowObject::Whole => object,
    };
    json!({"cells": cells, "object": shown})
}

fn table(call: &Call, version: &str, metadata: &Value, columns: bool, rows: &[Value]) -> Value {
    let columns: Option<Vec<Value>> = columns.then(|| {
        let columns = call.served().strategy.columns().iter();
        columns
            .map(|column| {
                json!({
                    "name": column.name,
                    "type": column.kind,
                    "format": column.format,
                    "description": column.description,
                    "priority": column.priority,
                })
            })
            .collect()
    });
    json!({"kind": "Table", "apiVersion": version, "metadata": metadata, "columnDefinitions": columns, "rows": rows})
}

/// A bookmark: an object of the kind that has a resource version and nothing else.
pub(crate) fn bookmark(call: &Call, revision: u64, initial_events_end: bool) -> Value {
    let mut metadata = json!({"resourceVersion": revision.to_string()});
    if initial_events_end {
        metadata["annotations"] = json!({"k8s.io/initial-events-end": "true"});
    }
    match call.accepted.shape {
        Shape::Object => {
            let gvk = &call.served().gvk;
            json!({"kind": gvk.kind, "apiVersion": gvk.api_version(), "metadata": metadata})
        }
        Shape::Metadata(version) => {
            json!({"kind": "PartialObjectMetadata", "apiVersion": version, "metadata": metadata})
        }
        Shape::Table(version) => {
            let gvk = &call.served().gvk;
            let object =
                json!({"kind": gvk.kind, "apiVersion": gvk.api_version(), "metadata": metadata});
            json!({
                "kind": "Table",
                "apiVersion": version,
                "metadata": {"resourceVersion": revision.to_string()},
                "columnDefinitions": null,
                "rows": [{"cells": [], "object": object}],
            })
        }
    }
}
