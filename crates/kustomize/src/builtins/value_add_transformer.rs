//! Adding a value to fields, which only a configuration object can ask for.

use super::{Config, Transformer};
use crate::error::{Error, ErrorKind, Result};
use crate::fieldspec::FieldSpec;
use crate::filters::fieldspec::{Create, Filter};
use crate::filters::valueadd;
use crate::godecode::go_struct;
use crate::gvk::Gvk;
use crate::kustomization::Selector;
use crate::options::Reporter;
use crate::resmap::ResMap;

/// Adds a value to fields.
#[derive(Default)]
pub(super) struct ValueAddTransformer {
    value: String,
    targets: Vec<Target>,
}
go_struct!(ValueAddTransformer = "builtins"."ValueAddTransformerPlugin" { "value" => value, "targets" => targets });

#[derive(Default)]
struct Target {
    selector: Option<Selector>,
    not_selector: Option<Selector>,
    field_path: String,
    file_path_position: i32,
}
go_struct!(Target = "types"."Target" {
    "selector" => selector, "notSelector" => not_selector, "fieldPath" => field_path, "filePathPosition" => file_path_position,
});

impl ValueAddTransformer {
    pub(super) fn configure(config: &Config) -> Result<Self> {
        let transformer: Self = config.read()?;
        if let Some(target) = transformer
            .targets
            .iter()
            .find(|target| target.file_path_position < 0)
        {
            let text = format!(
                "value position cannot be negative: {}",
                target.file_path_position
            );
            return Err(Error::new(ErrorKind::Configure, text));
        }
        Ok(transformer)
    }
}

impl Transformer for ValueAddTransformer {
    fn transform(&self, resources: &mut ResMap, _: &mut Reporter<'_>) -> Result<()> {
        for target in &self.targets {
            let selected = match &target.selector {
                Some(selector) => resources.select(selector)?,
                None => (0..resources.len()).collect(),
            };
            let spared = match &target.not_selector {
                Some(selector) => resources.select(selector)?,
                None => Vec::new(),
            };
            let field = Filter::new(
                &FieldSpec::new(Gvk::default(), &target.field_path, true),
                Create::String,
            );
            let position = usize::try_from(target.file_path_position)
                .ok()
                .filter(|position| *position > 0);
            for place in selected.into_iter().filter(|place| !spared.contains(place)) {
                resources.transform_at(place, |resource, _| {
                    valueadd::apply(resource, &self.value, position, &field)
                })?;
            }
        }
        Ok(())
    }
}
