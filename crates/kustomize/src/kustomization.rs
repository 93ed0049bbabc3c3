//! The kustomization file.

mod check;
mod deprecated;
mod file;
mod generator;
mod patch;
mod replacement;

use std::collections::BTreeMap;

use serde::Serialize;

pub(crate) use file::{KustomizationFile, Step};
pub(crate) use generator::{
    ConfigMapArgs, GeneratorArgs, GeneratorOptions, HelmChart, HelmChartArgs, HelmGlobals,
    SecretArgs,
};
pub(crate) use patch::{Patch, PatchArgs, ResIdFields, Selector};
pub(crate) use replacement::{
    FieldOptions, Replacement, ReplacementField, SourceSelector, TargetSelector,
};

use crate::fieldspec::FieldSpec;
use crate::godecode::{Decoder, GoValue, go_string, go_struct};
use crate::resid::ResId;

pub(crate) const COMPONENT_KIND: &str = "Component";

/// All fields of a kustomization file, under their names there.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Kustomization {
    pub(crate) kind: String,
    pub(crate) api_version: String,
    pub(crate) metadata: Option<ObjectMeta>,
    pub(crate) openapi: BTreeMap<String, String>,
    pub(crate) name_prefix: String,
    pub(crate) name_suffix: String,
    pub(crate) namespace: String,
    pub(crate) common_labels: BTreeMap<String, String>,
    pub(crate) labels: Vec<Label>,
    pub(crate) common_annotations: BTreeMap<String, String>,
    pub(crate) patches_strategic_merge: Vec<PatchStrategicMerge>,
    pub(crate) patches_json6902: Vec<Patch>,
    pub(crate) patches: Vec<Patch>,
    pub(crate) images: Vec<Image>,
    pub(crate) image_tags: Vec<Image>,
    pub(crate) replacements: Vec<ReplacementField>,
    pub(crate) replicas: Vec<Replica>,
    pub(crate) vars: Vec<Var>,
    pub(crate) sort_options: Option<SortOptions>,
    pub(crate) resources: Vec<String>,
    pub(crate) components: Vec<String>,
    pub(crate) crds: Vec<String>,
    pub(crate) bases: Vec<String>,
    pub(crate) config_map_generator: Vec<ConfigMapArgs>,
    pub(crate) secret_generator: Vec<SecretArgs>,
    pub(crate) helm_globals: Option<HelmGlobals>,
    pub(crate) helm_charts: Vec<HelmChart>,
    pub(crate) helm_chart_inflation_generator: Vec<HelmChartArgs>,
    pub(crate) generator_options: Option<GeneratorOptions>,
    pub(crate) configurations: Vec<String>,
    pub(crate) generators: Vec<String>,
    pub(crate) transformers: Vec<String>,
    pub(crate) validators: Vec<String>,
    pub(crate) build_metadata: Vec<String>,
}

go_struct!(Kustomization = "types"."Kustomization" {
    "TypeMeta.kind" => kind,
    "TypeMeta.apiVersion" => api_version,
    "metadata" => metadata,
    "openapi" => openapi,
    "namePrefix" => name_prefix,
    "nameSuffix" => name_suffix,
    "namespace" => namespace,
    "commonLabels" => common_labels,
    "labels" => labels,
    "commonAnnotations" => common_annotations,
    "patchesStrategicMerge" => patches_strategic_merge,
    "patchesJson6902" => patches_json6902,
    "patches" => patches,
    "images" => images,
    "imageTags" => image_tags,
    "replacements" => replacements,
    "replicas" => replicas,
    "vars" => vars,
    "sortOptions" => sort_options,
    "resources" => resources,
    "components" => components,
    "crds" => crds,
    "bases" => bases,
    "configMapGenerator" => config_map_generator,
    "secretGenerator" => secret_generator,
    "helmGlobals" => helm_globals,
    "helmCharts" => helm_charts,
    "helmChartInflationGenerator" => helm_chart_inflation_generator,
    "generatorOptions" => generator_options,
    "configurations" => configurations,
    "generators" => generators,
    "transformers" => transformers,
    "validators" => validators,
    "buildMetadata" => build_metadata,
});

/// The names of all fields.
const FIELD_NAMES: &[&str] = &[
    "kind",
    "apiVersion",
    "metadata",
    "openapi",
    "namePrefix",
    "nameSuffix",
    "namespace",
    "commonLabels",
    "labels",
    "commonAnnotations",
    "patchesStrategicMerge",
    "patchesJson6902",
    "patches",
    "images",
    "imageTags",
    "replacements",
    "replicas",
    "vars",
    "sortOptions",
    "resources",
    "components",
    "crds",
    "bases",
    "configMapGenerator",
    "secretGenerator",
    "helmGlobals",
    "helmCharts",
    "helmChartInflationGenerator",
    "generatorOptions",
    "configurations",
    "generators",
    "transformers",
    "validators",
    "buildMetadata",
];

/// Metadata of a kustomization, which a build does not use.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ObjectMeta {
    pub(crate) name: String,
    pub(crate) namespace: String,
    pub(crate) labels: BTreeMap<String, String>,
    pub(crate) annotations: BTreeMap<String, String>,
}
go_struct!(ObjectMeta = "types"."ObjectMeta" {
    "name" => name, "namespace" => namespace, "labels" => labels, "annotations" => annotations,
});

/// An entry of `labels`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Label {
    pub(crate) pairs: BTreeMap<String, String>,
    pub(crate) include_selectors: bool,
    pub(crate) include_templates: bool,
    pub(crate) fields: Vec<FieldSpec>,
}
go_struct!(Label = "types"."Label" {
    "pairs" => pairs, "includeSelectors" => include_selectors, "includeTemplates" => include_templates, "fields" => fields,
});

/// An entry of `patchesStrategicMerge`: YAML text or a path.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub(crate) struct PatchStrategicMerge(pub(crate) String);

go_string!(PatchStrategicMerge = "types.PatchStrategicMerge");

/// An entry of `images`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Image {
    pub(crate) name: String,
    pub(crate) new_name: String,
    pub(crate) tag_suffix: String,
    pub(crate) new_tag: String,
    pub(crate) digest: String,
}
go_struct!(Image = "types"."Image" {
    "name" => name, "newName" => new_name, "tagSuffix" => tag_suffix, "newTag" => new_tag, "digest" => digest,
});

/// An entry of `replicas`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Replica {
    pub(crate) name: String,
    pub(crate) count: i64,
}
go_struct!(Replica = "types"."Replica" { "name" => name, "count" => count });

/// `sortOptions`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SortOptions {
    pub(crate) order: SortOrder,
    pub(crate) legacy: Option<LegacySortOptions>,
}
go_struct!(SortOptions = "types"."SortOptions" { "order" => order, "legacySortOptions" => legacy });

/// `legacy` or `fifo`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SortOrder(pub(crate) String);
go_string!(SortOrder = "types.SortOrder");

/// The kinds that come first and last.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LegacySortOptions {
    pub(crate) order_first: Vec<String>,
    pub(crate) order_last: Vec<String>,
}
go_struct!(LegacySortOptions = "types"."LegacySortOptions" { "orderFirst" => order_first, "orderLast" => order_last });

/// An entry of `vars`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Var {
    pub(crate) name: String,
    pub(crate) objref: VarTarget,
    pub(crate) fieldref: FieldSelector,
    /// Where the entry stands.
    pub(crate) place: Option<crate::error::Place>,
}
go_struct!(Var = "types"."Var" { "name" => name, "objref" => objref, "fieldref" => fieldref });

/// The object whose field a variable holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct VarTarget {
    pub(crate) api_version: String,
    pub(crate) id: ResIdFields,
}
go_struct!(VarTarget = "types"."Target" {
    "apiVersion" => api_version, "Gvk.group" => id.group, "Gvk.version" => id.version, "Gvk.kind" => id.kind, "name" => id.name,
    "namespace" => id.namespace,
});

/// The field that a variable holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct FieldSelector {
    pub(crate) field_path: String,
}
go_struct!(FieldSelector = "types"."FieldSelector" { "fieldPath" => field_path });

impl VarTarget {
    /// The id that the object must have.
    pub(crate) fn id(&self) -> ResId {
        let mut id = self.id.id();
        if !self.api_version.is_empty() {
            id.gvk = crate::gvk::Gvk::from_object(&self.api_version, &self.id.kind);
        }
        id
    }
}

/// A field spec as it is written in files.
impl GoValue for FieldSpec {
    fn go_type() -> String {
        "types.FieldSpec".to_owned()
    }

    fn read(&mut self, value: &serde_json::Value, decoder: &mut Decoder) {
        let mut fields = FieldSpecFields::default();
        fields.read(value, decoder);
        self.gvk = crate::gvk::Gvk::new(&fields.group, &fields.version, &fields.kind);
        self.path = fields.path;
        self.create = fields.create;
    }
}

#[derive(Default)]
struct FieldSpecFields {
    group: String,
    version: String,
    kind: String,
    path: String,
    create: bool,
}
go_struct!(FieldSpecFields = "types"."FieldSpec" {
    "Gvk.group" => group, "Gvk.version" => version, "Gvk.kind" => kind, "path" => path, "create" => create,
});
