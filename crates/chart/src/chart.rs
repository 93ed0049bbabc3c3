//! A chart in memory.

use std::path::Path;
use std::rc::Rc;

use gotmpl::{Map, Str};

use crate::file::File;
use crate::load::{LoadError, LoadOptions, Loaded};
use crate::metadata::Metadata;

/// A chart: what its files say, and the charts that it contains.
#[derive(Clone, Debug)]
pub struct Chart {
    /// `Chart.yaml`, with what `requirements.yaml` adds.
    pub metadata: Metadata,
    /// `Chart.lock` or `requirements.lock`.
    pub lock: Option<Str>,
    /// The default values.
    pub values: Map,
    /// `values.schema.json`.
    pub schema: Option<Str>,
    /// The files under `templates/`.
    pub templates: Rc<Vec<File>>,
    /// All files that have no meaning of their own, `crds/` among them.
    pub files: Rc<Vec<File>>,
    /// Every file in the order in which it was read.
    pub raw: Rc<Vec<File>>,
    /// The charts under `charts/`.
    pub dependencies: Vec<Chart>,
}

impl Chart {
    /// Reads a chart from a directory or an archive.
    ///
    /// # Errors
    /// What is missing or wrong, in Helm's words. Nothing is ever written.
    pub fn load(path: &Path) -> Result<Chart, LoadError> {
        Ok(Chart::load_with(path, &LoadOptions::default())?.chart)
    }

    /// Reads a chart and keeps what Helm would log.
    ///
    /// # Errors
    /// What is missing or wrong, in Helm's words. Nothing is ever written.
    pub fn load_with(path: &Path, options: &LoadOptions) -> Result<Loaded, LoadError> {
        crate::load::load(path, options)
    }

    /// Reads a chart from the bytes of an archive.
    ///
    /// # Errors
    /// What is missing or wrong, in Helm's words.
    pub fn load_archive(archive: &[u8], options: &LoadOptions) -> Result<Loaded, LoadError> {
        crate::load::load_archive(archive, options)
    }

    /// The chart's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.metadata.name
    }

    /// The default values as JSON; all numbers are floats, as templates see them.
    #[must_use]
    pub fn default_values(&self) -> serde_json::Value {
        crate::values::Values(self.values.clone()).to_json()
    }

    /// Whether the chart only has definitions for other charts.
    #[must_use]
    pub fn is_library(&self) -> bool {
        self.metadata.chart_type == "library"
    }

    /// The template of this full name, `<chart>/charts/<chart>/templates/<file>`.
    #[must_use]
    pub fn template(&self, full_name: &str) -> Option<&File> {
        let path = full_name.strip_prefix(self.name())?.strip_prefix('/')?;
        if let Some(below) = path.strip_prefix("charts/") {
            return self
                .dependencies
                .iter()
                .find_map(|dependency| dependency.template(below));
        }
        self.templates.iter().find(|file| file.name == path)
    }

    /// The custom resource definitions of the chart and those that it contains, each with its full path.
    #[must_use]
    pub fn crds(&self) -> Vec<(String, Str)> {
        let mut crds = Vec::new();
        self.collect_crds(self.name(), &mut crds);
        crds
    }

    /// The files with the chart's own definitions of custom resources.
    pub(crate) fn definitions(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| {
            let extension = gostd::path::ext(&file.name);
            file.name.starts_with("crds/") && matches!(extension, ".yaml" | ".yml" | ".json")
        })
    }

    fn collect_crds(&self, path: &str, crds: &mut Vec<(String, Str)>) {
        for file in self.definitions() {
            crds.push((format!("{path}/{}", file.name), file.data.clone()));
        }
        for dependency in &self.dependencies {
            dependency.collect_crds(&format!("{path}/charts/{}", dependency.name()), crds);
        }
    }
}
