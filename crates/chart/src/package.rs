//! Charts as archives.

mod gzip;
mod tar;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use gostd::time::{Location, RFC3339, RFC3339_NANO, Time, parse};
use gotmpl::Str;

use crate::chart::Chart;
use tar::Archive;
pub use tar::NameTooLong;

impl Chart {
    /// The chart as a gzipped archive, with Helm's entries in Helm's order. The charts that it contains are unpacked in it.
    ///
    /// Entries have the times of the files that they come from, or all of them `epoch`, in seconds since 1970. With the same
    /// epoch the same files give the same bytes.
    ///
    /// # Errors
    /// A path that no archive header can hold.
    pub fn package(&self, epoch: Option<u64>) -> Result<Vec<u8>, NameTooLong> {
        let mut archive = Archive::default();
        add(&mut archive, self, self.name(), epoch)?;
        Ok(gzip::compress(&archive.finish()))
    }

    fn raw_file(&self, name: &str) -> Option<(&Str, Option<SystemTime>)> {
        self.raw
            .iter()
            .find(|file| file.name == name)
            .map(|file| (&file.data, file.modified))
    }
}

fn add(
    archive: &mut Archive,
    chart: &Chart,
    base: &str,
    epoch: Option<u64>,
) -> Result<(), NameTooLong> {
    let mut entry = |name: &str, data: &[u8], modified: Option<SystemTime>| {
        archive.add(
            &format!("{base}/{name}"),
            data,
            epoch.unwrap_or_else(|| seconds(modified)),
        )
    };
    let is_v1 = chart.metadata.api_version == "v1";
    let chart_yaml_modified = chart
        .raw_file("Chart.yaml")
        .and_then(|(_, modified)| modified);
    entry(
        "Chart.yaml",
        metadata_yaml(chart).as_bytes(),
        chart_yaml_modified,
    )?;
    if let Some(lock) = chart.lock.as_ref().filter(|_| !is_v1) {
        let (text, generated) = lock_yaml(lock, epoch);
        entry("Chart.lock", text.as_bytes(), generated)?;
    }
    for name in ["values.yaml", "values.schema.json"] {
        if let Some((data, modified)) = chart.raw_file(name) {
            entry(name, data.as_bytes(), modified)?;
        }
    }
    for file in chart.templates.iter().chain(chart.files.iter()) {
        entry(&file.name, file.data.as_bytes(), file.modified)?;
    }
    for dependency in &chart.dependencies {
        add(
            archive,
            dependency,
            &format!("{base}/charts/{}", dependency.name()),
            epoch,
        )?;
    }
    Ok(())
}

/// Old charts keep their dependencies in a file of their own.
fn metadata_yaml(chart: &Chart) -> String {
    let mut metadata = chart.metadata.clone();
    if metadata.api_version == "v1" {
        metadata.dependencies.clear();
    }
    metadata.to_yaml()
}

/// The lock with sorted keys, as Helm writes what it has read, and the time that it gives as its own. With an epoch that
/// is its time.
fn lock_yaml(lock: &Str, epoch: Option<u64>) -> (String, Option<SystemTime>) {
    let options = goyaml::DecodeOptions {
        dialect: goyaml::Dialect::V2,
        strict: false,
    };
    let Ok(mut value) = goyaml::yaml_to_json(lock.as_bytes(), &options) else {
        return (lock.to_str().into_owned(), None);
    };
    if let Some(time) =
        epoch.and_then(|seconds| Time::unix(i64::try_from(seconds).ok()?, 0, Location::Utc))
    {
        value["generated"] = time.format(RFC3339).into();
    }
    let generated = value["generated"]
        .as_str()
        .and_then(|text| parse(RFC3339_NANO, text, &Location::Utc, &Location::Utc).ok());
    let seconds = generated.and_then(|time| u64::try_from(time.unix_seconds()).ok());
    (
        goyaml::json_to_yaml(&value),
        seconds.map(|seconds| UNIX_EPOCH + Duration::from_secs(seconds)),
    )
}

/// Seconds since 1970, to the nearest.
fn seconds(time: Option<SystemTime>) -> u64 {
    let since = time
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
        .unwrap_or_default();
    since.as_secs() + u64::from(since.subsec_millis() >= 500)
}
