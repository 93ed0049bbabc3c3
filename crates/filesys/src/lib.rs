//! Reading and writing trees of files, on disk or in memory, confined to a root.
//!
//! A [`FileSystem`] is what an engine reads its input from: [`Disk`] in a command, [`Memory`] in a test or for files that were never on a
//! disk. Failures read as Go's do ([`PathError`]). [`confirm`] resolves a path to a [`ConfirmedDir`] and a file in it, which is how
//! kustomize decides whether a file stays inside its root.

mod confirmed_dir;
mod disk;
mod file_system;
mod memory;
mod path;
mod path_error;
mod symlinks;
mod walk;

pub use confirmed_dir::{ConfirmedDir, Location, confirm, confirm_dir};
pub use disk::Disk;
pub use file_system::{DirEntry, FileSystem, FileType};
pub use memory::Memory;
pub use path::clean;
pub use path_error::PathError;
pub use symlinks::eval_symlinks;
pub use walk::walk_files;
