//! Bytes between a thread that reads or writes an archive and the connection to a container.

use std::io::{self, ErrorKind, Read, Write};
use std::sync::mpsc;

use tokio::sync::mpsc as asynchronous;

use cliruntime::Typed;

/// So many pieces wait to be read.
const WAITING: usize = 16;

/// Writes to the input of a process; dropped, it ends it.
pub(super) struct Sender(pub(super) asynchronous::Sender<Typed>);

impl Write for Sender {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = self.0.blocking_send(Typed::Bytes(bytes.to_vec()));
        sent.map_err(|_| io::Error::from(ErrorKind::BrokenPipe))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Sender {
    fn drop(&mut self) {
        // A process that has ended does not care.
        drop(self.0.blocking_send(Typed::End));
    }
}

/// What a process writes, for a thread that reads it.
pub(super) fn pipe() -> (Incoming, Pieces) {
    let (sender, pieces) = mpsc::sync_channel(WAITING);
    let reader = Pieces {
        pieces,
        piece: Vec::new(),
        at: 0,
    };
    (Incoming { sender, count: 0 }, reader)
}

/// Takes what a process writes, and counts it.
pub(super) struct Incoming {
    sender: mpsc::SyncSender<Vec<u8>>,
    pub(super) count: u64,
}

impl Write for Incoming {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = self.sender.send(bytes.to_vec());
        sent.map_err(|_| io::Error::from(ErrorKind::BrokenPipe))?;
        self.count += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads what a process has written.
pub(super) struct Pieces {
    pieces: mpsc::Receiver<Vec<u8>>,
    piece: Vec<u8>,
    at: usize,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.piece.len() {
            match self.pieces.recv() {
                Ok(piece) => (self.piece, self.at) = (piece, 0),
                Err(_) => return Ok(0),
            }
        }
        let count = buffer.len().min(self.piece.len() - self.at);
        buffer[..count].copy_from_slice(&self.piece[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}
