//! `namePrefix` and `nameSuffix`.

use super::{Config, Transformer};
use crate::error::Result;
use crate::fieldspec::FieldSpec;
use crate::filters::fieldspec::{Create, Filter};
use crate::filters::{prefix, suffix};
use crate::godecode::go_struct;
use crate::gvk::Gvk;
use crate::openapi::OpenApi;
use crate::options::Reporter;
use crate::resmap::ResMap;
use crate::resource::Resource;

const NAME_PATH: &str = "metadata/name";

/// Puts a prefix before names.
#[derive(Default)]
pub(crate) struct PrefixTransformer {
    prefix: String,
    field_specs: Vec<FieldSpec>,
}
go_struct!(PrefixTransformer = "builtins"."PrefixTransformerPlugin" { "prefix" => prefix, "fieldSpecs" => field_specs });

/// Puts a suffix behind names.
#[derive(Default)]
pub(crate) struct SuffixTransformer {
    suffix: String,
    field_specs: Vec<FieldSpec>,
}
go_struct!(SuffixTransformer = "builtins"."SuffixTransformerPlugin" { "suffix" => suffix, "fieldSpecs" => field_specs });

impl PrefixTransformer {
    pub(crate) fn new(prefix: String, field_specs: Vec<FieldSpec>) -> Self {
        Self {
            prefix,
            field_specs,
        }
    }

    pub(super) fn configure(config: &Config) -> Result<Self> {
        config.read()
    }
}

impl SuffixTransformer {
    pub(crate) fn new(suffix: String, field_specs: Vec<FieldSpec>) -> Self {
        Self {
            suffix,
            field_specs,
        }
    }

    pub(super) fn configure(config: &Config) -> Result<Self> {
        config.read()
    }
}

impl Transformer for PrefixTransformer {
    fn transform(&self, resources: &mut ResMap, _: &mut Reporter<'_>) -> Result<()> {
        if self.prefix.is_empty() {
            return Ok(());
        }
        let fields = Filter::all(&self.field_specs, Create::String);
        resources.transform_each(|resource, openapi| {
            rename(resource, openapi, &fields, |resource, is_name, field| {
                if is_name {
                    resource.prefixes.push(self.prefix.clone());
                }
                prefix::apply(resource, &self.prefix, field)
            })
        })
    }
}

impl Transformer for SuffixTransformer {
    fn transform(&self, resources: &mut ResMap, _: &mut Reporter<'_>) -> Result<()> {
        if self.suffix.is_empty() {
            return Ok(());
        }
        let fields = Filter::all(&self.field_specs, Create::String);
        resources.transform_each(|resource, openapi| {
            rename(resource, openapi, &fields, |resource, is_name, field| {
                if is_name {
                    resource.suffixes.push(self.suffix.clone());
                }
                suffix::apply(resource, &self.suffix, field)
            })
        })
    }
}

/// Goes through the fields for a resource's original type; where one is the name, the id before is noted first.
fn rename(
    resource: &mut Resource,
    openapi: &OpenApi,
    fields: &[Filter],
    mut change: impl FnMut(&mut Resource, bool, &Filter) -> Result<()>,
) -> Result<()> {
    let original = resource.org_id().gvk;
    if keeps_its_name(&original) {
        return Ok(());
    }
    for field in fields
        .iter()
        .filter(|field| original.is_selected(&field.spec().gvk))
    {
        let is_name = field.spec().path == NAME_PATH;
        if is_name {
            resource.store_previous_id(openapi);
        }
        change(resource, is_name, field)?;
    }
    Ok(())
}

/// Types whose names mean something outside.
fn keeps_its_name(gvk: &Gvk) -> bool {
    matches!(gvk.kind.as_str(), "CustomResourceDefinition" | "Namespace")
        || (gvk.kind == "APIService" && gvk.group == "apiregistration.k8s.io")
}
