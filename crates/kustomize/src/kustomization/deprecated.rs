//! Fields that have a newer form.

use serde_json::Value;

use super::{HelmChart, HelmChartArgs, HelmGlobals, Kustomization};

/// Deprecated fields and what stands in their place.
const DEPRECATED: &[(&str, &str, &str)] = &[
    ("bases", "resources", ""),
    ("commonLabels", "labels", ""),
    ("imageTags", "images", ""),
    ("patchesJson6902", "patches", ""),
    ("patchesStrategicMerge", "patches", ""),
    ("vars", "replacements", "[EXPERIMENTAL] "),
];

/// The deprecated fields in use, each with its warning.
pub(super) fn deprecated_fields(fields: &Value) -> impl Iterator<Item = (&'static str, String)> {
    let used = |name: &str| {
        let mut fields = fields.as_object().into_iter().flatten();
        fields.any(|(field, value)| field.eq_ignore_ascii_case(name) && !value.is_null())
    };
    DEPRECATED.iter().filter(move |(old, ..)| used(old)).map(|(old, new, note)| {
        let warning = format!(
            "# Warning: '{old}' is deprecated. Please use '{new}' instead. {note}Run 'kustomize edit fix' to update your Kustomization \
             automatically."
        );
        (*old, warning)
    })
}

impl Kustomization {
    /// Moves what stands in old fields to the new ones and fills in type and version.
    pub(super) fn fix_deprecated(&mut self) {
        if self.kind.is_empty() {
            "Kustomization".clone_into(&mut self.kind);
        }
        if self.api_version.is_empty() {
            self.api_version = expected_api_version(&self.kind).to_owned();
        }
        self.resources.append(&mut self.bases);
        self.images.append(&mut self.image_tags);
        for generator in &mut self.config_map_generator {
            generator.args.fix_env();
        }
        for generator in &mut self.secret_generator {
            generator.args.fix_env();
        }
        let inflations = std::mem::take(&mut self.helm_chart_inflation_generator);
        for inflation in inflations {
            let (chart, globals) = inflation.modern();
            self.helm_charts.push(chart);
            self.helm_globals = Some(globals);
        }
    }
}

/// The version that goes with a kind.
pub(super) fn expected_api_version(kind: &str) -> &'static str {
    if kind == super::COMPONENT_KIND {
        "kustomize.config.k8s.io/v1alpha1"
    } else {
        "kustomize.config.k8s.io/v1beta1"
    }
}

impl super::GeneratorArgs {
    /// Moves the file of `env` to `envs`.
    fn fix_env(&mut self) {
        if !self.env.is_empty() {
            self.envs.push(std::mem::take(&mut self.env));
        }
    }
}

impl HelmChartArgs {
    fn modern(self) -> (HelmChart, HelmGlobals) {
        let chart = HelmChart {
            name: self.chart_name,
            version: self.chart_version,
            repo: self.chart_repo_url,
            release_name: self.release_name,
            namespace: self.release_namespace,
            values_file: self.values,
            values_inline: self.values_local,
            values_merge: self.values_merge,
            ..HelmChart::default()
        };
        (
            chart,
            HelmGlobals {
                chart_home: self.chart_home,
                config_home: self.helm_home,
            },
        )
    }
}
