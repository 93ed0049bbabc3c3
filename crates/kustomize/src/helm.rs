//! The seam to a chart engine.

use std::path::PathBuf;

use serde_json::Value;

/// Renders charts for `helmCharts`. The binary supplies it: this crate knows no charts.
pub trait ChartInflator {
    /// Fetches a chart and unpacks it into [`ChartRequest::chart_home`], in a directory of the chart's name.
    ///
    /// # Errors
    /// The text to show.
    fn pull(&self, request: &ChartRequest) -> Result<(), String>;

    /// Renders a chart to the text of its manifests.
    ///
    /// # Errors
    /// The text to show.
    fn template(&self, request: &ChartRequest) -> Result<String, String>;
}

/// A chart with everything that `helm template` would be told.
#[derive(Clone, Debug, Default)]
pub struct ChartRequest {
    /// The chart's name.
    pub name: String,
    /// The version to fetch; empty for the newest.
    pub version: String,
    /// The repository to fetch from, also `oci://`.
    pub repo: String,
    /// The directory that charts lie in.
    pub chart_home: PathBuf,
    /// The chart itself: [`ChartRequest::chart_home`] with the name.
    pub chart_path: PathBuf,
    /// Where repository settings lie; `None` for none.
    pub config_home: Option<PathBuf>,
    /// The release's name; empty for a generated one.
    pub release_name: String,
    /// A template of the release's name.
    pub name_template: String,
    /// The release's namespace; empty for Helm's default.
    pub namespace: String,
    /// The values that stand over those of the chart: `valuesFile` and `valuesInline` merged.
    pub values: Value,
    /// More values, each over those before: the contents of `additionalValuesFiles`.
    pub additional_values: Vec<Vec<u8>>,
    /// Whether the chart's CRDs are rendered.
    pub include_crds: bool,
    /// Whether hooks are left out.
    pub skip_hooks: bool,
    /// Whether tests are left out.
    pub skip_tests: bool,
    /// API versions that the chart sees beside the built-in ones.
    pub api_versions: Vec<String>,
    /// The Kubernetes version that the chart sees; empty for the default.
    pub kube_version: String,
    /// Whether development versions count.
    pub devel: bool,
    /// Whether output that is no YAML is shown.
    pub debug: bool,
}
