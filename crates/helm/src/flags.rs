//! Flags that several commands share.

mod change;
mod chart_path;
mod install;
mod output;
mod values;

pub(crate) use change::{deploying, dry_run, timeout, wait_options, warn_of_wait};
pub(crate) use chart_path::{CHART_PATH, DEPENDENCIES, DEVEL, REFRESH};
pub(crate) use install::{CHANGE, DRY_RUN, EXCLUSIVE, INSTALL, RELEASE, SHOW, TIMEOUT, WAIT};
pub(crate) use output::{OUTPUT, Output};
pub(crate) use values::{VALUES, merge_values};
