use goyaml::{DecodeOptions, Dialect};
use serde_json::Value;

use super::{Config, Helpers, Transformer, configure_error};
use crate::error::Result;
use crate::filters::replacement;
use crate::godecode::{UnknownFields, decode, go_struct};
use crate::kustomization::{Replacement, ReplacementField};
use crate::options::Reporter;
use crate::resmap::ResMap;

/// Copies values between objects.
pub(crate) struct ReplacementTransformer {
    replacements: Vec<Replacement>,
}

#[derive(Default)]
struct Fields {
    replacements: Vec<ReplacementField>,
}
go_struct!(Fields = "builtins"."ReplacementTransformerPlugin" { "replacements" => replacements });

impl ReplacementTransformer {
    /// Takes the replacements, those in files read.
    fn new(helpers: Helpers<'_>, fields: &[ReplacementField]) -> Result<Self> {
        let mut replacements = Vec::new();
        for field in fields {
            let inline = field.replacement.source.is_some() || field.replacement.targets.is_some();
            match (field.path.as_str(), inline) {
                ("", _) => replacements.push(field.replacement.clone()),
                (_, true) => {
                    return Err(configure_error(
                        "cannot specify both path and inline replacement",
                    ));
                }
                (path, false) => read_file(helpers, path, &mut replacements)?,
            }
        }
        Ok(Self { replacements })
    }

    pub(crate) fn configure(helpers: Helpers<'_>, config: &Config) -> Result<Self> {
        let fields: Fields = config.read()?;
        Self::new(helpers, &fields.replacements)
    }
}

/// Reads a file that holds one replacement or a list of them.
fn read_file(helpers: Helpers<'_>, path: &str, replacements: &mut Vec<Replacement>) -> Result<()> {
    let content = helpers.loader.load(path)?;
    let options = DecodeOptions {
        dialect: Dialect::V2,
        strict: false,
    };
    let value = goyaml::yaml_to_json(&content, &options)
        .map_err(|error| configure_error(error.to_string()))?;
    let wrong = |text: String| {
        configure_error(format!(
            "error unmarshaling JSON: while decoding JSON: {text}"
        ))
    };
    match value {
        Value::Array(_) => {
            let mut list: Vec<Replacement> = Vec::new();
            decode(&mut list, &value, UnknownFields::Ignored).map_err(wrong)?;
            replacements.append(&mut list);
        }
        Value::Object(_) => {
            let mut one = Replacement::default();
            decode(&mut one, &value, UnknownFields::Ignored).map_err(wrong)?;
            replacements.push(one);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            return Err(configure_error(format!(
                "unsupported replacement type encountered within replacement path: {}",
                go_kind(&value)
            )));
        }
    }
    Ok(())
}

fn go_kind(value: &Value) -> &'static str {
    match value {
        Value::Bool(_) => "bool",
        Value::Number(_) => "float64",
        Value::String(_) => "string",
        Value::Null | Value::Array(_) | Value::Object(_) => "invalid",
    }
}

impl Transformer for ReplacementTransformer {
    fn transform(&self, resources: &mut ResMap, _: &mut Reporter<'_>) -> Result<()> {
        self.replacements
            .iter()
            .try_for_each(|replacement| replacement::apply(resources, replacement))
    }
}
