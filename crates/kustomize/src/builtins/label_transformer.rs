//! `labels` and `commonLabels`.

use std::collections::BTreeMap;

use super::{Config, Transformer};
use crate::error::Result;
use crate::fieldspec::FieldSpec;
use crate::filters::fieldspec::{Create, Filter};
use crate::filters::labels;
use crate::godecode::go_struct;
use crate::options::Reporter;
use crate::resmap::ResMap;

/// Sets labels.
#[derive(Default)]
pub(crate) struct LabelTransformer {
    labels: BTreeMap<String, String>,
    field_specs: Vec<FieldSpec>,
}
go_struct!(LabelTransformer = "builtins"."LabelTransformerPlugin" { "labels" => labels, "fieldSpecs" => field_specs });

impl LabelTransformer {
    pub(crate) fn new(labels: BTreeMap<String, String>, field_specs: Vec<FieldSpec>) -> Self {
        Self {
            labels,
            field_specs,
        }
    }

    pub(super) fn configure(config: &Config) -> Result<Self> {
        config.read()
    }
}

impl Transformer for LabelTransformer {
    fn transform(&self, resources: &mut ResMap, _: &mut Reporter<'_>) -> Result<()> {
        if self.labels.is_empty() {
            return Ok(());
        }
        let fields = Filter::all(&self.field_specs, Create::Mapping);
        resources.transform_each(|resource, _| labels::apply(resource, &self.labels, &fields))
    }
}
