//! `replicas`.

use super::{Config, Transformer};
use crate::error::{Error, ErrorKind, Result};
use crate::fieldspec::FieldSpec;
use crate::filters::fieldspec::{Create, Filter};
use crate::filters::replicacount;
use crate::godecode::go_struct;
use crate::gvk::Gvk;
use crate::kustomization::Replica;
use crate::options::Reporter;
use crate::resid::ResId;
use crate::resmap::ResMap;

/// Sets the number of replicas of one object.
#[derive(Default)]
pub(crate) struct ReplicaCountTransformer {
    replica: Replica,
    field_specs: Vec<FieldSpec>,
}
go_struct!(ReplicaCountTransformer = "builtins"."ReplicaCountTransformerPlugin" { "replica" => replica, "fieldSpecs" => field_specs });

impl ReplicaCountTransformer {
    pub(crate) fn new(replica: Replica, field_specs: Vec<FieldSpec>) -> Self {
        Self {
            replica,
            field_specs,
        }
    }

    pub(super) fn configure(config: &Config) -> Result<Self> {
        config.read()
    }
}

impl Transformer for ReplicaCountTransformer {
    fn transform(&self, resources: &mut ResMap, _: &mut Reporter<'_>) -> Result<()> {
        let name = &self.replica.name;
        let named = resources.with_any_name(name);
        let mut found = false;
        for field in Filter::all(&self.field_specs, Create::Int) {
            let gvk = &field.spec().gvk;
            for position in &named {
                let ids = resources.get(*position).all_ids();
                if ids
                    .iter()
                    .any(|id| id.name == name.as_str() && id.gvk.is_selected(gvk))
                {
                    found = true;
                    resources.transform_at(*position, |resource, _| {
                        replicacount::apply(resource, self.replica.count, &field)
                    })?;
                }
            }
        }
        if found {
            return Ok(());
        }
        let gvks: Vec<_> = self
            .field_specs
            .iter()
            .map(|spec| spec.gvk.to_string())
            .collect();
        let text = format!(
            "resource with name {name} does not match a config with the following GVK [{}]",
            gvks.join(" ")
        );
        let kind = self.field_specs.first().map_or("", |spec| &spec.gvk.kind);
        let wanted = ResId::new(Gvk::new("", "", kind), name, "");
        Err(Error::new(ErrorKind::Transform, text).hint(resources.nearest(&wanted)))
    }
}
