//! `images`.

use super::{Config, Transformer};
use crate::error::Result;
use crate::fieldspec::FieldSpec;
use crate::filters::fieldspec::{Create, Filter};
use crate::filters::imagetag;
use crate::godecode::go_struct;
use crate::kustomization::Image;
use crate::options::Reporter;
use crate::resmap::ResMap;

/// Changes name, tag or digest of images.
#[derive(Default)]
pub(crate) struct ImageTagTransformer {
    image: Image,
    field_specs: Vec<FieldSpec>,
}
go_struct!(ImageTagTransformer = "builtins"."ImageTagTransformerPlugin" { "imageTag" => image, "fieldSpecs" => field_specs });

impl ImageTagTransformer {
    pub(crate) fn new(image: Image, field_specs: Vec<FieldSpec>) -> Self {
        Self { image, field_specs }
    }

    pub(super) fn configure(config: &Config) -> Result<Self> {
        config.read()
    }
}

impl Transformer for ImageTagTransformer {
    fn transform(&self, resources: &mut ResMap, reporter: &mut Reporter<'_>) -> Result<()> {
        let filter = imagetag::Filter::new(self.image.clone());
        let fields = Filter::all(&self.field_specs, Create::Nothing);
        let mut found = false;
        // The walk over everything comes first, for all resources, and what it changed is looked at again by the field specs.
        resources.transform_each(|resource, _| {
            if resource.kind() != "CustomResourceDefinition" {
                found |= filter.apply_everywhere(&mut resource.node)?;
            }
            Ok(())
        })?;
        resources.transform_each(|resource, _| {
            if resource.kind() != "CustomResourceDefinition" {
                found |= filter.apply(resource, &fields)?;
            }
            Ok(())
        })?;
        if found {
            Ok(())
        } else {
            reporter.strict(|| format!("no image matches the name '{}'", self.image.name))
        }
    }
}
