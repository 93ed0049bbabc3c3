//! Putting a prefix before names.

use super::fieldspec;
use crate::error::Result;
use crate::resource::Resource;
use crate::rnode;

/// Puts `prefix` before what the field holds.
pub(crate) fn apply(
    resource: &mut Resource,
    prefix: &str,
    field: &fieldspec::Filter,
) -> Result<()> {
    let gvk = resource.gvk();
    field.apply(resource, &gvk, &mut |node| {
        let text = format!("{prefix}{}", node.as_str().unwrap_or_default());
        rnode::set_scalar(node, &text)
    })
}
