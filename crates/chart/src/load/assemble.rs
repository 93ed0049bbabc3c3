//! From files to charts.

use std::collections::BTreeMap;
use std::rc::Rc;

use gotmpl::Map;

use super::{LoadError, LoadOptions, archive};
use crate::chart::Chart;
use crate::file::File;
use crate::log::Log;
use crate::metadata::Metadata;
use crate::values;

/// How deep charts may contain each other.
const MAX_DEPTH: usize = 30;

/// The files of a chart, sorted by what they mean.
#[derive(Default)]
struct Parts {
    metadata: Option<Metadata>,
    lock: Option<gotmpl::Str>,
    values: Map,
    schema: Option<gotmpl::Str>,
    templates: Vec<File>,
    files: Vec<File>,
    /// What lies in `charts/`, by the first element of the path below.
    subcharts: BTreeMap<String, Vec<File>>,
}

pub(super) fn chart(
    raw: Vec<File>,
    options: &LoadOptions,
    log: &Log,
    depth: usize,
) -> Result<Chart, LoadError> {
    if depth > MAX_DEPTH {
        return Err(LoadError::TooDeep(MAX_DEPTH));
    }
    let mut parts = Parts::default();
    for file in raw.iter().filter(|file| file.name == "Chart.yaml") {
        parts.chart_yaml(file)?;
    }
    if depth == 0 && !options.any_api_version {
        check_api_version(parts.metadata.as_ref())?;
    }
    for file in raw.iter().filter(|file| file.name != "Chart.yaml") {
        parts.add(file, log)?;
    }
    let mut metadata = parts.metadata.ok_or(LoadError::Missing)?;
    metadata.validate()?;
    let mut dependencies = Vec::new();
    for (name, files) in parts.subcharts {
        if name.starts_with(['_', '.']) {
            continue;
        }
        let subchart =
            subchart(&name, files, options, log, depth).map_err(|source| LoadError::Subchart {
                file: name.clone(),
                chart: metadata.name.clone(),
                source: Box::new(source),
            })?;
        dependencies.push(subchart);
    }
    Ok(Chart {
        metadata,
        lock: parts.lock,
        values: parts.values,
        schema: parts.schema,
        templates: Rc::new(parts.templates),
        files: Rc::new(parts.files),
        raw: Rc::new(raw),
        dependencies,
    })
}

/// Refuses a chart whose API version is unknown; of the charts in it Helm does not ask.
fn check_api_version(metadata: Option<&Metadata>) -> Result<(), LoadError> {
    match metadata.map(|metadata| metadata.api_version.as_str()) {
        Some("v1" | "v2" | "v3") | None => Ok(()),
        Some(_) => Err(LoadError::UnsupportedVersion),
    }
}

impl Parts {
    fn chart_yaml(&mut self, file: &File) -> Result<(), LoadError> {
        let metadata = self.metadata.get_or_insert_default();
        metadata
            .read(file.data.as_bytes())
            .map_err(|source| LoadError::Metadata {
                file: "Chart.yaml",
                source,
            })?;
        // Charts from before there were versions of the format have none.
        if metadata.api_version.is_empty() {
            metadata.api_version = "v1".to_owned();
        }
        Ok(())
    }

    fn add(&mut self, file: &File, log: &Log) -> Result<(), LoadError> {
        match file.name.as_str() {
            "Chart.lock" => self.lock = Some(file.data.clone()),
            "values.yaml" => {
                self.values = values::read(file.data.as_bytes()).map_err(LoadError::Values)?;
            }
            "values.schema.json" => self.schema = Some(file.data.clone()),
            "requirements.yaml" => self.requirements(file, log)?,
            "requirements.lock" => {
                self.lock = Some(file.data.clone());
                if self.is_v1() {
                    self.files.push(file.clone());
                }
            }
            name if name.starts_with("templates/") => self.templates.push(file.clone()),
            name if name.starts_with("charts/") => self.in_charts(file),
            _ => self.files.push(file.clone()),
        }
        Ok(())
    }

    fn is_v1(&self) -> bool {
        self.metadata
            .as_ref()
            .is_some_and(|metadata| metadata.api_version == "v1")
    }

    fn requirements(&mut self, file: &File, log: &Log) -> Result<(), LoadError> {
        let metadata = self.metadata.get_or_insert_default();
        metadata
            .read(file.data.as_bytes())
            .map_err(|source| LoadError::Metadata {
                file: "requirements.yaml",
                source,
            })?;
        if self.is_v1() {
            self.files.push(file.clone());
        } else {
            log.info(
                "Warning: Dependencies are handled in Chart.yaml since apiVersion \"v2\". We recommend migrating dependencies to Chart.yaml.",
            );
        }
        Ok(())
    }

    fn in_charts(&mut self, file: &File) {
        if file.name.ends_with(".prov") {
            self.files.push(file.clone());
            return;
        }
        let path = &file.name["charts/".len()..];
        let name = path.split('/').next().unwrap_or(path);
        self.subcharts
            .entry(name.to_owned())
            .or_default()
            .push(File {
                name: path.to_owned(),
                ..file.clone()
            });
    }
}

fn subchart(
    name: &str,
    files: Vec<File>,
    options: &LoadOptions,
    log: &Log,
    depth: usize,
) -> Result<Chart, LoadError> {
    if name.ends_with(".tgz")
        && let [file] = files.as_slice()
    {
        let files = archive::read(file.data.as_bytes(), options).map_err(LoadError::Archive)?;
        return chart(files, options, log, depth + 1);
    }
    let below = files.into_iter().filter_map(|file| {
        let (_, below) = file.name.split_once('/')?;
        Some(File {
            name: below.to_owned(),
            ..file.clone()
        })
    });
    chart(below.collect(), options, log, depth + 1)
}
