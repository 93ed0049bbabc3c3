//! A disk in memory that can lose power or run full.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use redb::StorageBackend;

/// What outlives a power loss, and what does not.
#[derive(Debug, Default)]
struct Platter {
    /// What was synced.
    durable: Vec<u8>,
    /// What reads see.
    cached: Vec<u8>,
    /// Writes since the last sync, in order.
    unsynced: Vec<(usize, Vec<u8>)>,
    /// How many bytes may still be written; nothing for as many as you like.
    space: Option<usize>,
    powered: bool,
    /// How many operations are left until the power goes, if it will.
    operations_left: Option<usize>,
}

/// A disk. Clones are handles to the same one; a handle from before a power loss does nothing any more.
#[derive(Clone, Debug, Default)]
pub(crate) struct FaultyDisk {
    platter: Arc<Mutex<Platter>>,
}

impl FaultyDisk {
    pub(crate) fn new() -> Self {
        let disk = Self::default();
        disk.lock().powered = true;
        disk
    }

    fn lock(&self) -> MutexGuard<'_, Platter> {
        self.platter.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the power go after that many more operations.
    pub(crate) fn lose_power_after(&self, operations: usize) {
        self.lock().operations_left = Some(operations);
    }

    /// What is found after the power comes back: the synced bytes, and of the others those that `kept` says made it.
    pub(crate) fn restart(&self, mut kept: impl FnMut() -> bool) -> Self {
        let old = self.lock();
        let mut bytes = old.durable.clone();
        for (offset, data) in &old.unsynced {
            if kept() {
                let end = offset + data.len();
                bytes.resize(bytes.len().max(end), 0);
                bytes[*offset..end].copy_from_slice(data);
            }
        }
        drop(old);
        let restarted = Self::new();
        {
            let mut platter = restarted.lock();
            platter.durable.clone_from(&bytes);
            platter.cached = bytes;
        }
        restarted
    }

    pub(crate) fn set_space(&self, bytes: Option<usize>) {
        self.lock().space = bytes;
    }

    /// A second handle on the same disk, as opening the file again gives one.
    pub(crate) fn handle(&self) -> io::Result<Self> {
        if self.lock().powered {
            Ok(self.clone())
        } else {
            Err(power_lost())
        }
    }

    fn operate(&self) -> io::Result<MutexGuard<'_, Platter>> {
        let mut platter = self.lock();
        match &mut platter.operations_left {
            Some(0) => platter.powered = false,
            Some(left) => *left -= 1,
            None => {}
        }
        if platter.powered {
            Ok(platter)
        } else {
            Err(power_lost())
        }
    }
}

fn power_lost() -> io::Error {
    io::Error::other("the power is gone")
}

impl StorageBackend for FaultyDisk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.operate()?.cached.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let platter = self.operate()?;
        let start = usize::try_from(offset).map_err(io::Error::other)?;
        let bytes = platter.cached.get(start..start + out.len());
        out.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut platter = self.operate()?;
        let len = usize::try_from(len).map_err(io::Error::other)?;
        // The length of a file is metadata, which journaling file systems keep: only contents are lost.
        platter.durable.resize(len, 0);
        platter.cached.resize(len, 0);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut platter = self.operate()?;
        platter.unsynced.clear();
        platter.durable = platter.cached.clone();
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut platter = self.operate()?;
        if let Some(space) = &mut platter.space {
            match space.checked_sub(data.len()) {
                Some(left) => *space = left,
                None => return Err(io::ErrorKind::StorageFull.into()),
            }
        }
        let start = usize::try_from(offset).map_err(io::Error::other)?;
        let end = start + data.len();
        if end > platter.cached.len() {
            platter.cached.resize(end, 0);
        }
        platter.cached[start..end].copy_from_slice(data);
        platter.unsynced.push((start, data.to_vec()));
        Ok(())
    }
}
