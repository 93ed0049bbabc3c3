//! What requests do to resources, the same for every kind.

mod apply;
mod create;
mod delete;
mod get;
mod list;
mod patch;
mod update;
mod watch;

pub(crate) use apply::{apply_scale, is_apply};
pub(crate) use create::{create, create_applied, create_object};
pub(crate) use delete::{delete, delete_collection, delete_object};
pub(crate) use get::get;
pub(crate) use list::list;
pub(crate) use patch::{Patch, patch, patch_options};
pub(crate) use update::{Target, Written, update, write, write_applied};
pub(crate) use watch::watch;
