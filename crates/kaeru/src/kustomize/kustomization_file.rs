//! The kustomization file of the working directory.

use std::path::{Path, PathBuf};

use cobra::{Failure, Io};
use filesys::{Disk, FileSystem};
use kustomize::EditableKustomization;

/// The names that the file may have.
pub(super) const FILE_NAMES: &[&str] =
    &["kustomization.yaml", "kustomization.yml", "Kustomization"];

/// The one kustomization file of a directory.
#[derive(Debug)]
pub(super) struct KustomizationFile {
    path: PathBuf,
}

impl KustomizationFile {
    /// Finds the file.
    ///
    /// # Errors
    /// There is none, more than one, or it is a directory.
    pub(super) fn find(io: &Io<'_>) -> Result<Self, Failure> {
        let found: Vec<&str> = FILE_NAMES
            .iter()
            .copied()
            .filter(|name| Disk.exists(&io.cwd.join(name)))
            .collect();
        let path = match found.as_slice() {
            [] => {
                return Err(Failure::new(
                    "Missing kustomization file 'kustomization.yaml'.\n",
                ));
            }
            [name] => io.cwd.join(name),
            names => {
                return Err(Failure::new(format!(
                    "Found multiple kustomization file: [{}]\n",
                    names.join(" ")
                )));
            }
        };
        if Disk.is_dir(&path) {
            return Err(Failure::new(format!("{} should be a file", found.concat())));
        }
        Ok(Self { path })
    }

    pub(super) fn read(&self) -> Result<EditableKustomization, Failure> {
        Ok(EditableKustomization::parse(&Disk.read(&self.path)?)?)
    }

    pub(super) fn write(&self, kustomization: &EditableKustomization) -> Result<(), Failure> {
        Ok(Disk.write(&self.path, kustomization.to_yaml().as_bytes())?)
    }

    /// Whether a path leads to this file.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        self.path == path
    }
}

/// Changes the file of the working directory.
pub(super) fn rewrite(
    io: &Io<'_>,
    change: impl FnOnce(&mut EditableKustomization) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let file = KustomizationFile::find(io)?;
    let mut kustomization = file.read()?;
    change(&mut kustomization)?;
    file.write(&kustomization)
}
