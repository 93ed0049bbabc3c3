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
    /// There is none, or more than one.
    pub(super) fn find(io: &Io<'_>) -> Result<Self, Failure> {
        let candidates = FILE_NAMES.iter().map(|name| io.cwd.join(name));
        let mut found = candidates.filter(|path| Disk.exists(path) && !Disk.is_dir(path));
        let Some(path) = found.next() else {
            return Err(Failure::new(
                "Missing kustomization file 'kustomization.yaml'.\n",
            ));
        };
        if found.next().is_some() {
            return Err(Failure::new(format!(
                "Found multiple kustomization files under: {}\n",
                io.cwd.display()
            )));
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
