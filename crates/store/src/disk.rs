//! The durable copy: the newest entry of each key in a redb file.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use redb::backends::FileBackend;
use redb::{Database, ReadableDatabase, ReadableTable, StorageBackend, TableDefinition};

use crate::error::{OpenError, StorageError};
use crate::index::{Entry, Event};
use crate::revision::Revision;

/// Key to revision of creation, revision of the last change, and value.
const ENTRIES: TableDefinition<'_, &str, (u64, u64, &[u8])> = TableDefinition::new("entries");
const NUMBERS: TableDefinition<'_, &str, u64> = TableDefinition::new("numbers");
const LAYOUT: &str = "layout";
const REVISION: &str = "revision";
const KNOWN_LAYOUT: u64 = 1;

/// The file is read once, when the store opens, so a large page cache would hold what the index holds already.
const CACHE_BYTES: usize = 8 << 20;

type Reopen = Box<dyn Fn() -> Result<Database, OpenError> + Send + Sync>;

/// A database that is opened again after it failed, because a failed one refuses everything from then on.
pub(crate) struct Disk {
    reopen: Reopen,
    database: Option<Database>,
    closed: bool,
}

impl Disk {
    /// Opens or creates the file, readable by its owner only.
    pub(crate) fn open(path: &Path) -> Result<Self, OpenError> {
        let path = path.to_owned();
        Self::with_backend(move || FileBackend::new(open_private(&path)?).map_err(into_io))
    }

    pub(crate) fn with_backend<B: StorageBackend>(
        backend: impl Fn() -> io::Result<B> + Send + Sync + 'static,
    ) -> Result<Self, OpenError> {
        let reopen: Reopen = Box::new(move || {
            let backend = backend().map_err(OpenError::File)?;
            Database::builder()
                .set_cache_size(CACHE_BYTES)
                .create_with_backend(backend)
                .map_err(OpenError::Database)
        });
        let database = reopen()?;
        prepare(&database)?;
        Ok(Self {
            reopen,
            database: Some(database),
            closed: false,
        })
    }

    /// Reads every entry and the revision of the last write.
    pub(crate) fn load(&self) -> Result<(Vec<Entry>, Revision), OpenError> {
        let Some(database) = &self.database else {
            return Err(OpenError::Read(StorageError::Closed));
        };
        load(database).map_err(OpenError::Read)
    }

    /// Makes the changes durable with one sync.
    ///
    /// # Errors
    /// If the disk failed it is not known whether the changes are durable; [`recover`](Self::recover) tells.
    pub(crate) fn commit(&mut self, events: &[Event]) -> Result<(), StorageError> {
        let Some(database) = &self.database else {
            return Err(StorageError::Closed);
        };
        let result = write(database, events);
        if result.is_err() {
            self.database = None;
        }
        result
    }

    /// Whether a failed commit was not yet recovered from.
    pub(crate) fn is_failed(&self) -> bool {
        self.database.is_none()
    }

    /// Lets go of the file for good.
    pub(crate) fn close(&mut self) {
        self.closed = true;
        self.database = None;
    }

    /// Opens the file again after a failed commit and returns the revision of the last durable write.
    pub(crate) fn recover(&mut self) -> Result<Revision, StorageError> {
        if self.closed {
            return Err(StorageError::Closed);
        }
        let database = (self.reopen)().map_err(|error| match error {
            OpenError::File(error) => StorageError::Io(Arc::new(error)),
            OpenError::Database(error) => StorageError::from(error),
            OpenError::Read(error) => error,
            OpenError::Layout { .. } => StorageError::Closed,
        })?;
        let revision = revision(&database)?;
        self.database = Some(database);
        Ok(revision)
    }
}

fn into_io(error: redb::DatabaseError) -> io::Error {
    match error {
        redb::DatabaseError::Storage(redb::StorageError::Io(error)) => error,
        redb::DatabaseError::DatabaseAlreadyOpen => io::Error::new(
            io::ErrorKind::ResourceBusy,
            "another process holds the data file",
        ),
        error => io::Error::other(error),
    }
}

fn open_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}

fn prepare(database: &Database) -> Result<(), OpenError> {
    let found = (|| -> Result<u64, StorageError> {
        let transaction = database.begin_write()?;
        let found = {
            transaction.open_table(ENTRIES)?;
            let mut numbers = transaction.open_table(NUMBERS)?;
            let found = numbers.get(LAYOUT)?.map(|layout| layout.value());
            if found.is_none() {
                numbers.insert(LAYOUT, KNOWN_LAYOUT)?;
            }
            found.unwrap_or(KNOWN_LAYOUT)
        };
        transaction.commit()?;
        Ok(found)
    })()
    .map_err(OpenError::Read)?;
    if found == KNOWN_LAYOUT {
        Ok(())
    } else {
        Err(OpenError::Layout {
            found,
            known: KNOWN_LAYOUT,
        })
    }
}

fn revision(database: &Database) -> Result<Revision, StorageError> {
    let numbers = database.begin_read()?.open_table(NUMBERS)?;
    Ok(numbers
        .get(REVISION)?
        .map_or(Revision::ZERO, |revision| Revision::new(revision.value())))
}

fn load(database: &Database) -> Result<(Vec<Entry>, Revision), StorageError> {
    let table = database.begin_read()?.open_table(ENTRIES)?;
    let mut entries = Vec::new();
    for row in table.iter()? {
        let (key, value) = row?;
        let (created, modified, bytes) = value.value();
        entries.push(Entry {
            key: key.value().into(),
            value: Bytes::copy_from_slice(bytes),
            created: Revision::new(created),
            modified: Revision::new(modified),
        });
    }
    Ok((entries, revision(database)?))
}

fn write(database: &Database, events: &[Event]) -> Result<(), StorageError> {
    let Some(last) = events.last() else {
        return Ok(());
    };
    let transaction = database.begin_write()?;
    {
        let mut table = transaction.open_table(ENTRIES)?;
        for event in events {
            match &event.current {
                Some(entry) => {
                    let row = (entry.created.get(), entry.modified.get(), &entry.value[..]);
                    table.insert(&*event.key, row)?;
                }
                None => {
                    table.remove(&*event.key)?;
                }
            }
        }
        transaction
            .open_table(NUMBERS)?
            .insert(REVISION, last.revision.get())?;
    }
    transaction.commit()?;
    Ok(())
}
