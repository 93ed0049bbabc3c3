//! The generators and transformers that are built in.

mod annotations_transformer;
mod config_map_generator;
mod hash_transformer;
mod helm_chart_inflation_generator;
mod iam_policy_generator;
mod image_tag_transformer;
mod label_transformer;
mod namespace_transformer;
mod patch_json6902_transformer;
mod patch_strategic_merge_transformer;
mod patch_transformer;
mod prefix_suffix_transformer;
mod replacement_transformer;
mod replica_count_transformer;
mod secret_generator;
mod sort_order_transformer;
mod value_add_transformer;

use serde_json::Value;

pub(crate) use annotations_transformer::AnnotationsTransformer;
pub(crate) use config_map_generator::ConfigMapGenerator;
pub(crate) use hash_transformer::HashTransformer;
pub(crate) use helm_chart_inflation_generator::HelmChartInflationGenerator;
pub(crate) use image_tag_transformer::ImageTagTransformer;
pub(crate) use label_transformer::LabelTransformer;
pub(crate) use namespace_transformer::NamespaceTransformer;
pub(crate) use patch_json6902_transformer::PatchJson6902Transformer;
pub(crate) use patch_strategic_merge_transformer::PatchStrategicMergeTransformer;
pub(crate) use patch_transformer::PatchTransformer;
pub(crate) use prefix_suffix_transformer::{PrefixTransformer, SuffixTransformer};
pub(crate) use replacement_transformer::ReplacementTransformer;
pub(crate) use replica_count_transformer::ReplicaCountTransformer;
pub(crate) use secret_generator::SecretGenerator;
pub(crate) use sort_order_transformer::sort;

use crate::error::{Error, ErrorKind, Result};
use crate::godecode::{GoValue, UnknownFields, decode};
use crate::kustomization::{HelmChart, HelmGlobals, Patch, PatchStrategicMerge, ReplacementField};
use crate::loader::Loader;
use crate::options::{Options, Reporter};
use crate::resmap::ResMap;
use crate::resource::Resource;

/// The kinds that `generators`, `transformers` and `validators` may name with the apiVersion `builtin`, in alphabetical order.
pub const BUILTIN_PLUGINS: &[&str] = &[
    "AnnotationsTransformer",
    "ConfigMapGenerator",
    "HashTransformer",
    "HelmChartInflationGenerator",
    "IAMPolicyGenerator",
    "ImageTagTransformer",
    "LabelTransformer",
    "NamespaceTransformer",
    "PatchJson6902Transformer",
    "PatchStrategicMergeTransformer",
    "PatchTransformer",
    "PrefixSuffixTransformer",
    "PrefixTransformer",
    "ReplacementTransformer",
    "ReplicaCountTransformer",
    "SecretGenerator",
    "SuffixTransformer",
    "ValueAddTransformer",
];

/// Changes the resources that were accumulated so far.
pub(crate) trait Transformer {
    fn transform(&self, resources: &mut ResMap, reporter: &mut Reporter<'_>) -> Result<()>;
}

/// Makes new resources.
pub(crate) trait Generator {
    fn generate(&self) -> Result<Vec<Resource>>;
}

/// What a generator or transformer may use when it is configured.
#[derive(Clone, Copy)]
pub(crate) struct Helpers<'a> {
    pub(crate) loader: &'a Loader<'a>,
    pub(crate) options: &'a Options<'a>,
}

/// A configuration object, both as text for messages and as values.
pub(crate) struct Config {
    pub(crate) yaml: String,
    pub(crate) fields: Value,
}

impl Config {
    /// A configuration made of a struct that stands for fields of the kustomization.
    pub(crate) fn of(fields: impl serde::Serialize) -> Result<Self> {
        let fields =
            serde_json::to_value(fields).map_err(|error| configure_error(error.to_string()))?;
        Ok(Self {
            yaml: goyaml::json_to_yaml(&fields),
            fields,
        })
    }

    /// Reads the configuration as one of a built-in's structs.
    fn read<T: GoValue + Default>(&self) -> Result<T> {
        let mut config = T::default();
        decode(&mut config, &self.fields, UnknownFields::Ignored).map_err(|text| {
            configure_error(format!(
                "error unmarshaling JSON: while decoding JSON: {text}"
            ))
        })?;
        Ok(config)
    }
}

/// The configuration that an entry of `patches` stands for.
pub(crate) fn patch_config(patch: &Patch) -> Result<Config> {
    Config::of(patch_transformer::Fields::from(patch))
}

/// The configuration that an entry of `patchesJson6902` stands for.
pub(crate) fn patch_json6902_config(patch: &Patch) -> Result<Config> {
    Config::of(patch_json6902_transformer::Fields::from(patch))
}

/// The configuration that `patchesStrategicMerge` stands for.
pub(crate) fn patch_strategic_merge_config(paths: &[PatchStrategicMerge]) -> Result<Config> {
    Config::of(patch_strategic_merge_transformer::Fields {
        paths: paths.to_vec(),
        patches: String::new(),
    })
}

/// The configuration that `replacements` stands for.
pub(crate) fn replacement_config(replacements: &[ReplacementField]) -> Result<Config> {
    Config::of(serde_json::json!({"Replacements": replacements}))
}

/// The configuration that an entry of `helmCharts` stands for.
pub(crate) fn helm_config(globals: &HelmGlobals, chart: &HelmChart) -> Result<Config> {
    Config::of(helm_chart_inflation_generator::Fields { globals, chart })
}

pub(crate) fn configure_error(text: impl Into<String>) -> Error {
    Error::new(ErrorKind::Configure, text)
}

/// A built-in of either sort, configured.
pub(crate) enum Builtin<'a> {
    Generator(Box<dyn Generator + 'a>),
    Transformers(Vec<Box<dyn Transformer>>),
}

/// Makes the built-in of a kind; `None` for a kind that is not built in.
pub(crate) fn configure<'a>(
    kind: &str,
    helpers: Helpers<'a>,
    config: &Config,
) -> Result<Option<Builtin<'a>>> {
    let generator = |generator: Box<dyn Generator + 'a>| Ok(Some(Builtin::Generator(generator)));
    let transformer =
        |transformer: Box<dyn Transformer>| Ok(Some(Builtin::Transformers(vec![transformer])));
    match kind {
        "ConfigMapGenerator" => {
            generator(Box::new(ConfigMapGenerator::configure(helpers, config)?))
        }
        "SecretGenerator" => generator(Box::new(SecretGenerator::configure(helpers, config)?)),
        "HelmChartInflationGenerator" => generator(Box::new(
            HelmChartInflationGenerator::configure(helpers, config)?,
        )),
        "IAMPolicyGenerator" => generator(Box::new(
            iam_policy_generator::IamPolicyGenerator::configure(config)?,
        )),
        "AnnotationsTransformer" => {
            transformer(Box::new(AnnotationsTransformer::configure(config)?))
        }
        "HashTransformer" => transformer(Box::new(HashTransformer)),
        "ImageTagTransformer" => transformer(Box::new(ImageTagTransformer::configure(config)?)),
        "LabelTransformer" => transformer(Box::new(LabelTransformer::configure(config)?)),
        "NamespaceTransformer" => transformer(Box::new(NamespaceTransformer::configure(config)?)),
        "PatchJson6902Transformer" => transformer(Box::new(PatchJson6902Transformer::configure(
            helpers, config,
        )?)),
        "PatchStrategicMergeTransformer" => transformer(Box::new(
            PatchStrategicMergeTransformer::configure(helpers, config)?,
        )),
        "PatchTransformer" => transformer(Box::new(PatchTransformer::configure(helpers, config)?)),
        "PrefixTransformer" => transformer(Box::new(PrefixTransformer::configure(config)?)),
        "SuffixTransformer" => transformer(Box::new(SuffixTransformer::configure(config)?)),
        "PrefixSuffixTransformer" => {
            let both: Vec<Box<dyn Transformer>> = vec![
                Box::new(PrefixTransformer::configure(config)?),
                Box::new(SuffixTransformer::configure(config)?),
            ];
            Ok(Some(Builtin::Transformers(both)))
        }
        "ReplacementTransformer" => transformer(Box::new(ReplacementTransformer::configure(
            helpers, config,
        )?)),
        "ReplicaCountTransformer" => {
            transformer(Box::new(ReplicaCountTransformer::configure(config)?))
        }
        "ValueAddTransformer" => transformer(Box::new(
            value_add_transformer::ValueAddTransformer::configure(config)?,
        )),
        _ => Ok(None),
    }
}
