//! Setting labels.

use std::collections::BTreeMap;

use goyaml::Node;

use super::fieldspec;
use crate::error::Result;
use crate::resource::Resource;
use crate::rnode;

/// Sets each label in each of the fields. Those that did not have it share the value from now on.
pub(crate) fn apply(
    resource: &mut Resource,
    labels: &BTreeMap<String, String>,
    fields: &[fieldspec::Filter],
) -> Result<()> {
    let gvk = resource.gvk();
    for (key, value) in labels {
        let value = resource.shared.add(Node::string(value.as_str()));
        for field in fields {
            field.apply(resource, &gvk, &mut |node| {
                rnode::set_field(node, key, Some(value.clone()))
            })?;
        }
        // What was written over a value that other labels share shows there before the next one is set.
        resource.settle_shared_values();
    }
    Ok(())
}
