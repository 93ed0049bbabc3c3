//! Go's maps with string keys.

use std::cell::{Ref, RefCell, RefMut};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::release;
use super::{Str, Value};
use crate::function::Function;
use crate::go_type::Type;

/// A map with string keys, shared by reference: a change is seen by everybody who holds the map. Iteration is in
/// the keys' byte order, as templates range over maps.
#[derive(Clone, Debug)]
pub struct Map {
    table: Rc<Table>,
    name: Option<&'static MapName>,
}

/// A named map type such as `common.Values`. One map can be held under several types.
#[derive(Debug)]
pub struct MapName {
    /// The name that `%T` prints.
    pub name: &'static str,
    /// Finds a method by its name, bound to the map. Methods hide keys of the same name.
    pub method: fn(&Map, &str) -> Option<Function>,
}

#[derive(Debug)]
struct Table {
    element: &'static Type,
    nil: bool,
    entries: RefCell<BTreeMap<Str, Value>>,
}

impl Map {
    /// An empty `map[string]interface {}`.
    #[must_use]
    pub fn new() -> Map {
        Map::typed(&Type::Interface)
    }

    /// An empty map with values of this type.
    #[must_use]
    pub fn typed(element: &'static Type) -> Map {
        Map::of(element, BTreeMap::new())
    }

    /// A map with values of this type.
    #[must_use]
    pub fn of(element: &'static Type, entries: BTreeMap<Str, Value>) -> Map {
        Map::from_table(Table {
            element,
            nil: false,
            entries: RefCell::new(entries),
        })
    }

    /// The nil map with values of this type: empty, and `null` in JSON.
    #[must_use]
    pub fn nil(element: &'static Type) -> Map {
        Map::from_table(Table {
            element,
            nil: true,
            entries: RefCell::default(),
        })
    }

    fn from_table(table: Table) -> Map {
        Map {
            table: Rc::new(table),
            name: None,
        }
    }

    /// The same map in memory under another type: a named one, or none.
    #[must_use]
    pub fn with_name(&self, name: Option<&'static MapName>) -> Map {
        Map {
            table: Rc::clone(&self.table),
            name,
        }
    }

    /// The value of a key.
    pub fn get(&self, key: impl AsRef<[u8]>) -> Option<Value> {
        self.table.entries.borrow().get(key.as_ref()).cloned()
    }

    /// Whether the map has the key.
    pub fn contains_key(&self, key: impl AsRef<[u8]>) -> bool {
        self.table.entries.borrow().contains_key(key.as_ref())
    }

    /// Sets a key, for everybody who holds the map.
    pub fn insert(&self, key: impl Into<Str>, value: Value) {
        let replaced = self.table.entries.borrow_mut().insert(key.into(), value);
        drop(replaced);
    }

    /// Removes a key, for everybody who holds the map.
    pub fn remove(&self, key: impl AsRef<[u8]>) -> Option<Value> {
        self.table.entries.borrow_mut().remove(key.as_ref())
    }

    /// The keys in order.
    #[must_use]
    pub fn keys(&self) -> Vec<Str> {
        self.table.entries.borrow().keys().cloned().collect()
    }

    /// The values in the order of the keys.
    #[must_use]
    pub fn values(&self) -> Vec<Value> {
        self.table.entries.borrow().values().cloned().collect()
    }

    /// The entries in the order of the keys, as they are now: later changes do not show.
    #[must_use]
    pub fn entries(&self) -> Vec<(Str, Value)> {
        let entries = self.table.entries.borrow();
        entries
            .iter()
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect()
    }

    /// The entries for reading. Must not be held while templates run.
    #[must_use]
    pub fn borrow(&self) -> Ref<'_, BTreeMap<Str, Value>> {
        self.table.entries.borrow()
    }

    /// The entries for changing. Must not be held while anything else looks at the map.
    #[must_use]
    pub fn borrow_mut(&self) -> RefMut<'_, BTreeMap<Str, Value>> {
        self.table.entries.borrow_mut()
    }

    /// Number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.entries.borrow().len()
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether this is Go's nil map.
    #[must_use]
    pub fn is_nil(&self) -> bool {
        self.table.nil
    }

    /// The name of the map's type, if it has one.
    #[must_use]
    pub fn name(&self) -> Option<&'static MapName> {
        self.name
    }

    /// The type of the map.
    #[must_use]
    pub fn go_type(&self) -> Type {
        match self.name {
            Some(map_name) => Type::NamedMap(map_name.name, self.table.element),
            None => Type::Map(self.table.element),
        }
    }

    /// The type of the values.
    #[must_use]
    pub fn element(&self) -> &'static Type {
        self.table.element
    }

    /// Whether both are the same map in memory.
    #[must_use]
    pub fn ptr_eq(&self, other: &Map) -> bool {
        Rc::ptr_eq(&self.table, &other.table)
    }

    /// Takes the entries out if nobody else holds the map.
    pub(super) fn take(&mut self) -> BTreeMap<Str, Value> {
        Rc::get_mut(&mut self.table).map_or_else(BTreeMap::new, |table| table.entries.take())
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
        Map::of(&Type::Interface, entries)
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        release::all(self.entries.take().into_values());
    }
}
