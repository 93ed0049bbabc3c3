//! The files of the machine.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::{DirEntry, FileSystem, FileType, PathError};

/// The file system of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl FileSystem for Disk {
    fn working_directory(&self) -> Result<PathBuf, PathError> {
        std::env::current_dir().map_err(|error| PathError::new("getwd", Path::new("."), error))
    }

    fn read(&self, path: &Path) -> Result<Vec<u8>, PathError> {
        let mut file = fs::File::open(path).map_err(|error| PathError::new("open", path, error))?;
        let mut contents = Vec::new();
        file.read_to_end(&mut contents)
            .map_err(|error| PathError::new("read", path, error))?;
        Ok(contents)
    }

    fn lstat(&self, path: &Path) -> Result<FileType, PathError> {
        let metadata =
            fs::symlink_metadata(path).map_err(|error| PathError::new("lstat", path, error))?;
        Ok(file_type(metadata.file_type()))
    }

    fn stat(&self, path: &Path) -> Result<FileType, PathError> {
        let metadata = fs::metadata(path).map_err(|error| PathError::new("stat", path, error))?;
        Ok(file_type(metadata.file_type()))
    }

    fn read_link(&self, path: &Path) -> Result<PathBuf, PathError> {
        fs::read_link(path).map_err(|error| PathError::new("readlink", path, error))
    }

    fn read_dir(&self, path: &Path) -> Result<Vec<DirEntry>, PathError> {
        let entries = fs::read_dir(path).map_err(|error| PathError::new("open", path, error))?;
        let mut found = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| PathError::new("readdirent", path, error))?;
            let kind = entry
                .file_type()
                .map_err(|error| PathError::new("lstat", &entry.path(), error))?;
            found.push(DirEntry {
                name: entry.file_name().to_string_lossy().into_owned(),
                file_type: file_type(kind),
            });
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(found)
    }

    fn write(&self, path: &Path, contents: &[u8]) -> Result<(), PathError> {
        fs::write(path, contents).map_err(|error| PathError::new("open", path, error))
    }

    fn create_dir_all(&self, path: &Path) -> Result<(), PathError> {
        fs::create_dir_all(path).map_err(|error| PathError::new("mkdir", path, error))
    }

    fn remove_all(&self, path: &Path) -> Result<(), PathError> {
        let removed = match self.lstat(path)? {
            FileType::Directory => fs::remove_dir_all(path),
            FileType::File | FileType::Symlink | FileType::Other => fs::remove_file(path),
        };
        removed.map_err(|error| PathError::new("unlinkat", path, error))
    }
}

fn file_type(kind: fs::FileType) -> FileType {
    if kind.is_file() {
        FileType::File
    } else if kind.is_dir() {
        FileType::Directory
    } else if kind.is_symlink() {
        FileType::Symlink
    } else {
        FileType::Other
    }
}
