//! Setting labels.

use std::collections::BTreeMap;

use goyaml::Node;

use super::fieldspec;
use crate::error::Result;
use crate::resource::Resource;
use crate::rnode;

/// Sets each label in each of the fields.
pub(crate) fn apply(
    resource: &mut Resource,
    labels: &BTreeMap<String, String>,
    fields: &[fieldspec::Filter],
) -> Result<()> {
    let gvk = resource.gvk();
    for (key, value) in labels {
        for field in fields {
            field.apply(resource, &gvk, &mut |node| {
                rnode::set_field(node, key, Some(Node::string(value.as_str())))
            })?;
        }
    }
    Ok(())
}
