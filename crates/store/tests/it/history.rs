//! Ranges, watches and compaction against a plain model.

use std::collections::BTreeMap;

use bytes::Bytes;
use proptest::prelude::*;
use store::{Event, Expect, Range, RangeError, Revision, Store, WriteError};

#[derive(Clone, Debug)]
enum Step {
    Put(u8, u8),
    Create(u8, u8),
    Delete(u8),
    Compact(u8),
    Watch(u8),
    Drain,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => (0..6_u8, any::<u8>()).prop_map(|(key, value)| Step::Put(key, value)),
        2 => (0..6_u8, any::<u8>()).prop_map(|(key, value)| Step::Create(key, value)),
        2 => (0..6_u8).prop_map(Step::Delete),
        1 => any::<u8>().prop_map(Step::Compact),
        2 => any::<u8>().prop_map(Step::Watch),
        2 => Just(Step::Drain),
    ]
}

fn key(number: u8) -> String {
    format!(
        "{}/{number}",
        if number.is_multiple_of(2) {
            "even"
        } else {
            "odd"
        }
    )
}

/// Every state the store was in, by revision, and every change.
#[derive(Default)]
struct Model {
    states: Vec<BTreeMap<String, Bytes>>,
    changes: Vec<(u64, String, Option<Bytes>)>,
}

impl Model {
    fn now(&self) -> u64 {
        self.changes.len() as u64
    }

    fn change(&mut self, key: &str, value: Option<Bytes>) {
        let mut state = self.states.last().cloned().unwrap_or_default();
        match &value {
            Some(value) => state.insert(key.to_owned(), value.clone()),
            None => state.remove(key),
        };
        self.states.push(state);
        self.changes.push((self.now() + 1, key.to_owned(), value));
    }

    fn at(&self, revision: u64) -> BTreeMap<String, Bytes> {
        match revision {
            0 => BTreeMap::new(),
            _ => self.states[usize::try_from(revision).unwrap() - 1].clone(),
        }
    }
}

fn plain(events: &[Event]) -> Vec<(u64, String, Option<Bytes>)> {
    events
        .iter()
        .map(|event| {
            let value = event.current.as_ref().map(|entry| entry.value.clone());
            (event.revision.get(), event.key.to_string(), value)
        })
        .collect()
}

fn read(store: &Store, at: u64, page: usize) -> Result<BTreeMap<String, Bytes>, RangeError> {
    let mut found = BTreeMap::new();
    let mut after: Option<String> = None;
    loop {
        let range = Range {
            prefix: "",
            after: after.as_deref(),
            limit: Some(page),
            at: Some(Revision::new(at)),
        };
        let page = store.range(range)?;
        after = page.entries.last().map(|entry| entry.key.to_string());
        found.extend(
            page.entries
                .into_iter()
                .map(|entry| (entry.key.to_string(), entry.value)),
        );
        if page.remaining == 0 {
            return Ok(found);
        }
    }
}

async fn run(steps: Vec<Step>) {
    let store = Store::in_memory();
    let mut model = Model::default();
    let mut watches = Vec::new();
    for step in steps {
        match step {
            Step::Put(number, value) => {
                let value = Bytes::from(vec![value]);
                store
                    .put(&key(number), value.clone(), Expect::Anything)
                    .await
                    .unwrap();
                model.change(&key(number), Some(value));
            }
            Step::Create(number, value) => {
                let value = Bytes::from(vec![value]);
                let there = model.at(model.now()).get(&key(number)).cloned();
                match (
                    store.put(&key(number), value.clone(), Expect::Absent).await,
                    there,
                ) {
                    (Ok(_), None) => model.change(&key(number), Some(value)),
                    (Err(WriteError::Conflict { current }), there) => {
                        assert_eq!(current.map(|entry| entry.value), there);
                    }
                    (result, there) => panic!("{result:?} where the model has {there:?}"),
                }
            }
            Step::Delete(number) => {
                let there = model.at(model.now()).contains_key(&key(number));
                assert_eq!(
                    store.delete(&key(number), Expect::Anything).await.is_ok(),
                    there
                );
                if there {
                    model.change(&key(number), None);
                }
            }
            Step::Compact(part) => {
                store.compact(Revision::new(model.now() * u64::from(part) / 512));
            }
            Step::Watch(part) => {
                let after = model.now() * u64::from(part) / 256;
                let prefix = if part.is_multiple_of(2) { "even/" } else { "" };
                match store.watch(prefix, Revision::new(after)) {
                    Ok(watch) => watches.push((watch, prefix, after, Vec::new())),
                    Err(compacted) => assert!(after < compacted.compacted.get()),
                }
            }
            Step::Drain => drain(&mut watches, &model),
        }
    }
    drain(&mut watches, &model);
    for at in 0..=model.now() {
        match read(&store, at, 2) {
            Ok(found) => assert_eq!(found, model.at(at), "at revision {at}"),
            Err(error) => assert!(at < store.compacted().get(), "revision {at}: {error}"),
        }
    }
}

type Watching = (
    store::Watch,
    &'static str,
    u64,
    Vec<(u64, String, Option<Bytes>)>,
);

/// Takes what the watches have; each must have seen every change under its prefix, once and in order, or have ended.
fn drain(watches: &mut Vec<Watching>, model: &Model) {
    watches.retain_mut(|(watch, prefix, after, seen)| match watch.try_next() {
        Ok(events) => {
            seen.extend(plain(&events));
            while let Ok(events) = watch.try_next() {
                if events.is_empty() {
                    break;
                }
                seen.extend(plain(&events));
            }
            let expected: Vec<_> = model
                .changes
                .iter()
                .filter(|(revision, key, _)| revision > after && key.starts_with(*prefix))
                .cloned()
                .collect();
            assert_eq!(*seen, expected);
            true
        }
        Err(_) => false,
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn reads_and_watches_agree_with_the_history(steps in proptest::collection::vec(step(), 1..80)) {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run(steps));
    }
}

#[tokio::test]
async fn a_waiting_watch_is_woken_by_its_own_keys() {
    let store = Store::in_memory();
    let mut watch = store.watch("a/", store.revision()).unwrap();
    let waiting = tokio::spawn(async move { watch.next().await.unwrap() });
    store
        .put("b/1", Bytes::from_static(b"x"), Expect::Absent)
        .await
        .unwrap();
    store
        .put("a/1", Bytes::from_static(b"y"), Expect::Absent)
        .await
        .unwrap();
    assert_eq!(
        plain(&waiting.await.unwrap()),
        [(2, "a/1".to_owned(), Some(Bytes::from_static(b"y")))]
    );
}
