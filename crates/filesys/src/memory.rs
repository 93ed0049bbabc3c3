//! Files that are on no disk.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use crate::{DirEntry, FileSystem, FileType, PathError, clean};

#[derive(Clone, Debug)]
enum Entry {
    File(Vec<u8>),
    Directory,
    Symlink(PathBuf),
}

/// A file system in memory. Relative paths start at `/`.
#[derive(Debug)]
pub struct Memory {
    entries: RwLock<BTreeMap<PathBuf, Entry>>,
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            entries: RwLock::new(BTreeMap::from([(PathBuf::from("/"), Entry::Directory)])),
        }
    }
}

impl Memory {
    /// Adds a symbolic link, and the directories above it.
    ///
    /// # Errors
    /// A file stands where a directory is needed.
    pub fn symlink(&self, target: &Path, path: &Path) -> Result<(), PathError> {
        let path = absolute(path);
        self.create_parents(&path)?;
        self.write_entries()
            .insert(path, Entry::Symlink(target.to_path_buf()));
        Ok(())
    }

    fn write_entries(&self) -> std::sync::RwLockWriteGuard<'_, BTreeMap<PathBuf, Entry>> {
        self.entries.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn entry(&self, path: &Path) -> Option<Entry> {
        self.entries
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(path)
            .cloned()
    }

    fn create_parents(&self, path: &Path) -> Result<(), PathError> {
        path.parent()
            .map_or(Ok(()), |parent| self.create_dir_all(parent))
    }

    /// The entry behind all links of a path.
    fn follow(&self, operation: &'static str, path: &Path) -> Result<(PathBuf, Entry), PathError> {
        let missing = |error: PathError| PathError {
            operation,
            path: path.to_path_buf(),
            ..error
        };
        let resolved = crate::eval_symlinks(self, &absolute(path)).map_err(missing)?;
        let entry = self
            .entry(&resolved)
            .ok_or_else(|| PathError::of_kind(operation, path, ErrorKind::NotFound))?;
        Ok((resolved, entry))
    }
}

impl<P: AsRef<Path>, C: Into<Vec<u8>>> FromIterator<(P, C)> for Memory {
    /// Makes a file of each path and its contents, with the directories above. A file wins over a later one that needs it as directory.
    fn from_iter<I: IntoIterator<Item = (P, C)>>(files: I) -> Self {
        let memory = Self::default();
        for (path, contents) in files {
            let path = absolute(path.as_ref());
            if memory.create_parents(&path).is_ok() {
                memory
                    .write_entries()
                    .insert(path, Entry::File(contents.into()));
            }
        }
        memory
    }
}

impl FileSystem for Memory {
    fn working_directory(&self) -> Result<PathBuf, PathError> {
        Ok(PathBuf::from("/"))
    }

    fn read(&self, path: &Path) -> Result<Vec<u8>, PathError> {
        match self.follow("open", path)?.1 {
            Entry::File(contents) => Ok(contents),
            Entry::Directory | Entry::Symlink(_) => {
                Err(PathError::of_kind("read", path, ErrorKind::IsADirectory))
            }
        }
    }

    fn lstat(&self, path: &Path) -> Result<FileType, PathError> {
        match self.entry(&absolute(path)) {
            Some(entry) => Ok(entry.file_type()),
            None => Err(PathError::of_kind("lstat", path, ErrorKind::NotFound)),
        }
    }

    fn stat(&self, path: &Path) -> Result<FileType, PathError> {
        Ok(self.follow("stat", path)?.1.file_type())
    }

    fn read_link(&self, path: &Path) -> Result<PathBuf, PathError> {
        match self.entry(&absolute(path)) {
            Some(Entry::Symlink(target)) => Ok(target),
            Some(Entry::File(_) | Entry::Directory) => Err(PathError::of_kind(
                "readlink",
                path,
                ErrorKind::InvalidInput,
            )),
            None => Err(PathError::of_kind("readlink", path, ErrorKind::NotFound)),
        }
    }

    fn read_dir(&self, path: &Path) -> Result<Vec<DirEntry>, PathError> {
        let (resolved, entry) = self.follow("open", path)?;
        if !matches!(entry, Entry::Directory) {
            return Err(PathError::of_kind(
                "readdirent",
                path,
                ErrorKind::NotADirectory,
            ));
        }
        let entries = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        let below = entries
            .range(resolved.clone()..)
            .take_while(|(found, _)| found.starts_with(&resolved));
        let children = below.filter(|(found, _)| found.parent() == Some(&resolved));
        let entry = |(found, entry): (&PathBuf, &Entry)| {
            let name = found.file_name()?.to_string_lossy().into_owned();
            Some(DirEntry {
                name,
                file_type: entry.file_type(),
            })
        };
        Ok(children.filter_map(entry).collect())
    }

    fn write(&self, path: &Path, contents: &[u8]) -> Result<(), PathError> {
        let target = match self.follow("open", path) {
            Ok((_, Entry::Directory)) => {
                return Err(PathError::of_kind("open", path, ErrorKind::IsADirectory));
            }
            Ok((resolved, Entry::File(_) | Entry::Symlink(_))) => resolved,
            Err(_) => {
                let path = absolute(path);
                let parent = self.follow("open", path.parent().unwrap_or(Path::new("/")));
                let (directory, entry) = parent.map_err(|error| PathError {
                    path: path.clone(),
                    ..error
                })?;
                if !matches!(entry, Entry::Directory) {
                    return Err(PathError::of_kind("open", &path, ErrorKind::NotADirectory));
                }
                directory.join(path.file_name().unwrap_or_default())
            }
        };
        self.write_entries()
            .insert(target, Entry::File(contents.to_vec()));
        Ok(())
    }

    fn create_dir_all(&self, path: &Path) -> Result<(), PathError> {
        let mut made = PathBuf::new();
        for component in absolute(path).components() {
            made.push(component);
            match self.entry(&made) {
                Some(Entry::File(_)) => {
                    return Err(PathError::of_kind("mkdir", &made, ErrorKind::NotADirectory));
                }
                Some(Entry::Directory) => {}
                Some(Entry::Symlink(_)) => made = self.follow("mkdir", &made)?.0,
                None => {
                    self.write_entries().insert(made.clone(), Entry::Directory);
                }
            }
        }
        Ok(())
    }

    fn remove_all(&self, path: &Path) -> Result<(), PathError> {
        let path = absolute(path);
        self.lstat(&path)?;
        self.write_entries()
            .retain(|found, _| !found.starts_with(&path));
        Ok(())
    }
}

impl Entry {
    fn file_type(&self) -> FileType {
        match self {
            Self::File(_) => FileType::File,
            Self::Directory => FileType::Directory,
            Self::Symlink(_) => FileType::Symlink,
        }
    }
}

fn absolute(path: &Path) -> PathBuf {
    clean(&Path::new("/").join(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fails_with_the_words_of_a_disk() {
        let files: Memory = [("/d/a", "1")].into_iter().collect();
        let text = |error: PathError| error.to_string();
        assert_eq!(
            text(files.read(Path::new("/d/b")).unwrap_err()),
            "open /d/b: no such file or directory"
        );
        assert_eq!(
            text(files.read(Path::new("/d")).unwrap_err()),
            "read /d: is a directory"
        );
        assert_eq!(
            text(files.write(Path::new("/no/x"), b"").unwrap_err()),
            "open /no/x: no such file or directory"
        );
        assert_eq!(
            text(files.create_dir_all(Path::new("/d/a/b")).unwrap_err()),
            "mkdir /d/a: not a directory"
        );
    }

    #[test]
    fn lists_and_walks_by_name() {
        let files: Memory = [("/d/b/x", ""), ("/d/a", ""), ("/d/b.c", ""), ("/e", "")]
            .into_iter()
            .collect();
        let names: Vec<String> = files
            .read_dir(Path::new("/d"))
            .unwrap()
            .into_iter()
            .map(|entry| entry.name)
            .collect();
        assert_eq!(names, ["a", "b", "b.c"]);
        let walked = crate::walk_files(&files, Path::new("/d")).unwrap();
        assert_eq!(walked, ["/d/a", "/d/b/x", "/d/b.c"].map(PathBuf::from));
    }
}
