//! `patches`.

use patch::json_patch::Operation;
use serde::Serialize;

use super::{Config, Helpers, Transformer, configure_error};
use crate::error::{Error, ErrorKind, Result};
use crate::filters::patchjson6902;
use crate::godecode::go_struct;
use crate::kustomization::{Patch, PatchArgs, Selector};
use crate::options::Reporter;
use crate::read;
use crate::resmap::ResMap;
use crate::resource::Resource;

/// Applies a patch of either sort.
pub(crate) struct PatchTransformer {
    /// Where the patch comes from, as messages name it.
    source: String,
    target: Option<Selector>,
    patch: LoadedPatch,
}

enum LoadedPatch {
    StrategicMerge(Vec<Resource>),
    Json(Vec<Operation>),
}

/// The fields of a configuration.
#[derive(Default, Serialize)]
pub(crate) struct Fields {
    #[serde(skip_serializing_if = "String::is_empty")]
    path: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    patch: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<Selector>,
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<PatchArgs>,
}
go_struct!(Fields = "builtins"."PatchTransformerPlugin" { "path" => path, "patch" => patch, "target" => target, "options" => options });

impl From<&Patch> for Fields {
    fn from(patch: &Patch) -> Self {
        Self {
            path: patch.path.clone(),
            patch: patch.patch.clone(),
            target: patch.target.clone(),
            options: patch.options,
        }
    }
}

impl PatchTransformer {
    pub(crate) fn configure(helpers: Helpers<'_>, config: &Config) -> Result<Self> {
        let fields: Fields = config.read()?;
        let (source, text) = match (fields.patch.trim(), fields.path.as_str()) {
            ("", "") => {
                return Err(configure_error(format!(
                    "must specify one of patch and path in\n{}",
                    config.yaml
                )));
            }
            ("", path) => {
                let loaded = helpers.loader.load(path);
                let loaded = loaded.map_err(|error| {
                    error.context(format!("failed to get the patch file from path({path})"))
                })?;
                (format!("[path: {path:?}]"), loaded)
            }
            (patch, "") => (
                format!("[patch: {}]", gostd::strconv::quote(patch.as_bytes())),
                patch.as_bytes().to_vec(),
            ),
            _ => {
                return Err(configure_error(format!(
                    "patch and path can't be set at the same time\n{}",
                    config.yaml
                )));
            }
        };
        let patch = load(&text, &source, fields.options.unwrap_or_default())?;
        Ok(Self {
            source,
            target: fields.target,
            patch,
        })
    }

    fn strategic_merge(
        &self,
        resources: &mut ResMap,
        patches: &[Resource],
        reporter: &mut Reporter<'_>,
    ) -> Result<()> {
        if let Some(target) = &self.target {
            return match patches {
                [] => Ok(()),
                [patch] => self.strategic_merge_selected(resources, target, patch, reporter),
                _ => {
                    let source = &self.source;
                    let text = "Multiple Strategic-Merge Patches in one `patches` entry is not allowed to set `patches.target` field";
                    Err(Error::new(
                        ErrorKind::Transform,
                        format!("{text}: {source}"),
                    ))
                }
            };
        }
        for patch in patches {
            let id = patch.org_id();
            let position = resources.by_id(&id).map_err(|error| {
                error.context(format!(
                    "no resource matches strategic merge patch \"{id}\""
                ))
            })?;
            resources.transform_at(position, |resource, openapi| {
                resource.apply_sm_patch(patch, openapi)
            })?;
        }
        Ok(())
    }

    fn strategic_merge_selected(
        &self,
        resources: &mut ResMap,
        target: &Selector,
        patch: &Resource,
        reporter: &Reporter<'_>,
    ) -> Result<()> {
        let selected = resources.select(target);
        let selected = selected.map_err(|error| {
            error.context(format!(
                "unable to find patch target {:?} in `resources`",
                describe(target)
            ))
        })?;
        self.refuse_no_match(&selected, reporter)?;
        for position in selected {
            resources.transform_at(position, |resource, openapi| {
                resource.apply_sm_patch_of_any_type(patch, openapi)
            })?;
        }
        resources.refuse_repeated_ids()
    }

    fn json(
        &self,
        resources: &mut ResMap,
        operations: &[Operation],
        reporter: &Reporter<'_>,
    ) -> Result<()> {
        let Some(target) = &self.target else {
            let text = format!("must specify a target for JSON patch {}", self.source);
            return Err(Error::new(ErrorKind::Transform, text));
        };
        let selected = resources.select(target)?;
        self.refuse_no_match(&selected, reporter)?;
        for position in selected {
            resources.transform_at(position, |resource, openapi| {
                resource.store_previous_id(openapi);
                patchjson6902::apply(resource, operations)
            })?;
        }
        Ok(())
    }

    /// Where the build is strict, a target that selects nothing is an error.
    fn refuse_no_match(&self, selected: &[usize], reporter: &Reporter<'_>) -> Result<()> {
        if selected.is_empty() {
            reporter.strict(|| format!("the target of a patch matches nothing: {}", self.source))
        } else {
            Ok(())
        }
    }
}

fn describe(selector: &Selector) -> String {
    format!(
        "{}:a={}:l={}",
        selector.id.id(),
        selector.annotation_selector,
        selector.label_selector
    )
}

/// Finds out which sort of patch a text holds.
fn load(text: &[u8], source: &str, options: PatchArgs) -> Result<LoadedPatch> {
    let (merge, json) = (read::resources(text), parse_json_patch(text));
    match (merge, json) {
        (Ok(merge), Ok(json)) if !merge.is_empty() && !json.is_empty() => Err(configure_error(
            format!("illegally qualifies as both an SM and JSON patch: {source}"),
        )),
        (Ok(mut merge), _) => {
            for patch in &mut merge {
                patch.allow_name_change = options.allow_name_change;
                patch.allow_kind_change = options.allow_kind_change;
            }
            Ok(LoadedPatch::StrategicMerge(merge))
        }
        (Err(_), Ok(json)) => Ok(LoadedPatch::Json(json)),
        (Err(merge), Err(json)) => {
            let error = configure_error(format!("unable to parse SM or JSON patch from {source}"));
            Err(error
                .hint(format!("as a strategic merge patch: {merge}"))
                .hint(format!("as a JSON patch: {json}")))
        }
    }
}

/// Reads a JSON patch, which may be written in YAML.
pub(super) fn parse_json_patch(text: &[u8]) -> std::result::Result<Vec<Operation>, String> {
    let value = match text.first() {
        None => return Err("empty json patch operations".to_owned()),
        Some(b'[') => serde_json::from_slice(text).map_err(|error| error.to_string())?,
        Some(_) => {
            let options = goyaml::DecodeOptions {
                dialect: goyaml::Dialect::V2,
                strict: false,
            };
            goyaml::yaml_to_json(text, &options).map_err(|error| error.to_string())?
        }
    };
    if value.is_null() {
        return Ok(Vec::new());
    }
    patch::json_patch::parse(&value).map_err(|error| error.to_string())
}

impl Transformer for PatchTransformer {
    fn transform(&self, resources: &mut ResMap, reporter: &mut Reporter<'_>) -> Result<()> {
        match &self.patch {
            LoadedPatch::StrategicMerge(patches) => {
                self.strategic_merge(resources, patches, reporter)
            }
            LoadedPatch::Json(operations) => self.json(resources, operations, reporter),
        }
    }
}
