//! One writer that turns whatever has queued up into a single sync.

use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::oneshot;

use crate::commit::{Change, Decider, Write};
use crate::disk::Disk;
use crate::error::{StorageError, WriteError};
use crate::index::Event;
use crate::store::Shared;

/// What one transaction holds at most, so that a burst is acknowledged in portions.
const WRITES_PER_SYNC: usize = 512;
const BYTES_PER_SYNC: usize = 16 << 20;

struct Queued {
    write: Write,
    answer: oneshot::Sender<Result<Event, WriteError>>,
}

/// The queue before the disk. Whoever finds nobody writing starts the writer, which ends when the queue is empty: a store
/// at rest has no thread, and the blocking task keeps a paused tokio clock from running on while the disk works.
pub(crate) struct Writer {
    queue: Mutex<Queue>,
    disk: Mutex<Durable>,
}

#[derive(Default)]
struct Queue {
    waiting: Vec<Queued>,
    writing: bool,
}

struct Durable {
    disk: Disk,
    /// Changes of a failed commit, of which only opening the file again can tell whether they are there.
    unknown: Vec<Event>,
}

impl Writer {
    pub(crate) fn new(disk: Disk) -> Self {
        Self {
            queue: Mutex::default(),
            disk: Mutex::new(Durable {
                disk,
                unknown: Vec::new(),
            }),
        }
    }

    pub(crate) async fn write(
        &self,
        shared: &Arc<Shared>,
        write: Write,
    ) -> Result<Event, WriteError> {
        let (answer, answered) = oneshot::channel();
        let start = {
            let mut queue = self.queue.lock();
            queue.waiting.push(Queued { write, answer });
            !std::mem::replace(&mut queue.writing, true)
        };
        if start {
            let turn = Turn(Some(shared.clone()));
            tokio::task::spawn_blocking(move || turn.take());
        }
        answered
            .await
            .unwrap_or(Err(WriteError::Storage(StorageError::Closed)))
    }

    /// Waits for the sync that is being done and lets go of the file.
    pub(crate) fn close(&self) {
        self.disk.lock().disk.close();
    }

    /// Refuses what is queued, because nobody is left to write it.
    pub(crate) fn abandon(&self) {
        *self.queue.lock() = Queue::default();
    }

    /// Writes until the queue is empty.
    pub(crate) fn drain(&self, shared: &Shared) {
        loop {
            let batch = {
                let mut queue = self.queue.lock();
                let batch = next_batch(&mut queue.waiting);
                queue.writing = !batch.is_empty();
                batch
            };
            if batch.is_empty() {
                return;
            }
            self.commit(shared, batch);
        }
    }

    fn commit(&self, shared: &Shared, batch: Vec<Queued>) {
        let mut durable = self.disk.lock();
        if let Err(error) = durable.recover(shared) {
            for queued in batch {
                answer(queued.answer, Err(error.clone().into()));
            }
            return;
        }
        let (accepted, answers) = decide(shared, batch);
        let result = durable.disk.commit(&accepted);
        match result {
            Ok(()) => shared.publish(&accepted),
            Err(_) => durable.unknown = accepted,
        }
        for (sender, decision) in answers {
            answer(
                sender,
                decision.and_then(|event| result.clone().map(|()| event).map_err(WriteError::from)),
            );
        }
    }
}

/// The right to write. It is dropped without being taken if the runtime ends before the blocking task runs.
struct Turn(Option<Arc<Shared>>);

impl Turn {
    fn take(mut self) {
        if let Some(shared) = self.0.take() {
            shared.write_queued();
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(shared) = self.0.take() {
            shared.abandon_queued();
        }
    }
}

impl Durable {
    /// After a failure: opens the file again and publishes the changes that turned out to be durable.
    fn recover(&mut self, shared: &Shared) -> Result<(), StorageError> {
        if !self.disk.is_failed() {
            return Ok(());
        }
        let durable = self.disk.recover()?;
        let mut unknown = std::mem::take(&mut self.unknown);
        unknown.retain(|event| event.revision <= durable);
        shared.publish(&unknown);
        Ok(())
    }
}

type Answer = (
    oneshot::Sender<Result<Event, WriteError>>,
    Result<Event, WriteError>,
);

fn decide(shared: &Shared, batch: Vec<Queued>) -> (Vec<Event>, Vec<Answer>) {
    let index = shared.index.read();
    let mut decider = Decider::new(&index);
    let answers = batch
        .into_iter()
        .map(|queued| (queued.answer, decider.decide(queued.write)))
        .collect();
    (decider.into_accepted(), answers)
}

fn next_batch(waiting: &mut Vec<Queued>) -> Vec<Queued> {
    let mut bytes = 0;
    let count = waiting
        .iter()
        .take(WRITES_PER_SYNC)
        .take_while(|queued| {
            let before = bytes;
            bytes += match &queued.write.change {
                Change::Put(value) => value.len(),
                Change::Delete => 0,
            };
            before == 0 || bytes <= BYTES_PER_SYNC
        })
        .count();
    waiting.drain(..count).collect()
}

fn answer(sender: oneshot::Sender<Result<Event, WriteError>>, result: Result<Event, WriteError>) {
    // A caller that went away does not want the answer; the write stands all the same.
    drop(sender.send(result));
}
