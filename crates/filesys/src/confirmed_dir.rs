//! Directories that are known to exist, and what is inside them.

use std::path::{Path, PathBuf};

use crate::{FileSystem, PathError, clean, eval_symlinks};

/// An absolute path of an existing directory, without symbolic links.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConfirmedDir(PathBuf);

impl ConfirmedDir {
    /// The path.
    pub fn as_path(&self) -> &Path {
        &self.0
    }

    /// Whether this directory is `other` or lies below it.
    pub fn has_prefix(&self, other: &Self) -> bool {
        self.0.starts_with(&other.0)
    }

    /// The path of something in this directory.
    pub fn join(&self, relative: impl AsRef<Path>) -> PathBuf {
        clean(&self.0.join(relative))
    }
}

/// An existing path, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// A directory.
    Directory(ConfirmedDir),
    /// Anything else: where it lies and its name there.
    File {
        /// The directory that holds it.
        directory: ConfirmedDir,
        /// Its name in that directory.
        name: String,
    },
}

/// Finds out what an absolute or relative path leads to, all links followed. A file is confined to a root if its directory
/// [has the root as prefix](ConfirmedDir::has_prefix).
///
/// # Errors
/// A part of the path is missing, see [`eval_symlinks`].
pub fn confirm(files: &dyn FileSystem, path: &Path) -> Result<Location, PathError> {
    let resolved = eval_symlinks(files, &absolute(files, path)?)?;
    if files.is_dir(&resolved) {
        return Ok(Location::Directory(ConfirmedDir(resolved)));
    }
    let name = resolved
        .file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let directory = ConfirmedDir(resolved.parent().unwrap_or(Path::new("/")).to_path_buf());
    Ok(Location::File { directory, name })
}

/// Resolves a path that must be a directory.
///
/// # Errors
/// A part of the path is missing, or it is not a directory.
pub fn confirm_dir(files: &dyn FileSystem, path: &Path) -> Result<ConfirmedDir, PathError> {
    match confirm(files, path)? {
        Location::Directory(directory) => Ok(directory),
        Location::File { .. } => Err(PathError::of_kind(
            "open",
            path,
            std::io::ErrorKind::NotADirectory,
        )),
    }
}

fn absolute(files: &dyn FileSystem, path: &Path) -> Result<PathBuf, PathError> {
    if path.is_absolute() {
        return Ok(clean(path));
    }
    Ok(clean(&files.working_directory()?.join(path)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Memory;

    #[test]
    fn a_link_out_of_the_root_is_not_in_the_root() {
        let files: Memory = [("/root/in.yaml", ""), ("/rootless/out.yaml", "")]
            .into_iter()
            .collect();
        files
            .symlink(
                Path::new("../rootless/out.yaml"),
                Path::new("/root/link.yaml"),
            )
            .unwrap();
        let root = confirm_dir(&files, Path::new("/root")).unwrap();
        let inside = |path: &str| match confirm(&files, Path::new(path)).unwrap() {
            Location::Directory(directory) | Location::File { directory, .. } => {
                directory.has_prefix(&root)
            }
        };
        assert!(inside("/root/in.yaml"));
        assert!(inside("/root/../root/in.yaml"));
        assert!(!inside("/root/link.yaml"));
        assert!(!inside("/rootless"));
    }
}
