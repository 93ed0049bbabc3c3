//! Flags that several commands share.

mod chart_path;
mod install;
mod values;

pub(crate) use chart_path::CHART_PATH;
pub(crate) use install::INSTALL;
pub(crate) use values::{VALUES, merge_values};
