//! Go's slices.

use std::cell::OnceCell;
use std::rc::Rc;

use super::release;
use super::{Str, Value};
use crate::go_type::Type;

/// A slice: items of one element type, shared by reference. Template functions never change items in place, so
/// neither can a holder: a changed list is a new one.
#[derive(Clone, Debug)]
pub struct List(Rc<Slice>);

#[derive(Debug)]
struct Slice {
    element: &'static Type,
    nil: bool,
    contents: Contents,
}

#[derive(Debug)]
enum Contents {
    Items(Vec<Value>),
    /// Bytes, which become items when somebody looks at them one by one.
    Bytes(Str, OnceCell<Vec<Value>>),
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
            contents: Contents::Items(items),
        }))
    }

    /// The nil slice of this element type: empty, and `null` in JSON.
    #[must_use]
    pub fn nil(element: &'static Type) -> List {
        List(Rc::new(Slice {
            element,
            nil: true,
            contents: Contents::Items(Vec::new()),
        }))
    }

    /// A `[]uint8` with these bytes.
    #[must_use]
    pub fn bytes(bytes: impl Into<Str>) -> List {
        List(Rc::new(Slice {
            element: &Type::Uint8,
            nil: false,
            contents: Contents::Bytes(bytes.into(), OnceCell::new()),
        }))
    }

    /// The bytes of a `[]uint8`, none for another type.
    #[must_use]
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        if let Contents::Bytes(bytes, _) = &self.0.contents {
            return Some(bytes.as_bytes().to_vec());
        }
        if *self.0.element != Type::Uint8 {
            return None;
        }
        let byte = |item: &Value| match item {
            Value::Uint8(byte) => Some(*byte),
            _ => None,
        };
        self.items().iter().map(byte).collect()
    }

    /// The items.
    #[must_use]
    pub fn items(&self) -> &[Value] {
        match &self.0.contents {
            Contents::Items(items) => items,
            Contents::Bytes(bytes, items) => items.get_or_init(|| {
                let bytes = bytes.as_bytes().iter();
                bytes.map(|byte| Value::Uint8(*byte)).collect()
            }),
        }
    }

    /// Number of items.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.0.contents {
            Contents::Items(items) => items.len(),
            Contents::Bytes(bytes, _) => bytes.len(),
        }
    }

    /// Whether there are no items.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
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
        Rc::get_mut(&mut self.0).map_or_else(Vec::new, |slice| slice.contents.take())
    }
}

impl FromIterator<Value> for List {
    fn from_iter<I: IntoIterator<Item = Value>>(items: I) -> Self {
        List::new(items.into_iter().collect())
    }
}

impl Contents {
    /// Takes the items out; bytes hold nothing that would have to be let go of.
    fn take(&mut self) -> Vec<Value> {
        match self {
            Contents::Items(items) => std::mem::take(items),
            Contents::Bytes(..) => Vec::new(),
        }
    }
}

impl Drop for Slice {
    fn drop(&mut self) {
        release::all(self.contents.take());
    }
}
