//! Where releases are kept: one object on the cluster for each revision, or this process's memory.

mod labels;
mod memory;
mod objects;

use std::collections::BTreeMap;

use cliruntime::{ApiError, Rest};
use cobra::{Failure, Io};

use crate::release::{RecordError, Release, Status, Summary, decode, decode_summary};

pub(crate) use labels::record_labels;
pub(crate) use memory::Memory;
pub(crate) use objects::{ObjectKind, Objects};

/// Storage that failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StorageError {
    /// There is no such release or revision.
    #[error("release: not found")]
    NotFound,
    /// The revision is there already.
    #[error("release: already exists")]
    AlreadyExists,
    /// There is no revision that counts as running.
    #[error("{0:?} has no deployed releases")]
    NoDeployed(String),
    /// A record cannot be read.
    #[error("{key}: the record cannot be read: {source}")]
    Corrupt {
        /// The name of the storage object.
        key: String,
        /// What is wrong with it.
        source: RecordError,
    },
    /// The cluster refused.
    #[error("{doing}{source}")]
    Api {
        /// What was being done, with the separator to what follows.
        doing: &'static str,
        /// Why not.
        source: ApiError,
    },
}

/// A revision as it is stored: what its labels say, and the record that is only unpacked when it is needed.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    /// The name of the storage object.
    pub(crate) key: String,
    /// The namespace of the storage object.
    pub(crate) namespace: String,
    /// The labels of the storage object.
    pub(crate) labels: BTreeMap<String, String>,
    /// The annotations of the storage object.
    pub(crate) annotations: BTreeMap<String, String>,
    payload: Vec<u8>,
}

impl Stored {
    /// The release's name.
    pub(crate) fn name(&self) -> &str {
        self.labels.get("name").map_or("", String::as_str)
    }

    /// The number of the revision.
    pub(crate) fn version(&self) -> i64 {
        let version = self.labels.get("version");
        version
            .and_then(|version| version.parse().ok())
            .unwrap_or_default()
    }

    /// The status.
    pub(crate) fn status(&self) -> Status {
        Status::parse(self.labels.get("status").map_or("", String::as_str))
    }

    /// The record, with all labels of its object.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn release(&self) -> Result<Release, StorageError> {
        let mut release = decode(&self.payload).map_err(|source| StorageError::Corrupt {
            key: self.key.clone(),
            source,
        })?;
        release.labels.clone_from(&self.labels);
        Ok(release)
    }
}

/// What a list shows of revisions, in their order; a record that cannot be read is no revision. All processors work on it.
pub(crate) fn summaries(revisions: &[Stored]) -> Vec<Summary> {
    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let share = revisions.len().div_ceil(workers).max(MIN_SHARE);
    let read = |part: &[Stored]| -> Vec<Summary> {
        let summaries = part.iter().map(|stored| decode_summary(&stored.payload));
        summaries.filter_map(Result::ok).collect()
    };
    if revisions.len() <= share {
        return read(revisions);
    }
    std::thread::scope(|scope| {
        let parts: Vec<_> = revisions
            .chunks(share)
            .map(|part| scope.spawn(move || read(part)))
            .collect();
        let join = |part: std::thread::ScopedJoinHandle<'_, Vec<Summary>>| {
            part.join().expect("reading a record does not panic")
        };
        parts.into_iter().flat_map(join).collect()
    })
}

/// So many records are read sooner than another thread has begun.
const MIN_SHARE: usize = 64;

/// `sh.helm.release.v1.NAME.vN`
pub(crate) fn key(name: &str, version: i64) -> String {
    format!("sh.helm.release.v1.{name}.v{version}")
}

/// The place where releases are kept.
pub(crate) enum Storage {
    /// On the cluster.
    Objects(Objects),
    /// In memory.
    Memory(Memory),
}

/// A driver that nobody knows.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DriverError {
    /// The name means nothing.
    #[error("unknown driver {0:?}")]
    Unknown(String),
    /// The data for the driver in memory cannot be read.
    #[error("{0}")]
    MemoryData(String),
}

/// Refuses a storage that is not there, whether the command needs one or not.
pub(crate) fn check_driver(io: &Io<'_>) -> Result<(), Failure> {
    let name = io.env.get("HELM_DRIVER").unwrap_or_default();
    let known = ["", "secret", "secrets", "configmap", "configmaps", "memory"];
    if known.contains(&name) {
        return Ok(());
    }
    let log = chart::Log::default();
    log.add(
        "INFO",
        &DriverError::Unknown(name.to_owned()).to_string(),
        &[],
    );
    Err(Failure::verbatim(log.take().join("\n")))
}

impl Storage {
    /// The storage that `HELM_DRIVER` names, for a namespace; an empty namespace stands for all.
    ///
    /// # Errors
    /// If the name means nothing.
    pub(crate) fn open(
        driver: &str,
        rest: &Rest,
        namespace: &str,
        memory: &dyn Fn() -> Result<Memory, DriverError>,
    ) -> Result<Storage, DriverError> {
        let objects = |kind| Storage::Objects(Objects::new(rest.clone(), kind, namespace));
        match driver {
            "" | "secret" | "secrets" => Ok(objects(ObjectKind::Secret)),
            "configmap" | "configmaps" => Ok(objects(ObjectKind::ConfigMap)),
            "memory" => memory().map(Storage::Memory),
            other => Err(DriverError::Unknown(other.to_owned())),
        }
    }

    /// The revisions whose labels fit a selector, in the order of the storage.
    pub(crate) async fn select(&self, selector: &str) -> Result<Vec<Stored>, StorageError> {
        match self {
            Storage::Objects(objects) => objects.list(selector).await,
            Storage::Memory(memory) => Ok(memory.list(selector)),
        }
    }

    /// The revisions of a release, oldest first.
    ///
    /// # Errors
    /// [`StorageError::NotFound`] if there is none.
    pub(crate) async fn history(&self, name: &str) -> Result<Vec<Stored>, StorageError> {
        let mut revisions = self.select(&format!("name={name},owner=helm")).await?;
        if revisions.is_empty() {
            return Err(StorageError::NotFound);
        }
        revisions.sort_by_key(Stored::version);
        Ok(revisions)
    }

    /// One revision.
    pub(crate) async fn get(&self, name: &str, version: i64) -> Result<Release, StorageError> {
        let stored = match self {
            Storage::Objects(objects) => objects.get(&key(name, version)).await?,
            Storage::Memory(memory) => memory.get(&key(name, version))?,
        };
        let mut release = stored.release()?;
        release.labels = release.user_labels();
        Ok(release)
    }

    /// Stores a new revision.
    ///
    /// # Errors
    /// [`StorageError::AlreadyExists`] if somebody else was faster.
    pub(crate) async fn create(
        &self,
        release: &Release,
        annotations: &BTreeMap<String, String>,
    ) -> Result<(), StorageError> {
        match self {
            Storage::Objects(objects) => objects.create(release, annotations).await,
            Storage::Memory(memory) => memory.create(release),
        }
    }

    /// Stores what has become of a revision.
    pub(crate) async fn update(
        &self,
        release: &Release,
        annotations: &BTreeMap<String, String>,
    ) -> Result<(), StorageError> {
        match self {
            Storage::Objects(objects) => objects.update(release, annotations).await,
            Storage::Memory(memory) => memory.update(release),
        }
    }

    /// Sets annotations of a stored revision and nothing else.
    pub(crate) async fn annotate(
        &self,
        key: &str,
        annotations: &BTreeMap<String, String>,
    ) -> Result<(), StorageError> {
        match self {
            Storage::Objects(objects) => objects.annotate(key, annotations).await,
            Storage::Memory(_) => Ok(()),
        }
    }

    /// Removes a revision; one that is gone already is no error.
    pub(crate) async fn delete(&self, key: &str) -> Result<(), StorageError> {
        match self {
            Storage::Objects(objects) => objects.delete(key).await,
            Storage::Memory(memory) => {
                memory.delete(key);
                Ok(())
            }
        }
    }
}

/// The newest revision of a history that is running; where none is, the newest one if it failed or was replaced.
///
/// # Errors
/// [`StorageError::NoDeployed`] if there is nothing to go on from.
pub(crate) fn current<'a>(name: &str, history: &'a [Stored]) -> Result<&'a Stored, StorageError> {
    let none = || StorageError::NoDeployed(name.to_owned());
    let last = history.last().ok_or_else(none)?;
    let deployed = history
        .iter()
        .rev()
        .find(|stored| stored.status() == Status::Deployed);
    match (deployed, last.status()) {
        _ if last.status() == Status::Deployed => Ok(last),
        (Some(deployed), _) => Ok(deployed),
        (None, Status::Failed | Status::Superseded) => Ok(last),
        (None, _) => Err(none()),
    }
}

#[cfg(test)]
impl Stored {
    /// A revision with nothing but annotations.
    pub(crate) fn with_annotations(annotations: BTreeMap<String, String>) -> Stored {
        Stored {
            key: String::new(),
            namespace: String::new(),
            labels: BTreeMap::new(),
            annotations,
            payload: Vec::new(),
        }
    }
}
