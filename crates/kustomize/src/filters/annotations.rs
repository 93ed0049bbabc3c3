//! Setting annotations.

use std::collections::BTreeMap;

use super::{fieldspec, labels};
use crate::error::Result;
use crate::resource::Resource;

/// Sets each annotation in each of the fields; they are entries of maps as labels are.
pub(crate) fn apply(
    resource: &mut Resource,
    annotations: &BTreeMap<String, String>,
    fields: &[fieldspec::Filter],
) -> Result<()> {
    labels::apply(resource, annotations, fields)
}
