//! Configuration files of transformers.

use serde_json::Value;

use super::{NameBackReferences, TransformerConfig};
use crate::error::{Error, ErrorKind, Result};
use crate::fieldspec::FieldSpec;
use crate::godecode::{UnknownFields, decode, go_struct};
use crate::gvk::Gvk;
use crate::loader::Loader;

go_struct!(TransformerConfig = "builtinconfig"."TransformerConfig" {
    "namePrefix" => name_prefix,
    "nameSuffix" => name_suffix,
    "namespace" => namespace,
    "commonLabels" => common_labels,
    "labels" => labels,
    "templateLabels" => template_labels,
    "commonAnnotations" => common_annotations,
    "nameReference" => name_reference,
    "varReference" => var_reference,
    "images" => images,
    "replicas" => replicas,
});

#[derive(Default)]
struct References {
    group: String,
    version: String,
    kind: String,
    field_specs: Vec<FieldSpec>,
}
go_struct!(References = "builtinconfig"."NameBackReferences" {
    "group" => group, "version" => version, "kind" => kind, "fieldSpecs" => field_specs,
});

impl crate::godecode::GoValue for NameBackReferences {
    fn go_type() -> String {
        References::go_type()
    }

    fn read(&mut self, value: &Value, decoder: &mut crate::godecode::Decoder) {
        let mut references = References::default();
        references.read(value, decoder);
        self.gvk = Gvk::new(&references.group, &references.version, &references.kind);
        self.referrers = references.field_specs;
    }
}

/// Reads the files of `configurations` into one configuration.
pub(crate) fn load(loader: &Loader<'_>, paths: &[String]) -> Result<TransformerConfig> {
    let mut config = TransformerConfig::default();
    for path in paths {
        let content = loader.load(path)?;
        let mut one = TransformerConfig::default();
        let wrong = |text: String| {
            Error::new(ErrorKind::Kustomization, text)
                .hint(format!("in the transformer configuration '{path}'"))
        };
        let options = goyaml::DecodeOptions {
            dialect: goyaml::Dialect::V2,
            strict: true,
        };
        let value = goyaml::yaml_to_json(&content, &options)
            .map_err(|error| wrong(format!("error converting YAML to JSON: {error}")))?;
        decode(&mut one, &value, UnknownFields::Refused).map_err(|text| {
            wrong(format!(
                "error unmarshaling JSON: while decoding JSON: {text}"
            ))
        })?;
        config.merge(&one)?;
    }
    Ok(config)
}
