//! Strategic merge patches.

use goyaml::Node;

use crate::error::Result;
use crate::merge2;
use crate::openapi::OpenApi;
use crate::resource::Resource;

/// Merges a patch into an object, which is empty afterwards if the patch deletes it.
pub(crate) fn apply(resource: &mut Resource, patch: &Node, openapi: &OpenApi) -> Result<()> {
    let node = std::mem::take(&mut resource.node);
    match merge2::merge(patch.clone(), node.clone(), openapi) {
        Ok(merged) => {
            resource.node = merged.unwrap_or_else(Node::null);
            Ok(())
        }
        Err(error) => {
            resource.node = node;
            Err(error)
        }
    }
}
