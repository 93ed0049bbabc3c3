//! What requests cost the disk.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use apimachinery::{ManualClock, Timestamp};
use redb::StorageBackend;
use redb::backends::InMemoryBackend;
use serde_json::json;
use store::Store;

use crate::harness::Api;

const SECRETS: &str = "/api/v1/namespaces/default/secrets";
const OBJECTS: usize = 200;

/// A disk that counts how often it is synced.
#[derive(Debug)]
struct CountingDisk {
    kept: InMemoryBackend,
    syncs: Arc<AtomicUsize>,
}

impl StorageBackend for CountingDisk {
    fn len(&self) -> io::Result<u64> {
        self.kept.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.kept.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.kept.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.syncs.fetch_add(1, Ordering::SeqCst);
        self.kept.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.kept.write(offset, data)
    }
}

#[tokio::test]
async fn the_objects_of_a_collection_are_deleted_with_few_syncs_and_answered_in_order() {
    let syncs = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&syncs);
    let store = Store::open_backend(move || {
        Ok(CountingDisk {
            kept: InMemoryBackend::new(),
            syncs: Arc::clone(&counted),
        })
    })
    .unwrap();
    let clock = Arc::new(ManualClock::new(Timestamp::from_micros(
        1_800_000_000_000_000,
    )));
    let api = Api::over(store, clock, "10.0.0.0/16").await;
    let names: Vec<String> = (0..OBJECTS)
        .map(|number| format!("numbered-{number:03}"))
        .collect();
    for name in &names {
        let secret = json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": name}});
        assert_eq!(api.post(SECRETS, &secret).await.code, 201);
    }
    let before = syncs.load(Ordering::SeqCst);
    let deleted = api.delete(SECRETS, "").await;
    let cost = syncs.load(Ordering::SeqCst) - before;
    assert_eq!(deleted.code, 200, "{}", deleted.text);
    let answered: Vec<&str> = deleted.json["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|item| item["metadata"]["name"].as_str())
        .collect();
    assert_eq!(answered, names);
    assert!(cost < OBJECTS / 8, "{cost} syncs for {OBJECTS} objects");
    let left = api.get(SECRETS).await;
    assert_eq!(left.json["items"], json!([]));
}
