//! `Chart.yaml`.

mod decode;
mod encode;
mod validate;
mod view;

use std::collections::BTreeMap;

pub use decode::MetadataError;
pub(crate) use decode::text;
pub(crate) use encode::dependency_json;
pub use validate::ValidationError;

/// What `Chart.yaml` says about a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metadata {
    /// The chart's name.
    pub name: String,
    /// The URL of a home page.
    pub home: String,
    /// URLs of source code.
    pub sources: Vec<String>,
    /// The version, a semantic one.
    pub version: String,
    /// A sentence about the chart.
    pub description: String,
    /// Words to find the chart by.
    pub keywords: Vec<String>,
    /// Who to ask.
    pub maintainers: Vec<Maintainer>,
    /// The URL of an icon.
    pub icon: String,
    /// `v1` or `v2`.
    pub api_version: String,
    /// Kept for old charts; has no effect on the chart itself.
    pub condition: String,
    /// Kept for old charts; has no effect on the chart itself.
    pub tags: String,
    /// The version of what the chart installs.
    pub app_version: String,
    /// Whether the chart should no longer be used.
    pub deprecated: bool,
    /// Free annotations.
    pub annotations: BTreeMap<String, String>,
    /// The constraint that the cluster's version must satisfy.
    pub kube_version: String,
    /// The charts that this one depends on.
    pub dependencies: Vec<Dependency>,
    /// `application`, `library` or empty.
    pub chart_type: String,
}

/// A person who maintains a chart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Maintainer {
    /// The name.
    pub name: String,
    /// The mail address.
    pub email: String,
    /// A URL.
    pub url: String,
}

/// A chart that another one depends on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dependency {
    /// The name of the chart.
    pub name: String,
    /// The range of versions.
    pub version: String,
    /// Where it comes from.
    pub repository: String,
    /// Paths of values that switch it on or off, separated by commas.
    pub condition: String,
    /// Tags that switch it on or off.
    pub tags: Vec<String>,
    /// Whether it is on.
    pub enabled: bool,
    /// The values that the parent takes from it: a name, or a map with `child` and `parent`.
    pub import_values: Vec<serde_json::Value>,
    /// The name that the chart has here instead of its own.
    pub alias: String,
}
