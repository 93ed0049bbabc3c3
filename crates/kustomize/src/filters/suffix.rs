//! Putting a suffix behind names.

use super::fieldspec;
use crate::error::Result;
use crate::resource::Resource;
use crate::rnode;

/// Puts `suffix` behind what the field holds.
pub(crate) fn apply(
    resource: &mut Resource,
    suffix: &str,
    field: &fieldspec::Filter,
) -> Result<()> {
    let gvk = resource.gvk();
    field.apply(resource, &gvk, &mut |node| {
        let text = format!("{}{suffix}", node.as_str().unwrap_or_default());
        rnode::set_scalar(node, &text)
    })
}
