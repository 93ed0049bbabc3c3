//! `helmCharts`.

use std::path::{Path, PathBuf};

use goyaml::{DecodeOptions, Dialect};
use serde::Serialize;
use serde_json::{Map, Value};

use super::{Config, Generator, Helpers, configure_error};
use crate::error::{Error, ErrorKind, Result};
use crate::godecode::{UnknownFields, decode};
use crate::helm::{ChartInflator, ChartRequest};
use crate::kustomization::{HelmChart, HelmGlobals};
use crate::read;
use crate::resource::Resource;

const DEFAULT_HOME: &str = "charts";

/// Makes the objects of a chart.
pub(crate) struct HelmChartInflationGenerator<'a> {
    helpers: Helpers<'a>,
    inflator: &'a dyn ChartInflator,
    globals: HelmGlobals,
    chart: HelmChart,
}

/// The fields of a configuration.
#[derive(Serialize)]
pub(crate) struct Fields<'a> {
    #[serde(flatten)]
    pub(crate) globals: &'a HelmGlobals,
    #[serde(flatten)]
    pub(crate) chart: &'a HelmChart,
}

impl<'a> HelmChartInflationGenerator<'a> {
    pub(crate) fn configure(helpers: Helpers<'a>, config: &Config) -> Result<Self> {
        let inflator = helpers
            .options
            .charts
            .ok_or_else(|| configure_error("must specify --enable-helm"))?;
        let (mut globals, mut chart) = (HelmGlobals::default(), HelmChart::default());
        let read = decode(&mut globals, &config.fields, UnknownFields::Ignored)
            .and_then(|()| decode(&mut chart, &config.fields, UnknownFields::Ignored));
        read.map_err(|text| {
            configure_error(format!(
                "error unmarshaling JSON: while decoding JSON: {text}"
            ))
        })?;
        let helm = helpers.options.helm;
        if chart.kube_version.is_empty() {
            helm.kube_version.clone_into(&mut chart.kube_version);
        }
        if chart.api_versions.is_empty() {
            chart.api_versions = helm.api_versions.to_vec();
        }
        chart.debug |= helm.debug;
        if chart.name.is_empty() {
            return Err(configure_error("chart name cannot be empty"));
        }
        if globals.chart_home.is_empty() {
            DEFAULT_HOME.clone_into(&mut globals.chart_home);
        }
        if !matches!(
            chart.values_merge.as_str(),
            "" | "merge" | "override" | "replace"
        ) {
            return Err(configure_error(
                "valuesMerge must be one of [merge override replace]",
            ));
        }
        Ok(Self {
            helpers,
            inflator,
            globals,
            chart,
        })
    }

    /// The directory that the chart lies in; a fetched version has one of its own.
    fn chart_home(&self) -> PathBuf {
        let home = Path::new(&self.helpers.loader.root()).join(&self.globals.chart_home);
        let chart = &self.chart;
        if chart.version.is_empty() || chart.repo.is_empty() {
            home
        } else {
            home.join(format!("{}-{}", chart.name, chart.version))
        }
    }

    /// The values that stand over the chart's own.
    fn values(&self, chart_path: &Path) -> Result<Value> {
        let chart = &self.chart;
        let inline = &chart.values_inline;
        if chart.values_merge == "replace" && !inline.is_empty() {
            return Ok(Value::Object(inline.clone()));
        }
        let path = match chart.values_file.as_str() {
            "" => chart_path
                .join("values.yaml")
                .to_string_lossy()
                .into_owned(),
            path => path.to_owned(),
        };
        let content = self.helpers.loader.load(&path)?;
        let options = DecodeOptions {
            dialect: Dialect::V2,
            strict: false,
        };
        let file = goyaml::yaml_to_json(&content, &options)
            .map_err(|error| generate_error(error.to_string()))?;
        let mut values = match file {
            Value::Object(values) => values,
            _ => Map::new(),
        };
        let inline_wins = chart.values_merge != "merge";
        merge_values(&mut values, inline, inline_wins);
        Ok(Value::Object(values))
    }

    fn request(&self) -> Result<ChartRequest> {
        let chart = &self.chart;
        let chart_home = self.chart_home();
        let chart_path = chart_home.join(&chart.name);
        let request = ChartRequest {
            name: chart.name.clone(),
            version: chart.version.clone(),
            repo: chart.repo.clone(),
            chart_path,
            chart_home,
            config_home: (!self.globals.config_home.is_empty())
                .then(|| PathBuf::from(&self.globals.config_home)),
            release_name: chart.release_name.clone(),
            name_template: chart.name_template.clone(),
            namespace: chart.namespace.clone(),
            include_crds: chart.include_crds,
            skip_hooks: chart.skip_hooks,
            skip_tests: chart.skip_tests,
            api_versions: chart.api_versions.clone(),
            kube_version: chart.kube_version.clone(),
            devel: chart.devel,
            debug: chart.debug,
            ..ChartRequest::default()
        };
        if !self.helpers.loader.files().is_dir(&request.chart_path) {
            if chart.repo.is_empty() {
                return Err(generate_error(
                    "no repo specified for pull, no chart found at ''",
                ));
            }
            self.inflator.pull(&request).map_err(generate_error)?;
        }
        let values = self.values(&request.chart_path)?;
        let load = |path: &String| self.helpers.loader.load(path);
        let additional_values = chart
            .additional_values_files
            .iter()
            .map(load)
            .collect::<Result<_>>()?;
        Ok(ChartRequest {
            values,
            additional_values,
            ..request
        })
    }
}

fn generate_error(text: impl Into<String>) -> Error {
    Error::new(ErrorKind::Generate, text)
}

/// Puts `more` into `values`; where both have something, `more` wins if `replace`. Maps are merged.
fn merge_values(values: &mut Map<String, Value>, more: &Map<String, Value>, replace: bool) {
    for (key, value) in more {
        match (values.get_mut(key), value) {
            (Some(Value::Object(values)), Value::Object(more)) => {
                merge_values(values, more, replace);
            }
            (Some(old), new) if replace || old.is_null() => *old = new.clone(),
            (Some(_), _) => {}
            (None, new) => {
                values.insert(key.clone(), new.clone());
            }
        }
    }
}

impl Generator for HelmChartInflationGenerator<'_> {
    fn generate(&self) -> Result<Vec<Resource>> {
        let request = self.request()?;
        let text = self.inflator.template(&request).map_err(generate_error)?;
        let mut resources = read::resources(text.as_bytes()).or_else(|error| {
            // Helm may print notes before the first document.
            let start = text.find("\n---\n").ok_or(error)?;
            read::resources(&text.as_bytes()[start..])
        })?;
        for resource in &mut resources {
            resource.mark_helm_generated();
        }
        Ok(resources)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::merge_values;

    #[test]
    fn either_side_can_win() {
        let merged = |replace| {
            let (Value::Object(mut values), Value::Object(more)) = (
                json!({"a": {"b": 1}, "c": 1}),
                json!({"a": {"b": 2, "d": 3}, "e": 4}),
            ) else {
                unreachable!("two objects")
            };
            merge_values(&mut values, &more, replace);
            Value::Object(values)
        };
        assert_eq!(merged(true), json!({"a": {"b": 2, "d": 3}, "c": 1, "e": 4}));
        assert_eq!(
            merged(false),
            json!({"a": {"b": 1, "d": 3}, "c": 1, "e": 4})
        );
    }
}
