//! Which files a kustomization may read.

use std::path::{Path, PathBuf};

use filesys::{ConfirmedDir, FileSystem, Location};

use super::{load_error, missing_hint};
use crate::error::Result;

/// How far the files of a kustomization may lie from it. Bases may lie anywhere in either case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoadRestrictor {
    /// In or below the directory of the kustomization, links followed.
    #[default]
    RootOnly,
    /// Anywhere.
    None,
}

impl LoadRestrictor {
    /// The value of `--load-restrictor`; `None` for an unknown word.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "rootOnly" | "LoadRestrictionsRootOnly" => Some(Self::RootOnly),
            "none" | "LoadRestrictionsNone" => Some(Self::None),
            _ => None,
        }
    }

    pub(super) fn check(
        self,
        files: &dyn FileSystem,
        root: &ConfirmedDir,
        path: &str,
    ) -> Result<PathBuf> {
        if self == Self::None {
            return Ok(PathBuf::from(path));
        }
        match filesys::confirm(files, Path::new(path)) {
            Err(error) => {
                let text = format!("evalsymlink failure on '{path}' : {error}");
                Err(load_error(text).hint(missing_hint(files, path)))
            }
            Ok(Location::Directory(_)) => {
                Err(load_error(format!("'{path}' must resolve to a file")))
            }
            Ok(Location::File { directory, .. }) if !directory.has_prefix(root) => {
                let text = format!(
                    "security; file '{path}' is not in or below '{}'",
                    root.as_path().display()
                );
                Err(load_error(text).hint("--load-restrictor LoadRestrictionsNone lets a kustomization read files elsewhere"))
            }
            Ok(Location::File { directory, name }) => Ok(directory.join(name)),
        }
    }
}
