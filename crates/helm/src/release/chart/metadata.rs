use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// `Chart.yaml` inside a record, in the order of Helm's struct.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct StoredMetadata {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    home: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sources: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) version: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    description: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    keywords: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    maintainers: Vec<StoredMaintainer>,
    #[serde(skip_serializing_if = "String::is_empty")]
    icon: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    api_version: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    condition: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    tags: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) app_version: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    deprecated: bool,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) annotations: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    kube_version: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) dependencies: Vec<StoredDependency>,
    #[serde(rename = "type", skip_serializing_if = "String::is_empty")]
    chart_type: String,
}

impl StoredMetadata {
    /// `web-1.2.3`, with `MISSING` where there is no chart.
    pub(crate) fn label(chart: Option<&Self>) -> String {
        chart.map_or_else(
            || "MISSING".to_owned(),
            |chart| format!("{}-{}", chart.name, chart.version),
        )
    }

    /// The version of what the chart installs, with `MISSING` where there is no chart.
    pub(crate) fn app_version(chart: Option<&Self>) -> &str {
        chart.map_or("MISSING", |chart| &chart.app_version)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct StoredMaintainer {
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    email: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    url: String,
}

/// A chart that another one depends on, inside a record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub(crate) struct StoredDependency {
    /// The name, or the alias where there is one.
    pub(crate) name: String,
    /// The range of versions.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) version: String,
    /// Where it comes from.
    pub(crate) repository: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    condition: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    enabled: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    import_values: Vec<Value>,
    #[serde(skip_serializing_if = "String::is_empty")]
    alias: String,
}

impl From<&::chart::Metadata> for StoredMetadata {
    fn from(metadata: &::chart::Metadata) -> StoredMetadata {
        let metadata = metadata.clone();
        let maintainers = metadata.maintainers.into_iter();
        let dependencies = metadata.dependencies.into_iter();
        StoredMetadata {
            name: metadata.name,
            home: metadata.home,
            sources: metadata.sources,
            version: metadata.version,
            description: metadata.description,
            keywords: metadata.keywords,
            maintainers: maintainers
                .map(|maintainer| StoredMaintainer {
                    name: maintainer.name,
                    email: maintainer.email,
                    url: maintainer.url,
                })
                .collect(),
            icon: metadata.icon,
            api_version: metadata.api_version,
            condition: metadata.condition,
            tags: metadata.tags,
            app_version: metadata.app_version,
            deprecated: metadata.deprecated,
            annotations: metadata.annotations,
            kube_version: metadata.kube_version,
            dependencies: dependencies
                .map(|dependency| StoredDependency {
                    name: dependency.name,
                    version: dependency.version,
                    repository: dependency.repository,
                    condition: dependency.condition,
                    tags: dependency.tags,
                    enabled: dependency.enabled,
                    import_values: dependency.import_values,
                    alias: dependency.alias,
                })
                .collect(),
            chart_type: metadata.chart_type,
        }
    }
}
