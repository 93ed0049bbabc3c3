//! Acknowledged means on disk.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use store::{Expect, Range, Revision, Store, WriteError};

use crate::faulty_disk::FaultyDisk;

/// A small generator, so that a round can be repeated from its number.
struct Random(u64);

impl Random {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }
}

fn open(disk: &FaultyDisk) -> Store {
    let disk = disk.clone();
    Store::open_backend(move || disk.handle()).unwrap()
}

fn contents(store: &Store) -> BTreeMap<String, (Bytes, Revision)> {
    let page = store.range(Range::default()).unwrap();
    page.entries
        .into_iter()
        .map(|entry| (entry.key.to_string(), (entry.value, entry.modified)))
        .collect()
}

/// Writers change keys until the power goes. Returns what each key held after its last acknowledged change, with every
/// change after it whose fate is unknown.
async fn write_until_the_power_goes(
    store: &Store,
    round: u64,
) -> BTreeMap<String, Vec<Option<Bytes>>> {
    let possible: Arc<Mutex<BTreeMap<String, Vec<Option<Bytes>>>>> = Arc::default();
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            let (store, possible) = (store.clone(), possible.clone());
            tokio::spawn(async move {
                for count in 0..10_000_u64 {
                    let key = format!("w{writer}/{}", count % 3);
                    let delete = count % 7 == 6 && store.get(&key).is_some();
                    let value = (!delete).then(|| Bytes::from(format!("{round}/{writer}/{count}")));
                    possible
                        .lock()
                        .unwrap()
                        .entry(key.clone())
                        .or_insert_with(|| vec![None])
                        .push(value.clone());
                    let result = match &value {
                        Some(value) => store
                            .put(&key, value.clone(), Expect::Anything)
                            .await
                            .map(drop),
                        None => store.delete(&key, Expect::Anything).await.map(drop),
                    };
                    match result {
                        Ok(()) => {
                            possible.lock().unwrap().insert(key, vec![value]);
                        }
                        Err(WriteError::Storage(_)) => return,
                        Err(conflict) => panic!("nobody else writes {key}: {conflict}"),
                    }
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    std::mem::take(&mut *possible.lock().unwrap())
}

#[test]
fn acknowledged_writes_outlive_a_power_loss_at_any_instant() {
    for round in 0..200 {
        let mut random = Random(round);
        let disk = FaultyDisk::new();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        let store = open(&disk);
        disk.lose_power_after(usize::try_from(random.next(400)).unwrap());
        let possible = runtime.block_on(write_until_the_power_goes(&store, round));
        let before = store.revision();
        drop(store);
        drop(runtime);

        let reopened = open(&disk.restart(|| random.next(2) == 0));
        let found = contents(&reopened);
        for (key, values) in &possible {
            let value = found.get(key).map(|(value, _)| value.clone());
            assert!(
                values.contains(&value),
                "round {round}: {key} holds {value:?}, not one of {values:?}"
            );
        }
        assert!(
            reopened.revision() >= before,
            "round {round}: the revision went back"
        );
        let newest = found
            .values()
            .map(|(_, revision)| *revision)
            .max()
            .unwrap_or_default();
        assert!(newest <= reopened.revision(), "round {round}");
    }
}

#[tokio::test]
async fn a_full_disk_is_an_error_and_the_store_goes_on() {
    let disk = FaultyDisk::new();
    let store = open(&disk);
    store
        .put("a", Bytes::from_static(b"1"), Expect::Absent)
        .await
        .unwrap();
    disk.set_space(Some(100));
    let refused = store
        .put("b", Bytes::from(vec![b'x'; 10_000]), Expect::Absent)
        .await;
    assert!(
        matches!(refused, Err(WriteError::Storage(_))),
        "{refused:?}"
    );
    assert_eq!(store.get("b"), None);
    assert_eq!(
        store.get("a").map(|entry| entry.value),
        Some(Bytes::from_static(b"1"))
    );
    assert!(
        store
            .put("c", Bytes::from_static(b"2"), Expect::Absent)
            .await
            .is_err()
    );

    disk.set_space(None);
    let written = store
        .put("c", Bytes::from_static(b"3"), Expect::Absent)
        .await
        .unwrap();
    assert_eq!(store.get("c"), Some(written));
    let before = contents(&store);
    store.close();
    assert_eq!(contents(&open(&disk)), before);
}

#[tokio::test]
async fn a_store_in_a_file_comes_back_and_is_held_once() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("store");
    let store = Store::open(&path).unwrap();
    let entry = store
        .put("a", Bytes::from_static(b"1"), Expect::Absent)
        .await
        .unwrap();
    store
        .put("b", Bytes::from_static(b"2"), Expect::Absent)
        .await
        .unwrap();
    store.delete("b", Expect::Anything).await.unwrap();
    assert!(Store::open(&path).is_err(), "a second holder");
    store.close();
    assert!(store.delete("a", Expect::Anything).await.is_err());

    let store = Store::open(&path).unwrap();
    assert_eq!(store.revision(), Revision::new(3));
    assert_eq!(store.get("a"), Some(entry));
    assert_eq!(store.get("b"), None);
    assert!(
        store.watch("", Revision::new(2)).is_err(),
        "history is not kept"
    );
    assert!(store.watch("", Revision::new(3)).is_ok());
}

#[cfg(unix)]
#[test]
fn nobody_else_may_read_the_file() {
    use std::os::unix::fs::PermissionsExt as _;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("store");
    drop(Store::open(&path).unwrap());
    assert_eq!(
        std::fs::metadata(&path).unwrap().permissions().mode() & 0o777,
        0o600
    );
}
