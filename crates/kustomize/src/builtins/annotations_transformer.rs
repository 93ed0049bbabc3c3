//! `commonAnnotations`.

use std::collections::BTreeMap;

use super::{Config, Transformer};
use crate::error::Result;
use crate::fieldspec::FieldSpec;
use crate::filters::annotations;
use crate::filters::fieldspec::{Create, Filter};
use crate::godecode::go_struct;
use crate::options::Reporter;
use crate::resmap::ResMap;

/// Sets annotations.
#[derive(Default)]
pub(crate) struct AnnotationsTransformer {
    annotations: BTreeMap<String, String>,
    field_specs: Vec<FieldSpec>,
}
go_struct!(AnnotationsTransformer = "builtins"."AnnotationsTransformerPlugin" {
    "annotations" => annotations, "fieldSpecs" => field_specs,
});

impl AnnotationsTransformer {
    pub(crate) fn new(annotations: BTreeMap<String, String>, field_specs: Vec<FieldSpec>) -> Self {
        Self {
            annotations,
            field_specs,
        }
    }

    pub(super) fn configure(config: &Config) -> Result<Self> {
        config.read()
    }
}

impl Transformer for AnnotationsTransformer {
    fn transform(&self, resources: &mut ResMap, _: &mut Reporter<'_>) -> Result<()> {
        if self.annotations.is_empty() {
            return Ok(());
        }
        let fields = Filter::all(&self.field_specs, Create::Mapping);
        resources
            .transform_each(|resource, _| annotations::apply(resource, &self.annotations, &fields))
    }
}
