//! `replacements`.

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
    /// Each with the index of the entry that it comes from.
    replacements: Vec<(usize, Replacement)>,
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
        for (index, field) in fields.iter().enumerate() {
            let read = of_entry(helpers, field).map_err(|error| error.in_entry(index))?;
            replacements.extend(read.into_iter().map(|replacement| (index, replacement)));
        }
        Ok(Self { replacements })
    }

    pub(crate) fn configure(helpers: Helpers<'_>, config: &Config) -> Result<Self> {
        let fields: Fields = config.read()?;
        Self::new(helpers, &fields.replacements)
    }
}

/// The replacements of one entry.
fn of_entry(helpers: Helpers<'_>, field: &ReplacementField) -> Result<Vec<Replacement>> {
    let inline = field.replacement.source.is_some() || field.replacement.targets.is_some();
    match (field.path.as_str(), inline) {
        ("", _) => Ok(vec![field.replacement.clone()]),
        (_, true) => Err(configure_error(
            "cannot specify both path and inline replacement",
        )),
        (path, false) => read_file(helpers, path),
    }
}

/// Reads a file that holds one replacement or a list of them.
fn read_file(helpers: Helpers<'_>, path: &str) -> Result<Vec<Replacement>> {
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
            Ok(list)
        }
        Value::Object(_) => {
            let mut one = Replacement::default();
            decode(&mut one, &value, UnknownFields::Ignored).map_err(wrong)?;
            Ok(vec![one])
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            Err(configure_error(format!(
                "unsupported replacement type encountered within replacement path: {}",
                go_kind(&value)
            )))
        }
    }
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
            .try_for_each(|(index, replacement)| {
                replacement::apply(resources, replacement).map_err(|error| error.in_entry(*index))
            })
    }
}
