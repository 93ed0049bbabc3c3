//! What a command works on: objects from files, or named on the command line.

mod arguments;
mod files;
mod info;
mod manifest;
mod selection;

pub(crate) use files::{FILE_FLAGS, FileOptions};
pub(crate) use info::Info;
pub(crate) use manifest::local_objects;
pub(crate) use selection::{Fetch, Request, Selection, select};
