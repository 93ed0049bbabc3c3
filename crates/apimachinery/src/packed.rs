//! A JSON tree in one piece of memory.

mod compare;
mod pack;
mod read;
mod serialize;

use std::fmt;
use std::ops::{Deref, Index};
use std::sync::Arc;

use ref_cast::RefCast;

pub use pack::{Omitted, Packer};
pub use read::{Fields, Items};

/// A JSON tree, or a part of one, in the bytes that it was packed into.
///
/// It takes about as much memory as its text, in a single allocation, where a tree of maps takes ten times that in hundreds. It can be read at
/// any place and not be changed. Like `serde_json::Value` it is indexed by names and positions, and what is not there reads as null.
///
/// A node is a tag and what belongs to it. Lists and maps begin with the ends of their children, so that a child is a slice of its parent;
/// names are sorted, and the same tree has the same bytes.
#[derive(RefCast, Eq)]
#[repr(transparent)]
pub struct Packed([u8]);

/// A whole [`Packed`] tree, shared rather than copied.
#[derive(Clone, PartialEq, Eq)]
pub struct PackedTree(Arc<[u8]>);

impl Deref for PackedTree {
    type Target = Packed;

    fn deref(&self) -> &Packed {
        Packed::ref_cast(&self.0)
    }
}

impl fmt::Debug for PackedTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

const NULL: u8 = b'n';
const FALSE: u8 = b'f';
const TRUE: u8 = b't';
const INTEGER: u8 = b'i';
const LARGE_INTEGER: u8 = b'u';
const FLOAT: u8 = b'd';
const TEXT: u8 = b's';
const LIST: u8 = b'[';
const MAP: u8 = b'{';

impl Packed {
    /// Null, which is also what absent things read as.
    #[must_use]
    pub fn null() -> &'static Packed {
        Packed::ref_cast(&[NULL])
    }

    /// How many bytes of memory it takes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.len()
    }

    fn tag(&self) -> u8 {
        self.0.first().copied().unwrap_or(NULL)
    }

    fn content(&self) -> &[u8] {
        self.0.get(1..).unwrap_or_default()
    }
}

impl Index<&str> for Packed {
    type Output = Packed;

    fn index(&self, name: &str) -> &Packed {
        self.get(name).unwrap_or(Packed::null())
    }
}

impl Index<usize> for Packed {
    type Output = Packed;

    fn index(&self, position: usize) -> &Packed {
        self.as_array()
            .and_then(|items| items.get(position))
            .unwrap_or(Packed::null())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn samples() -> [Value; 5] {
        [
            json!(null),
            json!({"b": 1, "a": [true, false, null, "text", -7, 1.5, 18_446_744_073_709_551_615_u64], "": {}}),
            json!([[], {}, ""]),
            json!({"metadata": {"name": "web", "labels": {"app.kubernetes.io/name": "web", "é": "ü"}}}),
            json!("alone"),
        ]
    }

    #[test]
    fn a_tree_comes_out_as_it_went_in() {
        for value in samples() {
            let packed = Packer::pack(&value);
            assert_eq!(packed.to_value(), value);
            assert_eq!(*packed, value);
            let text = value.to_string();
            assert_eq!(packed.to_string(), text);
            let read: PackedTree = serde_json::from_str(&text).expect("it is JSON");
            assert_eq!(read, packed, "the same tree has the same bytes");
        }
    }

    #[test]
    fn what_is_not_there_reads_as_null() {
        let packed = Packer::pack(&json!({"a": {"b": [1, "x"]}}));
        assert_eq!(packed["a"]["b"][1], "x");
        assert_eq!(packed["a"]["b"][0].as_i64(), Some(1));
        assert!(packed["a"]["b"][2].is_null());
        assert!(packed["a"]["nothing"]["deeper"].is_null());
        assert!(packed.get("b").is_none());
        let at = |pointer| packed.pointer(pointer).map(ToString::to_string);
        assert_eq!(at("/a/b/1").as_deref(), Some("\"x\""));
        assert_eq!(at("/a/c"), None);
        assert_eq!(at("a"), None);
    }

    #[test]
    fn names_are_sorted_and_the_last_of_two_counts() {
        let read: PackedTree =
            serde_json::from_str(r#"{"b": 1, "a": 2, "b": 3}"#).expect("it is JSON");
        assert_eq!(read.to_string(), r#"{"a":2,"b":3}"#);
    }
}
