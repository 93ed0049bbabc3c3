//! What a person types, and how large the terminal is.

use std::io::{Read, stdin};
use std::thread;

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::terminal;
use cliruntime::Typed;

/// So many pieces of input wait to be carried.
const WAITING: usize = 16;

/// What comes from the standard input of this program, and the sizes of its terminal.
///
/// A read of the standard input cannot be ended, so it has a thread that nobody waits for.
pub(super) fn typed(input: bool, sizes: bool) -> Receiver<Typed> {
    let (sender, receiver) = channel(WAITING);
    if sizes {
        tokio::spawn(tell_sizes(sender.clone()));
    }
    if input {
        thread::spawn(move || read(&sender));
    }
    receiver
}

fn read(sender: &Sender<Typed>) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = stdin().lock().read(&mut buffer) {
        if sender
            .blocking_send(Typed::Bytes(buffer[..count].to_vec()))
            .is_err()
        {
            return;
        }
    }
    // The process hears of it.
    drop(sender.blocking_send(Typed::End));
}

async fn tell_sizes(sender: Sender<Typed>) {
    let Ok(mut changes) = signal(SignalKind::window_change()) else {
        return;
    };
    loop {
        if let Some((width, height)) = terminal::size()
            && sender.send(Typed::Size(width, height)).await.is_err()
        {
            return;
        }
        if changes.recv().await.is_none() {
            return;
        }
    }
}
