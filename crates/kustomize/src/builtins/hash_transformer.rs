//! The hashes at the end of generated names.

use super::Transformer;
use crate::error::Result;
use crate::hash;
use crate::options::Reporter;
use crate::resmap::ResMap;

/// Appends the hash of their content to the names of generated objects.
pub(crate) struct HashTransformer;

impl Transformer for HashTransformer {
    fn transform(&self, resources: &mut ResMap, _: &mut Reporter<'_>) -> Result<()> {
        resources.transform_each(|resource, openapi| {
            if !resource.needs_hash {
                return Ok(());
            }
            let hash = hash::suffix(resource)?;
            resource.store_previous_id(openapi);
            let name = format!("{}-{hash}", resource.name());
            resource.set_name(&name)
        })
    }
}
