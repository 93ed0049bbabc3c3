//! Copies that share nothing.

use super::{List, Map, Value};

impl Value {
    /// A copy whose maps are its own, with the same types; host objects stay shared. Values nested deeper than
    /// `depth` stay shared, which ends the copy of a map that contains itself.
    #[must_use]
    pub fn deep_copy(&self, depth: usize) -> Value {
        if depth == 0 {
            return self.clone();
        }
        match self {
            Value::List(list) if list.is_nil() => self.clone(),
            Value::List(list) => {
                let items = list
                    .items()
                    .iter()
                    .map(|item| item.deep_copy(depth - 1))
                    .collect();
                Value::List(List::typed(list.element(), items))
            }
            Value::Map(map) if map.is_nil() => self.clone(),
            Value::Map(map) => {
                let entries = map.borrow();
                let copied = entries
                    .iter()
                    .map(|(key, value)| (key.clone(), value.deep_copy(depth - 1)));
                Value::Map(Map::of(map.element(), copied.collect()).with_name(map.name()))
            }
            _ => self.clone(),
        }
    }
}
