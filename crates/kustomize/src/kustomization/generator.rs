//! Entries of the generator fields.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::godecode::go_struct;

/// What ConfigMap and Secret generators have in common.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct GeneratorArgs {
    pub(crate) namespace: String,
    pub(crate) name: String,
    pub(crate) behavior: String,
    pub(crate) literals: Vec<String>,
    pub(crate) files: Vec<String>,
    pub(crate) envs: Vec<String>,
    pub(crate) env: String,
    pub(crate) options: Option<GeneratorOptions>,
}

/// An entry of `configMapGenerator`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ConfigMapArgs {
    pub(crate) args: GeneratorArgs,
}
go_struct!(ConfigMapArgs = "types"."ConfigMapArgs" {
    "GeneratorArgs.namespace" => args.namespace, "GeneratorArgs.name" => args.name, "GeneratorArgs.behavior" => args.behavior,
    "GeneratorArgs.KvPairSources.literals" => args.literals, "GeneratorArgs.KvPairSources.files" => args.files,
    "GeneratorArgs.KvPairSources.envs" => args.envs, "GeneratorArgs.KvPairSources.env" => args.env,
    "GeneratorArgs.options" => args.options,
});

/// An entry of `secretGenerator`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SecretArgs {
    pub(crate) args: GeneratorArgs,
    pub(crate) secret_type: String,
}
go_struct!(SecretArgs = "types"."SecretArgs" {
    "GeneratorArgs.namespace" => args.namespace, "GeneratorArgs.name" => args.name, "GeneratorArgs.behavior" => args.behavior,
    "GeneratorArgs.KvPairSources.literals" => args.literals, "GeneratorArgs.KvPairSources.files" => args.files,
    "GeneratorArgs.KvPairSources.envs" => args.envs, "GeneratorArgs.KvPairSources.env" => args.env,
    "GeneratorArgs.options" => args.options, "type" => secret_type,
});

/// `generatorOptions`, or the `options` of one generator.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct GeneratorOptions {
    pub(crate) labels: BTreeMap<String, String>,
    pub(crate) annotations: BTreeMap<String, String>,
    pub(crate) disable_name_suffix_hash: bool,
    pub(crate) immutable: bool,
}
go_struct!(GeneratorOptions = "types"."GeneratorOptions" {
    "labels" => labels, "annotations" => annotations, "disableNameSuffixHash" => disable_name_suffix_hash, "immutable" => immutable,
});

impl GeneratorOptions {
    /// The options of one generator with those for all put under them: its own labels and annotations win, either may switch a flag on.
    pub(crate) fn merged(local: Option<&Self>, global: Option<&Self>) -> Option<Self> {
        let Some(global) = global else {
            return local.cloned();
        };
        let mut merged = global.clone();
        if let Some(local) = local {
            merged.labels.extend(local.labels.clone());
            merged.annotations.extend(local.annotations.clone());
            merged.disable_name_suffix_hash |= local.disable_name_suffix_hash;
            merged.immutable |= local.immutable;
        }
        Some(merged)
    }
}

/// `helmGlobals`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HelmGlobals {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) chart_home: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) config_home: String,
}
go_struct!(HelmGlobals = "types"."HelmGlobals" { "chartHome" => chart_home, "configHome" => config_home });

/// An entry of `helmCharts`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HelmChart {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) version: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) repo: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) release_name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) namespace: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) additional_values_files: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) values_file: String,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub(crate) values_inline: Map<String, Value>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) values_merge: String,
    #[serde(rename = "includeCRDs", skip_serializing_if = "std::ops::Not::not")]
    pub(crate) include_crds: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) skip_hooks: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) api_versions: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) kube_version: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) name_template: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) skip_tests: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) debug: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) devel: bool,
}
go_struct!(HelmChart = "types"."HelmChart" {
    "name" => name, "version" => version, "repo" => repo, "releaseName" => release_name, "namespace" => namespace,
    "additionalValuesFiles" => additional_values_files, "valuesFile" => values_file, "valuesInline" => values_inline,
    "valuesMerge" => values_merge, "includeCRDs" => include_crds, "skipHooks" => skip_hooks, "apiVersions" => api_versions,
    "kubeVersion" => kube_version, "nameTemplate" => name_template, "skipTests" => skip_tests, "debug" => debug, "devel" => devel,
});

/// An entry of the old `helmChartInflationGenerator`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct HelmChartArgs {
    pub(crate) chart_name: String,
    pub(crate) chart_version: String,
    pub(crate) chart_repo_url: String,
    pub(crate) chart_home: String,
    pub(crate) chart_repo_name: String,
    pub(crate) helm_bin: String,
    pub(crate) helm_home: String,
    pub(crate) values: String,
    pub(crate) values_local: Map<String, Value>,
    pub(crate) values_merge: String,
    pub(crate) release_name: String,
    pub(crate) release_namespace: String,
    pub(crate) extra_args: Vec<String>,
}
go_struct!(HelmChartArgs = "types"."HelmChartArgs" {
    "chartName" => chart_name, "chartVersion" => chart_version, "chartRepoUrl" => chart_repo_url, "chartHome" => chart_home,
    "chartRepoName" => chart_repo_name, "helmBin" => helm_bin, "helmHome" => helm_home, "values" => values,
    "valuesLocal" => values_local, "valuesMerge" => values_merge, "releaseName" => release_name,
    "releaseNamespace" => release_namespace, "extraArgs" => extra_args,
});
