//! The operations that engines need.

use std::path::{Path, PathBuf};

use crate::PathError;

/// What stands at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileType {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link.
    Symlink,
    /// A device, socket or pipe.
    Other,
}

/// An entry of a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirEntry {
    /// The name, without the directory.
    pub name: String,
    /// What it is; links are not followed.
    pub file_type: FileType,
}

/// A tree of files. Paths are taken as they come: relative ones from where the tree says it stands ([`FileSystem::working_directory`]).
pub trait FileSystem: Send + Sync {
    /// The directory that relative paths start from.
    ///
    /// # Errors
    /// The directory was deleted, or must not be seen.
    fn working_directory(&self) -> Result<PathBuf, PathError>;

    /// The bytes of a file.
    ///
    /// # Errors
    /// `open` or `read` failed.
    fn read(&self, path: &Path) -> Result<Vec<u8>, PathError>;

    /// What a path is, links not followed.
    ///
    /// # Errors
    /// `lstat` failed.
    fn lstat(&self, path: &Path) -> Result<FileType, PathError>;

    /// What a path is, links followed.
    ///
    /// # Errors
    /// `stat` failed.
    fn stat(&self, path: &Path) -> Result<FileType, PathError>;

    /// Where a symbolic link points.
    ///
    /// # Errors
    /// `readlink` failed, also because it is no link.
    fn read_link(&self, path: &Path) -> Result<PathBuf, PathError>;

    /// The entries of a directory in byte order of their names.
    ///
    /// # Errors
    /// `open` or `readdirent` failed.
    fn read_dir(&self, path: &Path) -> Result<Vec<DirEntry>, PathError>;

    /// Writes a file: made with mode 0666 less the umask, or replaced in place.
    ///
    /// # Errors
    /// `open` or `write` failed.
    fn write(&self, path: &Path, contents: &[u8]) -> Result<(), PathError>;

    /// Makes a directory and those above it that are missing.
    ///
    /// # Errors
    /// `mkdir` failed.
    fn create_dir_all(&self, path: &Path) -> Result<(), PathError>;

    /// Removes a file, or a directory with all that is in it.
    ///
    /// # Errors
    /// `unlinkat` failed.
    fn remove_all(&self, path: &Path) -> Result<(), PathError>;

    /// Whether something stands at a path, links followed.
    fn exists(&self, path: &Path) -> bool {
        self.stat(path).is_ok()
    }

    /// Whether a path is a directory, links followed.
    fn is_dir(&self, path: &Path) -> bool {
        matches!(self.stat(path), Ok(FileType::Directory))
    }
}
