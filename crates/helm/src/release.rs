//! A release: what a revision consists of, in the form in which Helm keeps it.

mod chart;
mod hook;
mod info;
mod record;
mod status;
mod summary;
mod timestamp;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use chart::StoredMetadata;
pub(crate) use chart::{StoredChart, StoredDependency};
pub(crate) use hook::{HookExecution, HookPhase, StoredHook};
pub(crate) use info::Info;
pub(crate) use record::{RecordError, decode, decode_summary, encode};
pub(crate) use status::Status;
pub(crate) use summary::Summary;
pub(crate) use timestamp::Timestamp;

/// The names of labels that belong to the storage.
pub(crate) const SYSTEM_LABELS: [&str; 6] = [
    "name",
    "owner",
    "status",
    "version",
    "createdAt",
    "modifiedAt",
];

/// One revision of a release. Its fields are those of the record, in the record's order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Release {
    /// The release's name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    /// Times, status and notes.
    pub(crate) info: Info,
    /// The chart without the charts that it contains.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) chart: Option<StoredChart>,
    /// What the user set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) config: Option<Value>,
    /// The rendered documents that are no hooks.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) manifest: String,
    /// The hooks.
    #[serde(
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "null_is_empty"
    )]
    pub(crate) hooks: Vec<StoredHook>,
    /// The number of the revision.
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) version: i64,
    /// Where the release is.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) namespace: String,
    /// `ssa` or `csa`; empty in records of Helm 3.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) apply_method: String,
    /// The labels of the storage object, which are no part of the record.
    #[serde(skip)]
    pub(crate) labels: BTreeMap<String, String>,
}

/// How the objects of a revision were brought to the cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ApplyMethod {
    /// By server-side apply.
    ServerSide,
    /// By creating, and merging on the client.
    ClientSide,
}

impl ApplyMethod {
    /// The method of a flag.
    pub(crate) fn of(server_side: bool) -> ApplyMethod {
        if server_side {
            ApplyMethod::ServerSide
        } else {
            ApplyMethod::ClientSide
        }
    }

    /// The word of the record.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            ApplyMethod::ServerSide => "ssa",
            ApplyMethod::ClientSide => "csa",
        }
    }
}

impl Release {
    /// How the objects were applied; records that do not say so are of Helm 3.
    pub(crate) fn method(&self) -> ApplyMethod {
        ApplyMethod::of(self.apply_method == "ssa")
    }

    /// `web-1.2.3`, with `MISSING` where the record has no chart.
    pub(crate) fn chart_label(&self) -> String {
        StoredMetadata::label(self.chart.as_ref().map(|chart| &chart.metadata))
    }

    /// The version of what the chart installs.
    pub(crate) fn app_version(&self) -> &str {
        StoredMetadata::app_version(self.chart.as_ref().map(|chart| &chart.metadata))
    }

    /// What the user set, as an object that may be empty.
    pub(crate) fn user_values(&self) -> Value {
        self.config
            .clone()
            .unwrap_or_else(|| Value::Object(serde_json::Map::new()))
    }

    /// What the user set over the chart's defaults, as far as the record has them.
    ///
    /// # Errors
    /// If they do not fit each other.
    pub(crate) fn computed_values(&self) -> Result<Value, ::chart::TypeMismatch> {
        let chart = self.chart.clone().unwrap_or_default().defaults_only();
        let values = ::chart::Values::from_json(&self.user_values());
        let log = ::chart::Log::default();
        Ok(values.with_defaults(&chart, &log)?.to_json())
    }

    /// Sets status and description together.
    pub(crate) fn set_status(&mut self, status: Status, description: impl Into<String>) {
        self.info.status = status.as_str().to_owned();
        self.info.description = description.into();
    }

    /// The status.
    pub(crate) fn status(&self) -> Status {
        Status::parse(&self.info.status)
    }

    /// The labels without those of the storage.
    pub(crate) fn user_labels(&self) -> BTreeMap<String, String> {
        let mut labels = self.labels.clone();
        labels.retain(|name, _| !SYSTEM_LABELS.contains(&name.as_str()));
        labels
    }
}

fn is_zero(value: &i64) -> bool {
    *value == 0
}

/// Go writes slices to which nothing was added as `null`.
fn empty_is_null<S, T>(items: &[T], serializer: S) -> Result<S::Ok, S::Error>
where
    S: serde::Serializer,
    T: Serialize,
{
    if items.is_empty() {
        serializer.serialize_none()
    } else {
        items.serialize(serializer)
    }
}

/// The other way round.
fn null_is_empty<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Ok(Option::<T>::deserialize(deserializer)?.unwrap_or_default())
}
