use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use parking_lot::{Mutex, RwLock};

use crate::{Key, Object};

/// What a watch told of one object.
#[derive(Clone, Debug)]
pub enum Delta {
    /// The object is new.
    Added(Object),
    /// The object has changed from one state to another.
    Updated(Object, Object),
    /// The object is gone; this was its last known state.
    Deleted(Object),
}

impl Delta {
    /// The newest state known.
    #[must_use]
    pub fn object(&self) -> &Object {
        match self {
            Delta::Added(object) | Delta::Updated(_, object) | Delta::Deleted(object) => object,
        }
    }
}

type Subscriber = Box<dyn Fn(&Delta) + Send + Sync>;

/// The objects of one resource as the last watch event left them, ordered by key.
///
/// # Guarantees
/// Subscribers hear of each change after the cache has it, in the order of the watch.
#[derive(Default)]
pub struct Cache {
    state: RwLock<State>,
    subscribers: Mutex<Vec<Subscriber>>,
}

#[derive(Default)]
struct State {
    objects: BTreeMap<Key, Object>,
    /// Keys by the uid of the controlling owner.
    by_controller: BTreeMap<String, BTreeSet<Key>>,
    indexes: BTreeMap<&'static str, Index>,
    /// The newest version that the watch has told.
    seen: u64,
}

/// The values under which an object is looked up.
type IndexFunc = fn(&Object) -> Vec<String>;

/// Keys by the values that their objects have.
struct Index {
    values: IndexFunc,
    keys: BTreeMap<String, BTreeSet<Key>>,
}

impl Index {
    fn insert(&mut self, object: &Object) {
        for value in (self.values)(object) {
            self.keys.entry(value).or_default().insert(object.key());
        }
    }

    fn remove(&mut self, object: &Object) {
        for value in (self.values)(object) {
            if let Some(keys) = self.keys.get_mut(&value) {
                keys.remove(&object.key());
                if keys.is_empty() {
                    self.keys.remove(&value);
                }
            }
        }
    }
}

impl Cache {
    /// The object of that key.
    #[must_use]
    pub fn get(&self, key: &Key) -> Option<Object> {
        self.state.read().objects.get(key).cloned()
    }

    /// All objects, by namespace and name.
    #[must_use]
    pub fn all(&self) -> Vec<Object> {
        self.state.read().objects.values().cloned().collect()
    }

    /// The number of objects.
    #[must_use]
    pub fn len(&self) -> usize {
        self.state.read().objects.len()
    }

    /// Whether no object is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The objects of one namespace, by name.
    #[must_use]
    pub fn in_namespace(&self, namespace: &str) -> Vec<Object> {
        let state = self.state.read();
        let from = Bound::Included(Key::new(namespace, ""));
        state
            .objects
            .range((from, Bound::Unbounded))
            .take_while(|(key, _)| key.namespace == namespace)
            .map(|(_, object)| object.clone())
            .collect()
    }

    /// The objects that the owner of this uid controls, by name.
    #[must_use]
    pub fn controlled_by(&self, uid: &str) -> Vec<Object> {
        let state = self.state.read();
        let keys = state.by_controller.get(uid).into_iter().flatten();
        keys.filter_map(|key| state.objects.get(key).cloned())
            .collect()
    }

    /// Keeps an index of this name from now on: objects are found by the values that `values` gives of them. A name stands for one function;
    /// whoever adds it again changes nothing.
    pub fn add_index(&self, name: &'static str, values: fn(&Object) -> Vec<String>) {
        let mut state = self.state.write();
        if state.indexes.contains_key(name) {
            return;
        }
        let mut index = Index {
            values,
            keys: BTreeMap::new(),
        };
        state
            .objects
            .values()
            .for_each(|object| index.insert(object));
        state.indexes.insert(name, index);
    }

    /// The objects that an index has under a value, by namespace and name. Without such an index there are none.
    #[must_use]
    pub fn by_index(&self, name: &str, value: &str) -> Vec<Object> {
        let state = self.state.read();
        let index = state.indexes.get(name);
        let keys = index.and_then(|index| index.keys.get(value));
        keys.into_iter()
            .flatten()
            .filter_map(|key| state.objects.get(key).cloned())
            .collect()
    }

    /// Of several values the one under which an index has the fewest objects.
    #[must_use]
    pub fn rarest<'a>(&self, name: &str, values: &'a [String]) -> Option<&'a str> {
        let state = self.state.read();
        let index = state.indexes.get(name)?;
        let count = |value: &&String| index.keys.get(*value).map_or(0, BTreeSet::len);
        values.iter().min_by_key(count).map(String::as_str)
    }

    /// Calls `subscriber` for each object that is there and then for each change.
    pub fn subscribe(&self, subscriber: impl Fn(&Delta) + Send + Sync + 'static) {
        let mut subscribers = self.subscribers.lock();
        for object in self.all() {
            subscriber(&Delta::Added(object));
        }
        subscribers.push(Box::new(subscriber));
    }

    /// Forgets all subscribers.
    pub(crate) fn clear_subscribers(&self) {
        self.subscribers.lock().clear();
    }

    /// Takes in what a write has answered, so that the writer reads its own writes before the watch tells of them.
    ///
    /// Versions count up over all objects. An answer that is not newer than what the watch has told already says nothing new: the object may
    /// even be gone again.
    pub fn observe(&self, written: &Object) {
        let delta = {
            let mut state = self.state.write();
            if version(written) <= state.seen {
                None
            } else {
                state.insert(written.clone())
            }
        };
        self.announce(delta.as_ref());
    }

    /// Takes in a new state of an object.
    pub(crate) fn apply(&self, object: Object) {
        let delta = {
            let mut state = self.state.write();
            state.seen = state.seen.max(version(&object));
            state.insert(object)
        };
        self.announce(delta.as_ref());
    }

    /// Forgets an object; `last` is its state at deletion.
    pub(crate) fn remove(&self, last: Object) {
        let gone = {
            let mut state = self.state.write();
            state.seen = state.seen.max(version(&last));
            state.remove(&last.key())
        };
        self.announce(gone.map(|_| Delta::Deleted(last)).as_ref());
    }

    /// Takes in a whole list: what is not in it is gone.
    pub(crate) fn replace(&self, objects: Vec<Object>, list_version: u64) {
        let kept: BTreeSet<Key> = objects.iter().map(Object::key).collect();
        for gone in self
            .all()
            .into_iter()
            .filter(|object| !kept.contains(&object.key()))
        {
            self.remove(gone);
        }
        for object in objects {
            self.apply(object);
        }
        let mut state = self.state.write();
        state.seen = state.seen.max(list_version);
    }

    fn announce(&self, delta: Option<&Delta>) {
        let Some(delta) = delta else { return };
        for subscriber in self.subscribers.lock().iter() {
            subscriber(delta);
        }
    }
}

impl State {
    fn insert(&mut self, object: Object) -> Option<Delta> {
        let key = object.key();
        if self
            .objects
            .get(&key)
            .is_some_and(|known| version(known) >= version(&object))
        {
            return None;
        }
        let old = self.remove(&key);
        for index in self.indexes.values_mut() {
            index.insert(&object);
        }
        if let Some(controller) = object.controller() {
            self.by_controller
                .entry(controller.uid().to_owned())
                .or_default()
                .insert(key.clone());
        }
        self.objects.insert(key, object.clone());
        Some(match old {
            Some(old) => Delta::Updated(old, object),
            None => Delta::Added(object),
        })
    }

    fn remove(&mut self, key: &Key) -> Option<Object> {
        let old = self.objects.remove(key)?;
        for index in self.indexes.values_mut() {
            index.remove(&old);
        }
        let controller = old.controller().map(|owner| owner.uid().to_owned());
        if let Some(controller) = controller
            && let Some(keys) = self.by_controller.get_mut(&controller)
        {
            keys.remove(key);
            if keys.is_empty() {
                self.by_controller.remove(&controller);
            }
        }
        Some(old)
    }
}

fn version(object: &Object) -> u64 {
    object.resource_version().parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;

    fn pod(name: &str, version: u64, owner: Option<&str>) -> Object {
        let owners: Vec<_> = owner
            .iter()
            .map(|uid| json!({"uid": uid, "controller": true}))
            .collect();
        Object::new(&json!({"metadata": {
            "namespace": "a", "name": name, "resourceVersion": version.to_string(), "ownerReferences": owners,
        }}))
    }

    fn names(objects: &[Object]) -> Vec<&str> {
        objects.iter().map(Object::name).collect()
    }

    #[test]
    fn the_index_follows_a_change_of_owner() {
        let cache = Cache::default();
        cache.apply(pod("x", 1, None));
        cache.apply(pod("y", 2, Some("u1")));
        cache.apply(pod("x", 3, Some("u1")));
        assert_eq!(names(&cache.controlled_by("u1")), ["x", "y"]);
        cache.apply(pod("x", 5, None));
        assert_eq!(names(&cache.controlled_by("u1")), ["y"]);
        cache.apply(pod("x", 6, Some("u1")));
        cache.remove(pod("y", 7, Some("u1")));
        assert_eq!(names(&cache.controlled_by("u1")), ["x"]);
    }

    #[test]
    fn an_index_follows_what_its_objects_say() {
        fn owners(object: &Object) -> Vec<String> {
            object
                .owner_references()
                .map(|owner| owner.uid().to_owned())
                .collect()
        }
        let cache = Cache::default();
        cache.apply(pod("x", 1, Some("u1")));
        cache.add_index("owners", owners);
        cache.apply(pod("y", 2, Some("u1")));
        cache.apply(pod("z", 3, Some("u2")));
        assert_eq!(names(&cache.by_index("owners", "u1")), ["x", "y"]);
        let values = ["u1".to_owned(), "u2".to_owned()];
        assert_eq!(cache.rarest("owners", &values), Some("u2"));
        cache.apply(pod("x", 4, Some("u2")));
        cache.remove(pod("y", 5, Some("u1")));
        assert!(cache.by_index("owners", "u1").is_empty());
        assert_eq!(names(&cache.by_index("owners", "u2")), ["x", "z"]);
        assert!(cache.by_index("other", "u2").is_empty());
    }

    #[test]
    fn a_list_announces_what_has_gone_in_between() {
        let cache = Cache::default();
        cache.apply(pod("x", 1, None));
        cache.apply(pod("y", 2, None));
        let heard = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&heard);
        cache.subscribe(move |delta| {
            let word = match delta {
                Delta::Added(_) => "added",
                Delta::Updated(..) => "updated",
                Delta::Deleted(_) => "deleted",
            };
            log.lock().push(format!("{word} {}", delta.object().name()));
        });
        cache.replace(vec![pod("y", 2, None), pod("z", 5, None)], 5);
        assert_eq!(
            *heard.lock(),
            ["added x", "added y", "deleted x", "added z"]
        );
    }

    #[test]
    fn an_answer_that_the_watch_has_overtaken_is_ignored() {
        let cache = Cache::default();
        cache.apply(pod("x", 1, None));
        cache.observe(&pod("x", 3, Some("u1")));
        assert_eq!(names(&cache.controlled_by("u1")), ["x"]);
        cache.apply(pod("x", 2, None));
        assert_eq!(
            names(&cache.controlled_by("u1")),
            ["x"],
            "older than what is known"
        );
        cache.remove(pod("x", 4, None));
        cache.observe(&pod("x", 3, Some("u1")));
        assert!(cache.is_empty());
    }
}
