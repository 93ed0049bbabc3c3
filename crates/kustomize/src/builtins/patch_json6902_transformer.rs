//! `patchesJson6902`.

use patch::json_patch::Operation;
use serde::Serialize;

use super::patch_transformer::parse_json_patch;
use super::{Config, Helpers, Transformer, configure_error};
use crate::error::Result;
use crate::filters::patchjson6902;
use crate::godecode::go_struct;
use crate::kustomization::{Patch, Selector};
use crate::options::Reporter;
use crate::resmap::ResMap;

/// Applies a JSON patch to what a target selects.
pub(crate) struct PatchJson6902Transformer {
    target: Selector,
    operations: Vec<Operation>,
}

/// The fields of a configuration.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Fields {
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<Selector>,
    #[serde(skip_serializing_if = "String::is_empty")]
    path: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    json_op: String,
}
go_struct!(Fields = "builtins"."PatchJson6902TransformerPlugin" { "target" => target, "path" => path, "jsonOp" => json_op });

impl From<&Patch> for Fields {
    fn from(patch: &Patch) -> Self {
        Self {
            target: patch.target.clone(),
            path: patch.path.clone(),
            json_op: patch.patch.clone(),
        }
    }
}

impl PatchJson6902Transformer {
    pub(crate) fn configure(helpers: Helpers<'_>, config: &Config) -> Result<Self> {
        let fields: Fields = config.read()?;
        let target = fields.target.unwrap_or_default();
        if target.id.name.is_empty() {
            return Err(configure_error("must specify the target name"));
        }
        let text = match (fields.path.as_str(), fields.json_op.as_str()) {
            ("", "") => return Err(configure_error("empty file path and empty jsonOp")),
            ("", text) => text.as_bytes().to_vec(),
            (path, "") => {
                let text = helpers.loader.load(path)?;
                if text.is_empty() {
                    return Err(configure_error(format!(
                        "patch file '{path}' empty seems to be empty"
                    )));
                }
                text
            }
            _ => {
                return Err(configure_error(
                    "must specify a file path or jsonOp, not both",
                ));
            }
        };
        let shown = String::from_utf8_lossy(&text).into_owned();
        let operations = parse_json_patch(&text)
            .map_err(|error| configure_error(format!("decoding {shown}: {error}")))?;
        if operations.is_empty() {
            return Err(configure_error(format!(
                "patch appears to be empty; file={}, JsonOp={shown}",
                fields.path
            )));
        }
        Ok(Self { target, operations })
    }
}

impl Transformer for PatchJson6902Transformer {
    fn transform(&self, resources: &mut ResMap, reporter: &mut Reporter<'_>) -> Result<()> {
        let selected = resources.select(&self.target)?;
        if selected.is_empty() {
            reporter.strict(|| {
                format!(
                    "the target of a patch matches nothing: {}",
                    self.target.id.id()
                )
            })?;
        }
        for position in selected {
            resources.transform_at(position, |resource, _| {
                patchjson6902::apply(resource, &self.operations)
            })?;
        }
        Ok(())
    }
}
