//! Setting the number of replicas.

use super::fieldspec;
use crate::error::Result;
use crate::resource::Resource;
use crate::rnode;

/// Writes `count` into the field.
pub(crate) fn apply(resource: &mut Resource, count: i64, field: &fieldspec::Filter) -> Result<()> {
    let gvk = resource.gvk();
    field.apply(resource, &gvk, &mut |node| {
        rnode::set_scalar(node, &count.to_string())
    })
}
