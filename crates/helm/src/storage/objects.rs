//! Releases in Secrets or ConfigMaps.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cliruntime::{ApiError, Media, Query, ResourcePath, Rest};
use serde_json::{Value, json};

use super::{StorageError, Stored, key, record_labels};
use crate::environment;
use crate::release::{Release, encode};

/// The kind of the objects that hold revisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectKind {
    Secret,
    ConfigMap,
}

impl ObjectKind {
    fn resource(self) -> &'static str {
        match self {
            ObjectKind::Secret => "secrets",
            ObjectKind::ConfigMap => "configmaps",
        }
    }

    fn kind(self) -> &'static str {
        match self {
            ObjectKind::Secret => "Secret",
            ObjectKind::ConfigMap => "ConfigMap",
        }
    }

    fn payload(self, object: &Value) -> Vec<u8> {
        let text = object["data"]["release"].as_str().unwrap_or_default();
        match self {
            // A payload that is no base64 is no record either, which whoever unpacks it will say.
            ObjectKind::Secret => STANDARD.decode(text).unwrap_or_default(),
            ObjectKind::ConfigMap => text.as_bytes().to_vec(),
        }
    }
}

/// The objects of a namespace; an empty namespace stands for all.
pub(crate) struct Objects {
    rest: Rest,
    kind: ObjectKind,
    namespace: String,
}

fn failed(doing: &'static str) -> impl Fn(ApiError) -> StorageError {
    move |source| match source.reason() {
        "NotFound" => StorageError::NotFound,
        "AlreadyExists" => StorageError::AlreadyExists,
        _ => StorageError::Api { doing, source },
    }
}

impl Objects {
    pub(crate) fn new(rest: Rest, kind: ObjectKind, namespace: &str) -> Objects {
        Objects {
            rest,
            kind,
            namespace: namespace.to_owned(),
        }
    }

    fn path(&self, name: &str) -> String {
        ResourcePath {
            version: "v1",
            namespace: &self.namespace,
            resource: self.kind.resource(),
            name,
            ..ResourcePath::default()
        }
        .to_path()
    }

    pub(super) async fn list(&self, selector: &str) -> Result<Vec<Stored>, StorageError> {
        let query = Query::new().with("labelSelector", selector);
        let list = self.rest.get(&self.path(""), &query).await;
        let mut list = list
            .and_then(|answer| answer.json())
            .map_err(failed("list: failed to list: "))?;
        let Value::Array(items) = list["items"].take() else {
            return Ok(Vec::new());
        };
        Ok(items.iter().map(|item| self.stored(item)).collect())
    }

    pub(super) async fn get(&self, key: &str) -> Result<Stored, StorageError> {
        let answer = self.rest.get(&self.path(key), &Query::new()).await;
        let object = answer
            .and_then(|answer| answer.json())
            .map_err(failed("get: failed to get: "))?;
        Ok(self.stored(&object))
    }

    pub(super) async fn create(
        &self,
        release: &Release,
        annotations: &BTreeMap<String, String>,
    ) -> Result<(), StorageError> {
        let object = self.object(release, "createdAt", annotations);
        let answer = self.rest.post(&self.path(""), &Query::new(), &object).await;
        answer
            .map(drop)
            .map_err(failed("create: failed to create: "))
    }

    pub(super) async fn update(
        &self,
        release: &Release,
        annotations: &BTreeMap<String, String>,
    ) -> Result<(), StorageError> {
        let object = self.object(release, "modifiedAt", annotations);
        let path = self.path(&key(&release.name, release.version));
        let answer = self.rest.put(&path, &Query::new(), &object).await;
        answer
            .map(drop)
            .map_err(failed("update: failed to update: "))
    }

    pub(super) async fn annotate(
        &self,
        key: &str,
        annotations: &BTreeMap<String, String>,
    ) -> Result<(), StorageError> {
        let patch = json!({"metadata": {"annotations": annotations}}).to_string();
        let path = self.path(key);
        let answer = self
            .rest
            .patch(&path, &Query::new(), Media::MergePatch, patch)
            .await;
        answer
            .map(drop)
            .map_err(failed("update: failed to update: "))
    }

    pub(super) async fn delete(&self, key: &str) -> Result<(), StorageError> {
        let answer = self
            .rest
            .delete(&self.path(key), &Query::new(), &json!({}))
            .await;
        match answer.map_err(failed("delete: failed to delete: ")) {
            Ok(_) | Err(StorageError::NotFound) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn stored(&self, object: &Value) -> Stored {
        let metadata = &object["metadata"];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let texts = |value: &Value| {
            let entries = value.as_object().into_iter().flatten();
            entries
                .map(|(name, value)| (name.clone(), text(value)))
                .collect()
        };
        Stored {
            key: text(&metadata["name"]),
            namespace: text(&metadata["namespace"]),
            labels: texts(&metadata["labels"]),
            annotations: texts(&metadata["annotations"]),
            payload: self.kind.payload(object),
        }
    }

    fn object(
        &self,
        release: &Release,
        stamp: &str,
        annotations: &BTreeMap<String, String>,
    ) -> Value {
        let now = environment::now().unix_seconds();
        let payload = encode(release);
        let mut object = json!({
            "apiVersion": "v1",
            "kind": self.kind.kind(),
            "metadata": {
                "name": key(&release.name, release.version),
                "namespace": self.namespace,
                "labels": record_labels(release, stamp, now),
            },
        });
        if !annotations.is_empty() {
            object["metadata"]["annotations"] = json!(annotations);
        }
        match self.kind {
            ObjectKind::Secret => {
                object["type"] = "helm.sh/release.v1".into();
                object["data"] = json!({"release": STANDARD.encode(payload)});
            }
            ObjectKind::ConfigMap => object["data"] = json!({"release": payload}),
        }
        object
    }
}
