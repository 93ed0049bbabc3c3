//! The chart inside a record.

mod metadata;

use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gostd::time::{Location, Time};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) use metadata::{StoredDependency, StoredMetadata};

use super::Timestamp;

/// A chart as a record has it, without the charts that it contains.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct StoredChart {
    /// `Chart.yaml`.
    pub(crate) metadata: StoredMetadata,
    /// `Chart.lock`.
    pub(crate) lock: Option<StoredLock>,
    /// The files under `templates/`.
    #[serde(
        deserialize_with = "super::null_is_empty",
        serialize_with = "super::empty_is_null"
    )]
    pub(crate) templates: Vec<StoredFile>,
    /// The default values.
    pub(crate) values: Option<Value>,
    /// `values.schema.json` in base64.
    pub(crate) schema: Option<String>,
    /// When the schema was changed.
    pub(crate) schemamodtime: Modified,
    /// All other files.
    #[serde(
        deserialize_with = "super::null_is_empty",
        serialize_with = "super::empty_is_null"
    )]
    pub(crate) files: Vec<StoredFile>,
    /// When `Chart.yaml` was changed.
    pub(crate) modtime: Modified,
}

/// A file of a chart.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct StoredFile {
    /// The path below the chart's directory.
    pub(crate) name: String,
    /// The content in base64; none for a file without content in some records.
    pub(crate) data: Option<String>,
    /// When the file was changed.
    pub(crate) modtime: Modified,
}

/// `Chart.lock` inside a record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct StoredLock {
    generated: Modified,
    digest: String,
    #[serde(deserialize_with = "super::null_is_empty")]
    dependencies: Vec<StoredDependency>,
}

/// A time that is written even where there is none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Modified(Timestamp);

impl Default for Modified {
    fn default() -> Modified {
        Modified(Timestamp::zero())
    }
}

impl Modified {
    fn of(time: Option<SystemTime>, zone: &Location) -> Modified {
        let since = time.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let time = since.and_then(|since| {
            let seconds = i64::try_from(since.as_secs()).ok()?;
            Time::unix(
                seconds,
                i32::try_from(since.subsec_nanos()).ok()?,
                zone.clone(),
            )
        });
        time.map_or_else(Modified::default, |time| Modified(Timestamp::at(&time)))
    }
}

impl StoredChart {
    /// The record of a chart that has been rendered; times are written on the clock of `zone`.
    pub(crate) fn new(chart: &::chart::Chart, values: Value, zone: &Location) -> StoredChart {
        let file = |file: &::chart::File| StoredFile {
            name: file.name.clone(),
            data: Some(STANDARD.encode(file.data.as_bytes())),
            modtime: Modified::of(file.modified, zone),
        };
        let modified = |name: &str| {
            let raw = chart.raw.iter().find(|file| file.name == name);
            Modified::of(raw.and_then(|file| file.modified), zone)
        };
        StoredChart {
            metadata: StoredMetadata::from(&chart.metadata),
            lock: chart
                .lock
                .as_ref()
                .and_then(|lock| read_lock(lock.as_bytes())),
            templates: chart.templates.iter().map(file).collect(),
            values: Some(values),
            schema: chart
                .schema
                .as_ref()
                .map(|schema| STANDARD.encode(schema.as_bytes())),
            schemamodtime: if chart.schema.is_some() {
                modified("values.schema.json")
            } else {
                Modified::default()
            },
            files: chart.files.iter().map(file).collect(),
            modtime: modified("Chart.yaml"),
        }
    }

    /// The chart with nothing but its name and its default values, as far as the record has them.
    pub(crate) fn defaults_only(&self) -> ::chart::Chart {
        let metadata = ::chart::Metadata {
            name: self.metadata.name.clone(),
            ..::chart::Metadata::default()
        };
        ::chart::Chart {
            metadata,
            lock: None,
            values: ::chart::Values::from_json(&self.values.clone().unwrap_or_default())
                .map()
                .clone(),
            schema: None,
            templates: Default::default(),
            files: Default::default(),
            raw: Default::default(),
            dependencies: Vec::new(),
        }
    }
}

fn read_lock(text: &[u8]) -> Option<StoredLock> {
    let options = goyaml::DecodeOptions {
        dialect: goyaml::Dialect::V2,
        strict: false,
    };
    serde_json::from_value(goyaml::yaml_to_json(text, &options).ok()?).ok()
}
