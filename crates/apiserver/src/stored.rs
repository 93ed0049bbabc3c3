//! Objects as the store keeps them.
//!
//! The bytes are the object's JSON without `apiVersion`, `kind` and `metadata.resourceVersion`, beginning with `metadata`:
//! the first two depend on the version that is asked for, the third is the store's revision. Answers put them in front of
//! and into the bytes, which are never parsed or written anew for it.

use std::sync::Arc;

use bytes::Bytes;
use serde_json::{Map, Value};
use store::Entry;

use crate::registry::Served;

/// What all stored objects begin with; the resource version goes after it.
const HEAD: &[u8] = b"{\"metadata\":{";

/// An object in the store, or one that would be there but for a dry run.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    pub(crate) served: Arc<Served>,
    /// The object's bytes.
    pub(crate) bytes: Bytes,
    /// The revision that wrote it, none for one that was not written.
    pub(crate) revision: Option<u64>,
}

impl Stored {
    pub(crate) fn of(served: &Arc<Served>, entry: &Entry) -> Self {
        Self::from_kept(served, entry.value.clone(), Some(entry.modified.get()))
    }

    /// An object of the served form, from the bytes that are kept.
    pub(crate) fn from_kept(served: &Arc<Served>, kept: Bytes, revision: Option<u64>) -> Self {
        let bytes = match (served.conversion, &served.custom) {
            (Some(conversion), _) => {
                let mut object: Value = serde_json::from_slice(&kept).unwrap_or_default();
                conversion.to_served(&mut object);
                write_kept(&object)
            }
            (None, Some(custom)) if custom.may_differ(revision) => {
                let mut object: Value = serde_json::from_slice(&kept).unwrap_or_default();
                custom.read(&mut object);
                write_kept(&object)
            }
            (None, _) => kept,
        };
        Self {
            served: served.clone(),
            bytes,
            revision,
        }
    }

    /// An object of the served form that is not kept anywhere.
    pub(crate) fn computed(served: &Arc<Served>, object: &Value) -> Self {
        Self {
            served: served.clone(),
            bytes: write_kept(object),
            revision: None,
        }
    }

    /// The object as JSON, complete.
    pub(crate) fn decode(&self) -> Value {
        let mut object: Value = serde_json::from_slice(&self.bytes).unwrap_or_default();
        if let Some(map) = object.as_object_mut() {
            map.insert(
                "apiVersion".to_owned(),
                self.served.gvk.api_version().into(),
            );
            map.insert("kind".to_owned(), self.served.gvk.kind.clone().into());
            if let (Some(Value::Object(metadata)), Some(revision)) =
                (map.get_mut("metadata"), self.revision)
            {
                metadata.insert("resourceVersion".to_owned(), revision.to_string().into());
            }
        }
        object
    }

    /// Writes the object with `type_meta`, the text up to the comma before `metadata`, or without if that is `{`.
    pub(crate) fn write(&self, type_meta: &str, out: &mut Vec<u8>) {
        out.reserve(type_meta.len() + self.bytes.len() + 40);
        out.extend_from_slice(type_meta.as_bytes());
        out.extend_from_slice(&HEAD[1..]);
        if let Some(revision) = self.revision {
            out.extend_from_slice(b"\"resourceVersion\":\"");
            out.extend_from_slice(revision.to_string().as_bytes());
            out.extend_from_slice(b"\",");
        }
        out.extend_from_slice(self.bytes.get(HEAD.len()..).unwrap_or_default());
    }
}

/// The bytes to store for an object.
pub(crate) fn encode(served: &Served, object: &Value) -> Bytes {
    match served.conversion {
        Some(conversion) => {
            let mut kept = object.clone();
            conversion.to_kept(&mut kept);
            write_kept(&kept)
        }
        None => write_kept(object),
    }
}

fn write_kept(object: &Value) -> Bytes {
    let empty = Map::new();
    let object = object.as_object().unwrap_or(&empty);
    let mut out = Vec::with_capacity(1024);
    out.extend_from_slice(HEAD);
    let metadata = object
        .get("metadata")
        .and_then(Value::as_object)
        .unwrap_or(&empty);
    write_fields(
        metadata.iter().filter(|(key, _)| *key != "resourceVersion"),
        true,
        &mut out,
    );
    out.push(b'}');
    let rest = object
        .iter()
        .filter(|(key, _)| !matches!(&***key, "metadata" | "apiVersion" | "kind"));
    write_fields(rest, false, &mut out);
    out.push(b'}');
    // The bytes are kept for as long as the object is: room that they grew into and do not fill would be kept with them.
    out.into_boxed_slice().into()
}

fn write_fields<'a>(
    fields: impl Iterator<Item = (&'a String, &'a Value)>,
    mut first: bool,
    out: &mut Vec<u8>,
) {
    for (key, value) in fields {
        if !std::mem::take(&mut first) {
            out.push(b',');
        }
        // Writing JSON values to memory cannot fail: their keys are strings and their numbers finite.
        serde_json::to_writer(&mut *out, key).expect("a string is written to memory");
        out.push(b':');
        serde_json::to_writer(&mut *out, value).expect("a value is written to memory");
    }
}

/// The labels of a stored object, without decoding the rest of it.
pub(crate) fn labels(bytes: &[u8]) -> Value {
    #[derive(serde::Deserialize)]
    struct Object {
        metadata: Metadata,
    }
    #[derive(serde::Deserialize)]
    struct Metadata {
        #[serde(default)]
        labels: Value,
    }
    serde_json::from_slice::<Object>(bytes)
        .map(|object| object.metadata.labels)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn bytes_begin_with_metadata_and_leave_out_what_depends_on_the_read() {
        let object = json!({
            "apiVersion": "v1", "kind": "ConfigMap", "data": {"a": "b"},
            "metadata": {"name": "x", "labels": {"l": "1"}, "resourceVersion": "7"},
        });
        let bytes = write_kept(&object);
        assert_eq!(
            bytes,
            r#"{"metadata":{"labels":{"l":"1"},"name":"x"},"data":{"a":"b"}}"#
        );
        assert_eq!(labels(&bytes), json!({"l": "1"}));
    }
}
