//! What a command works on: objects from files, or named on the command line.

mod arguments;
mod built_in;
mod files;
mod info;
mod manifest;
mod selection;

pub(crate) use built_in::built_in;
pub(crate) use files::{FILE_FLAGS, FILENAME, FileOptions, RECURSIVE};
pub(crate) use info::Info;
pub(crate) use manifest::{Edited, edited_objects, local_objects};
pub(crate) use selection::{Fetch, Request, Selection, select};
