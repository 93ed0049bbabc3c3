//! Symbolic links.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::{FileSystem, FileType, PathError};

/// Links that are followed before a path counts as a loop, as in Go.
const MOST_LINKS: usize = 255;

/// Go's `filepath.EvalSymlinks` for an absolute path: the path with every link replaced by what it points to.
///
/// # Errors
/// The first part of the path that is not there (`lstat /d/nope: no such file or directory`), or too many links.
pub fn eval_symlinks(files: &dyn FileSystem, path: &Path) -> Result<PathBuf, PathError> {
    let mut rest = parts(path);
    let mut resolved = PathBuf::from("/");
    let mut links = 0;
    while let Some(part) = rest.pop_front() {
        if part == ".." {
            resolved.pop();
            continue;
        }
        let next = resolved.join(&part);
        match files.lstat(&next)? {
            FileType::Symlink => {
                links += 1;
                if links > MOST_LINKS {
                    return Err(PathError::new(
                        "EvalSymlinks",
                        Path::new(""),
                        io::Error::other("too many links"),
                    ));
                }
                let target = files.read_link(&next)?;
                if target.is_absolute() {
                    resolved = PathBuf::from("/");
                }
                for part in parts(&target).into_iter().rev() {
                    rest.push_front(part);
                }
            }
            FileType::File | FileType::Other if !rest.is_empty() => {
                return Err(PathError::of_kind(
                    "lstat",
                    &next.join(&rest[0]),
                    io::ErrorKind::NotADirectory,
                ));
            }
            FileType::File | FileType::Directory | FileType::Other => resolved = next,
        }
    }
    Ok(resolved)
}

fn parts(path: &Path) -> VecDeque<OsString> {
    let normal = |component| match component {
        Component::Normal(part) => Some(part.to_owned()),
        Component::ParentDir => Some("..".into()),
        Component::Prefix(_) | Component::RootDir | Component::CurDir => None,
    };
    path.components().filter_map(normal).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Memory;

    #[test]
    fn names_the_first_part_that_is_missing() {
        let files: Memory = [("/d/r.yaml", "")].into_iter().collect();
        let error = eval_symlinks(&files, Path::new("/d/http:/x/y.yaml")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "lstat /d/http:: no such file or directory"
        );
        let error = eval_symlinks(&files, Path::new("/d/r.yaml/x")).unwrap_err();
        assert_eq!(error.to_string(), "lstat /d/r.yaml/x: not a directory");
    }

    #[test]
    fn follows_links_and_gives_up_on_loops() {
        let files: Memory = [("/d/e/r.yaml", "")].into_iter().collect();
        files
            .symlink(Path::new("../d/e"), Path::new("/l/m"))
            .unwrap();
        files
            .symlink(Path::new("/l/loop"), Path::new("/l/loop"))
            .unwrap();
        assert_eq!(
            eval_symlinks(&files, Path::new("/l/m/r.yaml")).unwrap(),
            Path::new("/d/e/r.yaml")
        );
        let error = eval_symlinks(&files, Path::new("/l/loop")).unwrap_err();
        assert_eq!(error.to_string(), "EvalSymlinks: too many links");
    }
}
