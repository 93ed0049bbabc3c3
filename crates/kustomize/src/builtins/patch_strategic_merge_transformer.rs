//! `patchesStrategicMerge`.

use serde::Serialize;

use super::{Config, Helpers, Transformer, configure_error};
use crate::error::Result;
use crate::godecode::go_struct;
use crate::kustomization::PatchStrategicMerge;
use crate::options::Reporter;
use crate::read;
use crate::resmap::ResMap;
use crate::resource::Resource;

/// Applies strategic merge patches, each to the object of its own id.
pub(crate) struct PatchStrategicMergeTransformer {
    /// Each with the index of the entry that it comes from.
    patches: Vec<(usize, Resource)>,
}

/// The fields of a configuration.
#[derive(Default, Serialize)]
pub(crate) struct Fields {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) paths: Vec<PatchStrategicMerge>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) patches: String,
}
go_struct!(Fields = "builtins"."PatchStrategicMergeTransformerPlugin" { "paths" => paths, "patches" => patches });

impl PatchStrategicMergeTransformer {
    pub(crate) fn configure(helpers: Helpers<'_>, config: &Config) -> Result<Self> {
        let fields: Fields = config.read()?;
        if fields.paths.is_empty() && fields.patches.is_empty() {
            return Err(configure_error("empty file path and empty patch content"));
        }
        let mut patches = Vec::new();
        for (index, path) in fields.paths.iter().enumerate() {
            let loaded = load(helpers, &path.0).map_err(|error| error.in_entry(index))?;
            patches.extend(loaded.into_iter().map(|patch| (index, patch)));
        }
        if !fields.patches.is_empty() {
            let inline = read::resources(fields.patches.as_bytes())?;
            patches.extend(inline.into_iter().map(|patch| (0, patch)));
        }
        if patches.is_empty() {
            let files: Vec<_> = fields.paths.iter().map(|path| path.0.as_str()).collect();
            return Err(configure_error(format!(
                "patch appears to be empty; files=[{}], Patch={}",
                files.join(" "),
                fields.patches
            )));
        }
        Ok(Self { patches })
    }
}

/// Reads an entry, which is YAML text or a path.
fn load(helpers: Helpers<'_>, entry: &str) -> Result<Vec<Resource>> {
    read::resources(entry.as_bytes()).or_else(|_| {
        let content = helpers.loader.load(entry)?;
        let file = helpers.loader.absolute(entry);
        read::resources(&content)
            .map_err(|error| read::in_file(error, entry).in_file(&file, &content))
    })
}

impl Transformer for PatchStrategicMergeTransformer {
    fn transform(&self, resources: &mut ResMap, _: &mut Reporter<'_>) -> Result<()> {
        for (index, patch) in &self.patches {
            apply(resources, patch).map_err(|error| error.in_entry(*index))?;
        }
        Ok(())
    }
}

fn apply(resources: &mut ResMap, patch: &Resource) -> Result<()> {
    let position = resources.by_id(&patch.org_id())?;
    resources.transform_at(position, |resource, openapi| {
        resource.apply_sm_patch_of_any_type(patch, openapi)
    })?;
    resources.refuse_repeated_ids()
}
