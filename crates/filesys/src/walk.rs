//! All files of a tree.

use std::path::{Path, PathBuf};

use crate::{FileSystem, FileType, PathError};

/// The paths of all files below a directory, in the order of Go's `filepath.Walk`: entries by name, a directory's content in its place.
/// Links are listed, not followed.
///
/// # Errors
/// A directory could not be read.
pub fn walk_files(files: &dyn FileSystem, root: &Path) -> Result<Vec<PathBuf>, PathError> {
    let mut found = Vec::new();
    let mut pending = vec![(root.to_path_buf(), files.stat(root)?)];
    while let Some((path, file_type)) = pending.pop() {
        if file_type != FileType::Directory {
            found.push(path);
            continue;
        }
        let entries = files.read_dir(&path)?;
        pending.extend(
            entries
                .into_iter()
                .rev()
                .map(|entry| (path.join(entry.name), entry.file_type)),
        );
    }
    Ok(found)
}
