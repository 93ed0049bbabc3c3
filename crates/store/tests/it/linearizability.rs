//! Concurrent histories of one key have an order that explains every answer.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use store::{Expect, Store, WriteError};

use crate::faulty_disk::FaultyDisk;

#[derive(Clone, Copy, Debug)]
enum Operation {
    /// What was read.
    Read(Option<u64>),
    /// Compare-and-swap from a value to another, and whether it happened.
    Swap(Option<u64>, u64, bool),
}

#[derive(Clone, Copy, Debug)]
struct Call {
    operation: Operation,
    began: usize,
    ended: usize,
}

/// Searches an order of the calls in which each one that ended before another began comes first, and every answer is right.
fn is_linearizable(calls: &[Call]) -> bool {
    fn search(
        calls: &[Call],
        done: u64,
        value: Option<u64>,
        failed: &mut BTreeSet<(u64, Option<u64>)>,
    ) -> bool {
        if done.count_ones() as usize == calls.len() {
            return true;
        }
        if !failed.insert((done, value)) {
            return false;
        }
        let open = |index: usize| done & (1 << index) == 0;
        let first_end = calls
            .iter()
            .enumerate()
            .filter(|(index, _)| open(*index))
            .map(|(_, call)| call.ended)
            .min();
        calls.iter().enumerate().any(|(index, call)| {
            if !open(index) || Some(call.began) > first_end {
                return false;
            }
            let next = match call.operation {
                Operation::Read(seen) => (seen == value).then_some(value),
                Operation::Swap(from, to, true) => (from == value).then_some(Some(to)),
                Operation::Swap(from, _, false) => (from != value).then_some(value),
            };
            next.is_some_and(|next| search(calls, done | (1 << index), next, failed))
        })
    }
    search(calls, 0, None, &mut BTreeSet::new())
}

fn number(bytes: &Bytes) -> u64 {
    std::str::from_utf8(bytes).unwrap().parse().unwrap()
}

async fn client(store: Store, client: u64, time: Arc<AtomicUsize>) -> Vec<Call> {
    let mut calls = Vec::new();
    for count in 0..4 {
        let began = time.fetch_add(1, Ordering::SeqCst);
        let seen = store.get("key");
        let operation = Operation::Read(seen.as_ref().map(|entry| number(&entry.value)));
        calls.push(Call {
            operation,
            began,
            ended: time.fetch_add(1, Ordering::SeqCst),
        });
        tokio::task::yield_now().await;

        let began = time.fetch_add(1, Ordering::SeqCst);
        let to = client * 100 + count;
        let expect = seen
            .as_ref()
            .map_or(Expect::Absent, |entry| Expect::At(entry.modified));
        let happened = match store.put("key", Bytes::from(to.to_string()), expect).await {
            Ok(_) => true,
            Err(WriteError::Conflict { .. }) => false,
            Err(error) => panic!("{error}"),
        };
        let operation = Operation::Swap(seen.map(|entry| number(&entry.value)), to, happened);
        calls.push(Call {
            operation,
            began,
            ended: time.fetch_add(1, Ordering::SeqCst),
        });
    }
    calls
}

async fn history(store: Store) -> Vec<Call> {
    let time = Arc::new(AtomicUsize::new(0));
    let clients: Vec<_> = (1..=5)
        .map(|number| tokio::spawn(client(store.clone(), number, time.clone())))
        .collect();
    let mut calls = Vec::new();
    for client in clients {
        calls.extend(client.await.unwrap());
    }
    calls
}

#[test]
fn the_checker_tells_impossible_histories() {
    let call = |operation, began, ended| Call {
        operation,
        began,
        ended,
    };
    let write = call(Operation::Swap(None, 1, true), 0, 1);
    assert!(is_linearizable(&[
        write,
        call(Operation::Read(Some(1)), 2, 3)
    ]));
    assert!(
        !is_linearizable(&[write, call(Operation::Read(None), 2, 3)]),
        "a read of the past"
    );
    assert!(is_linearizable(&[
        call(Operation::Swap(None, 1, true), 0, 3),
        call(Operation::Read(None), 1, 2)
    ]));
    assert!(
        !is_linearizable(&[write, call(Operation::Swap(None, 2, true), 0, 1)]),
        "a lost update"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_clients_of_one_key_agree_on_an_order() {
    for round in 0..20 {
        let disk = FaultyDisk::new();
        let on_disk = Store::open_backend(move || disk.handle()).unwrap();
        for store in [on_disk, Store::in_memory()] {
            let calls = history(store).await;
            assert!(is_linearizable(&calls), "round {round}: {calls:#?}");
        }
    }
}
