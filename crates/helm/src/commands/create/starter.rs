//! A chart made from another one.

use std::path::Path;

use chart::Metadata;
use cobra::{Failure, Io};

use super::write;
use crate::chart_source::load_any_version;
use crate::settings;
use crate::source_date_epoch::source_date_epoch;

/// What stands for the new chart's name in a starter.
const PLACEHOLDER: &str = "<CHARTNAME>";

/// The path of a starter.
pub(super) fn locate(name: &str, io: &Io<'_>) -> String {
    if gostd::path::is_abs(name) {
        return name.to_owned();
    }
    gostd::path::join(&[&settings::data_home(&io.env), "starters", name])
}

/// Writes the chart `name` into `directory`: new metadata, and the starter's files with the name in place of its
/// placeholder in values and templates. The charts in the starter become archives.
pub(super) fn create(
    name: &str,
    starter: &str,
    api_version: &str,
    directory: &str,
    io: &Io<'_>,
) -> Result<(), Failure> {
    let chart = load_any_version(Path::new(starter))
        .map_err(|failure| Failure::new(format!("could not load {starter}: {}", failure.message)))?
        .chart;
    let put = |path: &str, content: &[u8]| write(&format!("{directory}/{path}"), content);
    let renamed = |text: &str| text.replace(PLACEHOLDER, name);
    put(
        "Chart.yaml",
        metadata(name, api_version).to_yaml().as_bytes(),
    )?;
    if let Some(values) = chart.raw.iter().find(|file| file.name == "values.yaml") {
        put("values.yaml", renamed(&values.data.to_str()).as_bytes())?;
    }
    if let Some(schema) = &chart.schema {
        put("values.schema.json", schema.as_bytes())?;
    }
    for file in chart.templates.iter() {
        put(&file.name, renamed(&file.data.to_str()).as_bytes())?;
    }
    for file in chart.files.iter() {
        put(&file.name, file.data.as_bytes())?;
    }
    let epoch = source_date_epoch(&io.env)?;
    for dependency in &chart.dependencies {
        let Metadata { name, version, .. } = &dependency.metadata;
        put(
            &format!("charts/{name}-{version}.tgz"),
            &dependency.package(epoch)?,
        )?;
    }
    Ok(())
}

fn metadata(name: &str, api_version: &str) -> Metadata {
    Metadata {
        name: name.to_owned(),
        description: "A Helm chart for Kubernetes".to_owned(),
        chart_type: "application".to_owned(),
        version: "0.1.0".to_owned(),
        app_version: "0.1.0".to_owned(),
        api_version: api_version.to_owned(),
        ..Metadata::default()
    }
}
