//! Go's slices.

use std::rc::Rc;

use super::Value;
use super::release;
use crate::go_type::Type;

/// A slice: items of one element type, shared by reference. Template functions never change items in place, so
/// neither can a holder: a changed list is a new one.
#[derive(Clone, Debug)]
pub struct List(Rc<Slice>);

#[derive(Debug)]
struct Slice {
    element: &'static Type,
    nil: bool,
    items: Vec<Value>,
}

impl List {
    /// A `[]interface {}`.
    #[must_use]
    pub fn new(items: Vec<Value>) -> List {
        List::typed(&Type::Interface, items)
    }

    /// A slice with elements of this type; the caller gives items of it.
    #[must_use]
    pub fn typed(element: &'static Type, items: Vec<Value>) -> List {
        List(Rc::new(Slice {
            element,
            nil: false,
            items,
        }))
    }

    /// The nil slice of this element type: empty, and `null` in JSON.
    #[must_use]
    pub fn nil(element: &'static Type) -> List {
        List(Rc::new(Slice {
            element,
            nil: true,
            items: Vec::new(),
        }))
    }

    /// A `[]uint8` with these bytes.
    #[must_use]
    pub fn bytes(bytes: &[u8]) -> List {
        List::typed(
            &Type::Uint8,
            bytes.iter().map(|byte| Value::Uint8(*byte)).collect(),
        )
    }

    /// The bytes of a `[]uint8`, none for another type.
    #[must_use]
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        if *self.0.element != Type::Uint8 {
            return None;
        }
        let byte = |item: &Value| match item {
            Value::Uint8(byte) => Some(*byte),
            _ => None,
        };
        self.0.items.iter().map(byte).collect()
    }

    /// The items.
    #[must_use]
    pub fn items(&self) -> &[Value] {
        &self.0.items
    }

    /// Number of items.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.items.len()
    }

    /// Whether there are no items.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.items.is_empty()
    }

    /// Whether this is Go's nil slice.
    #[must_use]
    pub fn is_nil(&self) -> bool {
        self.0.nil
    }

    /// The type of the items.
    #[must_use]
    pub fn element(&self) -> &'static Type {
        self.0.element
    }

    /// The type of the slice.
    #[must_use]
    pub fn go_type(&self) -> Type {
        Type::List(self.0.element)
    }

    /// Whether both are the same slice in memory.
    #[must_use]
    pub fn ptr_eq(&self, other: &List) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// Takes the items out if nobody else holds the slice.
    pub(super) fn take(&mut self) -> Vec<Value> {
        Rc::get_mut(&mut self.0).map_or_else(Vec::new, |slice| std::mem::take(&mut slice.items))
    }
}

impl FromIterator<Value> for List {
    fn from_iter<I: IntoIterator<Item = Value>>(items: I) -> Self {
        List::new(items.into_iter().collect())
    }
}

impl Drop for Slice {
    fn drop(&mut self) {
        release::all(std::mem::take(&mut self.items));
    }
}
