//! Go's maps with string keys.

use std::cell::{Ref, RefCell, RefMut};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::release;
use super::{Str, Value};
use crate::go_type::Type;

/// A map with string keys, shared by reference: a change is seen by everybody who holds the map. Iteration is in
/// the keys' byte order, as templates range over maps.
#[derive(Clone, Debug)]
pub struct Map(Rc<Table>);

#[derive(Debug)]
struct Table {
    go_type: Type,
    nil: bool,
    entries: RefCell<BTreeMap<Str, Value>>,
}

impl Map {
    /// An empty `map[string]interface {}`.
    #[must_use]
    pub fn new() -> Map {
        Map::typed(Type::ANY_MAP)
    }

    /// An empty map of this type, which is a [`Type::Map`] or a [`Type::NamedMap`].
    #[must_use]
    pub fn typed(go_type: Type) -> Map {
        Map::of(go_type, BTreeMap::new())
    }

    /// A map of this type with these entries.
    #[must_use]
    pub fn of(go_type: Type, entries: BTreeMap<Str, Value>) -> Map {
        Map(Rc::new(Table {
            go_type,
            nil: false,
            entries: RefCell::new(entries),
        }))
    }

    /// The nil map of this type: empty, and `null` in JSON.
    #[must_use]
    pub fn nil(go_type: Type) -> Map {
        Map(Rc::new(Table {
            go_type,
            nil: true,
            entries: RefCell::default(),
        }))
    }

    /// The value of a key.
    pub fn get(&self, key: impl AsRef<[u8]>) -> Option<Value> {
        self.0.entries.borrow().get(key.as_ref()).cloned()
    }

    /// Whether the map has the key.
    pub fn contains_key(&self, key: impl AsRef<[u8]>) -> bool {
        self.0.entries.borrow().contains_key(key.as_ref())
    }

    /// Sets a key, for everybody who holds the map.
    pub fn insert(&self, key: impl Into<Str>, value: Value) {
        let replaced = self.0.entries.borrow_mut().insert(key.into(), value);
        drop(replaced);
    }

    /// Removes a key, for everybody who holds the map.
    pub fn remove(&self, key: impl AsRef<[u8]>) -> Option<Value> {
        self.0.entries.borrow_mut().remove(key.as_ref())
    }

    /// The keys in order.
    #[must_use]
    pub fn keys(&self) -> Vec<Str> {
        self.0.entries.borrow().keys().cloned().collect()
    }

    /// The values in the order of the keys.
    #[must_use]
    pub fn values(&self) -> Vec<Value> {
        self.0.entries.borrow().values().cloned().collect()
    }

    /// The entries in the order of the keys, as they are now: later changes do not show.
    #[must_use]
    pub fn entries(&self) -> Vec<(Str, Value)> {
        let entries = self.0.entries.borrow();
        entries
            .iter()
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect()
    }

    /// The entries for reading. Must not be held while templates run.
    #[must_use]
    pub fn borrow(&self) -> Ref<'_, BTreeMap<Str, Value>> {
        self.0.entries.borrow()
    }

    /// The entries for changing. Must not be held while anything else looks at the map.
    #[must_use]
    pub fn borrow_mut(&self) -> RefMut<'_, BTreeMap<Str, Value>> {
        self.0.entries.borrow_mut()
    }

    /// Number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.entries.borrow().len()
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether this is Go's nil map.
    #[must_use]
    pub fn is_nil(&self) -> bool {
        self.0.nil
    }

    /// The type of the map.
    #[must_use]
    pub fn go_type(&self) -> Type {
        self.0.go_type
    }

    /// The type of the values.
    #[must_use]
    pub fn element(&self) -> Type {
        match self.0.go_type {
            Type::Map(element) | Type::NamedMap(_, element) => *element,
            _ => Type::Interface,
        }
    }

    /// Whether both are the same map in memory.
    #[must_use]
    pub fn ptr_eq(&self, other: &Map) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// Takes the entries out if nobody else holds the map.
    pub(super) fn take(&mut self) -> BTreeMap<Str, Value> {
        Rc::get_mut(&mut self.0).map_or_else(BTreeMap::new, |table| table.entries.take())
    }
}

impl Default for Map {
    fn default() -> Self {
        Map::new()
    }
}

impl<K: Into<Str>> FromIterator<(K, Value)> for Map {
    fn from_iter<I: IntoIterator<Item = (K, Value)>>(entries: I) -> Self {
        let entries = entries
            .into_iter()
            .map(|(key, value)| (key.into(), value))
            .collect();
        Map::of(Type::ANY_MAP, entries)
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        release::all(self.entries.take().into_values());
    }
}
