use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// Why a data directory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataDirError {
    /// There is no home directory to put it in.
    #[error("neither XDG_DATA_HOME nor HOME says where data belongs; name a directory with --data")]
    NoHome,
    /// It cannot be made or written to.
    #[error("use the data directory {}", dir.display())]
    Unusable {
        /// The directory.
        dir: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A cluster runs on it.
    #[error("the data directory {} is held by {holder}", dir.display())]
    Held {
        /// The directory.
        dir: PathBuf,
        /// Who holds it.
        holder: Holder,
    },
}

/// The cluster that holds a data directory, as it says of itself once it is ready.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Holder {
    /// The process.
    pub pid: u32,
    /// Where it serves; empty until it is ready.
    pub server: String,
    /// The kubeconfig that reaches it.
    pub kubeconfig: PathBuf,
    /// When it was started, in the form of metav1.Time.
    pub started: String,
}

impl std::fmt::Display for Holder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.pid, self.server.is_empty()) {
            (0, _) => write!(f, "another process"),
            (pid, true) => write!(f, "process {pid}, which is starting a cluster"),
            (pid, false) => write!(f, "the cluster of process {pid} at {}", self.server),
        }
    }
}

/// The directory of a cluster, held for as long as this value lives.
#[derive(Debug)]
pub struct DataDir {
    dir: PathBuf,
    /// The lock is the file's: it goes with the process, however that ends.
    lock: File,
}

impl DataDir {
    /// `$XDG_DATA_HOME/kaeru`, or `~/.local/share/kaeru`.
    ///
    /// # Errors
    /// The environment names no home.
    pub fn default_path() -> Result<PathBuf, DataDirError> {
        let absolute = |name: &str| {
            std::env::var_os(name)
                .map(PathBuf::from)
                .filter(|path| path.is_absolute())
        };
        absolute("XDG_DATA_HOME")
            .or_else(|| absolute("HOME").map(|home| home.join(".local/share")))
            .map(|data| data.join("kaeru"))
            .ok_or(DataDirError::NoHome)
    }

    /// Takes hold of a directory, which is made if it is not there. Nobody else may look into it.
    ///
    /// # Errors
    /// It cannot be made or written to, or somebody else holds it.
    pub fn open(dir: &Path) -> Result<Self, DataDirError> {
        let unusable = |source| DataDirError::Unusable {
            dir: dir.to_owned(),
            source,
        };
        fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(dir)
            .map_err(unusable)?;
        let dir = fs::canonicalize(dir).map_err(unusable)?;
        fs::set_permissions(&dir, fs::Permissions::from_mode(0o700)).map_err(unusable)?;
        let lock = private(&lock_path(&dir)).map_err(unusable)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let holder = read_holder(&dir).unwrap_or_default();
                return Err(DataDirError::Held { dir, holder });
            }
            Err(TryLockError::Error(error)) => return Err(unusable(error)),
        }
        let data_dir = DataDir { dir, lock };
        data_dir
            .say(&Holder {
                pid: std::process::id(),
                ..Holder::default()
            })
            .map_err(unusable)?;
        Ok(data_dir)
    }

    /// Who holds a directory now; none if nobody does.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn holder(dir: &Path) -> Result<Option<Holder>, DataDirError> {
        let unusable = |source| DataDirError::Unusable {
            dir: dir.to_owned(),
            source,
        };
        let lock = match File::open(lock_path(dir)) {
            Ok(lock) => lock,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(unusable(error)),
        };
        match lock.try_lock_shared() {
            Ok(()) => Ok(None),
            Err(TryLockError::WouldBlock) => Ok(Some(read_holder(dir).unwrap_or_default())),
            Err(TryLockError::Error(error)) => Err(unusable(error)),
        }
    }

    /// Where the directory is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.dir
    }

    /// The store's file.
    #[must_use]
    pub fn store(&self) -> PathBuf {
        self.dir.join("state.redb")
    }

    /// Says who holds the directory.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn say(&self, holder: &Holder) -> io::Result<()> {
        let text = serde_json::to_string_pretty(holder).map_err(io::Error::other)?;
        write_private(&holder_path(&self.dir), text.as_bytes())
    }

    /// Lets the directory go.
    pub fn release(self) {
        // Whoever looks next sees that the lock is free; what the file says does not matter then.
        drop(fs::remove_file(holder_path(&self.dir)));
        drop(self.lock);
    }
}

/// Writes a file that nobody else may read, at once or not at all.
pub(crate) fn write_private(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    let mut file = private(&new)?;
    file.set_len(0)?;
    file.write_all(contents)?;
    file.sync_all()?;
    fs::rename(&new, path)
}

fn private(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .create(true)
        .truncate(false)
        .read(true)
        .write(true)
        .mode(0o600)
        .open(path)
}

fn read_holder(dir: &Path) -> Option<Holder> {
    serde_json::from_slice(&fs::read(holder_path(dir)).ok()?).ok()
}

fn lock_path(dir: &Path) -> PathBuf {
    dir.join("lock")
}

fn holder_path(dir: &Path) -> PathBuf {
    dir.join("holder.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_holder_hears_of_the_first() {
        let parent = tempfile::tempdir().expect("there is a place for temporary files");
        let path = parent.path().join("deep/data");
        let dir = DataDir::open(&path).expect("it is free");
        let mode = fs::metadata(&path)
            .expect("it is there")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o700);
        let starting = DataDir::open(&path).expect_err("it is held").to_string();
        assert!(
            starting.ends_with(&format!(
                "is held by process {}, which is starting a cluster",
                std::process::id()
            )),
            "{starting}"
        );
        let holder = Holder {
            pid: 7,
            server: "https://127.0.0.1:6443".to_owned(),
            ..Holder::default()
        };
        dir.say(&holder).expect("it is writable");
        let error = DataDir::open(&path).expect_err("it is held").to_string();
        assert!(
            error.ends_with("is held by the cluster of process 7 at https://127.0.0.1:6443"),
            "{error}"
        );
        assert_eq!(
            DataDir::holder(&path).expect("it is readable"),
            Some(holder)
        );
        dir.release();
        assert_eq!(DataDir::holder(&path).expect("it is readable"), None);
        DataDir::open(&path).expect("it is free again");
    }

    #[test]
    fn a_directory_that_cannot_be_made_is_named() {
        let parent = tempfile::tempdir().expect("there is a place for temporary files");
        let file = parent.path().join("file");
        fs::write(&file, "").expect("it is writable");
        let error = DataDir::open(&file.join("data")).expect_err("its parent is a file");
        assert!(
            error.to_string().starts_with("use the data directory "),
            "{error}"
        );
    }
}
