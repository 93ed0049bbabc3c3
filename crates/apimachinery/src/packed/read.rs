use std::cmp::Ordering;
use std::ops::Range;
use std::str;

use ref_cast::RefCast;
use serde_json::{Map, Number, Value};

use super::{FALSE, FLOAT, INTEGER, LARGE_INTEGER, LIST, MAP, NULL, Packed, TEXT, TRUE};
use crate::Tree;

/// The bytes of a position within a list or a map.
const WIDTH: usize = 4;

impl Packed {
    /// The value of a field, if this is a map that has it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Packed> {
        self.as_object()?.get(name)
    }

    /// The value at a JSON pointer (RFC 6901), if it is there.
    #[must_use]
    pub fn pointer(&self, pointer: &str) -> Option<&Packed> {
        let mut steps = pointer.split('/');
        if steps.next() != Some("") {
            return None;
        }
        steps.try_fold(self, |node, step| match node.as_array() {
            Some(items) => items.get(step.parse().ok()?),
            None => node.get(&step.replace("~1", "/").replace("~0", "~")),
        })
    }

    /// The text, if it is one.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self.tag() {
            TEXT => str::from_utf8(self.content()).ok(),
            _ => None,
        }
    }

    /// The whole number, if it is one that fits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self.tag() {
            INTEGER => self.content().try_into().ok().map(i64::from_le_bytes),
            _ => None,
        }
    }

    /// The whole number, if it is one that is not negative.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        self.as_number()?.as_u64()
    }

    /// The number, if it is one.
    #[must_use]
    pub fn as_number(&self) -> Option<Number> {
        let bytes = || self.content().try_into().ok();
        match self.tag() {
            INTEGER => bytes().map(i64::from_le_bytes).map(Number::from),
            LARGE_INTEGER => bytes().map(u64::from_le_bytes).map(Number::from),
            FLOAT => bytes().map(f64::from_le_bytes).and_then(Number::from_f64),
            _ => None,
        }
    }

    /// The truth value, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self.tag() {
            TRUE => Some(true),
            FALSE => Some(false),
            _ => None,
        }
    }

    /// The entries, if it is a list.
    #[must_use]
    pub fn as_array(&self) -> Option<Items<'_>> {
        (self.tag() == LIST).then(|| Items(Children::of(self.content(), 1)))
    }

    /// The fields, if it is a map.
    #[must_use]
    pub fn as_object(&self) -> Option<Fields<'_>> {
        (self.tag() == MAP).then(|| Fields(Children::of(self.content(), 2)))
    }

    /// Whether it is null or absent.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.tag() == NULL
    }

    /// Whether it is a text.
    #[must_use]
    pub fn is_string(&self) -> bool {
        self.tag() == TEXT
    }

    /// Whether it is a map.
    #[must_use]
    pub fn is_object(&self) -> bool {
        self.tag() == MAP
    }

    /// The tree as one that can be changed.
    #[must_use]
    pub fn to_value(&self) -> Value {
        match self.tag() {
            TRUE => Value::Bool(true),
            FALSE => Value::Bool(false),
            TEXT => Value::String(self.as_str().unwrap_or_default().to_owned()),
            LIST => Value::Array(self.to_values()),
            MAP => Value::Object(self.to_map()),
            _ => self.as_number().map_or(Value::Null, Value::Number),
        }
    }
}

impl Packed {
    /// The entries of a list as trees that can be changed; none of anything else.
    #[must_use]
    pub fn to_values(&self) -> Vec<Value> {
        self.items().map(Packed::to_value).collect()
    }

    /// The fields of a map as trees that can be changed; none of anything else.
    #[must_use]
    pub fn to_map(&self) -> Map<String, Value> {
        let fields = self.fields();
        fields
            .map(|(name, value)| (name.to_owned(), value.to_value()))
            .collect()
    }
}

impl Tree for Packed {
    fn field(&self, name: &str) -> Option<&Self> {
        self.get(name)
    }

    fn fields(&self) -> impl Iterator<Item = (&str, &Self)> {
        self.as_object().into_iter().flatten()
    }

    fn items(&self) -> impl Iterator<Item = &Self> {
        self.as_array().into_iter().flatten()
    }

    fn text(&self) -> Option<&str> {
        self.as_str()
    }

    fn number(&self) -> Option<Number> {
        self.as_number()
    }

    fn is_absent(&self) -> bool {
        self.is_null()
    }
}

/// The parts of a list or a map: their ends, then the parts themselves.
#[derive(Clone, Copy)]
struct Children<'a> {
    ends: &'a [u8],
    parts: &'a [u8],
}

impl<'a> Children<'a> {
    /// Splits the content of a node whose children have so many parts each.
    fn of(content: &'a [u8], parts_each: usize) -> Self {
        let count = position(content, 0);
        let (ends, parts) = content[WIDTH..].split_at(count * parts_each * WIDTH);
        Children { ends, parts }
    }

    fn count(self) -> usize {
        self.ends.len() / WIDTH
    }

    fn part(self, index: usize) -> Option<&'a [u8]> {
        if index >= self.count() {
            return None;
        }
        let begin = match index {
            0 => 0,
            _ => position(self.ends, index - 1),
        };
        self.parts.get(begin..position(self.ends, index))
    }
}

fn position(bytes: &[u8], index: usize) -> usize {
    let at = index * WIDTH;
    let mut number = [0; WIDTH];
    number.copy_from_slice(&bytes[at..at + WIDTH]);
    u32::from_le_bytes(number) as usize
}

/// The entries of a list.
#[derive(Clone, Copy)]
pub struct Items<'a>(Children<'a>);

impl<'a> Items<'a> {
    /// The entry at a position.
    #[must_use]
    pub fn get(self, position: usize) -> Option<&'a Packed> {
        self.0.part(position).map(Packed::ref_cast)
    }

    /// The first entry.
    #[must_use]
    pub fn first(self) -> Option<&'a Packed> {
        self.get(0)
    }

    /// The number of entries.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The entries in their order.
    #[must_use]
    pub fn iter(self) -> ItemsIter<'a> {
        ItemsIter {
            items: self,
            left: 0..self.len(),
        }
    }
}

impl<'a> IntoIterator for Items<'a> {
    type Item = &'a Packed;
    type IntoIter = ItemsIter<'a>;

    fn into_iter(self) -> ItemsIter<'a> {
        self.iter()
    }
}

/// Goes through the entries of a list.
#[derive(Clone)]
pub struct ItemsIter<'a> {
    items: Items<'a>,
    left: Range<usize>,
}

impl<'a> Iterator for ItemsIter<'a> {
    type Item = &'a Packed;

    fn next(&mut self) -> Option<&'a Packed> {
        self.items.get(self.left.next()?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }
}

impl DoubleEndedIterator for ItemsIter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.items.get(self.left.next_back()?)
    }
}

impl ExactSizeIterator for ItemsIter<'_> {}

/// The fields of a map, by name.
#[derive(Clone, Copy)]
pub struct Fields<'a>(Children<'a>);

impl<'a> Fields<'a> {
    /// The value of a field.
    #[must_use]
    pub fn get(self, name: &str) -> Option<&'a Packed> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.0.part(2 * middle)?.cmp(name.as_bytes()) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => {
                    return self.0.part(2 * middle + 1).map(Packed::ref_cast);
                }
            }
        }
        None
    }

    /// The number of fields.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count() / 2
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether there is a field of this name.
    #[must_use]
    pub fn contains_key(self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Names and values, by name.
    #[must_use]
    pub fn iter(self) -> FieldsIter<'a> {
        FieldsIter {
            fields: self,
            left: 0..self.len(),
        }
    }

    fn entry(self, index: usize) -> Option<(&'a str, &'a Packed)> {
        let name = str::from_utf8(self.0.part(2 * index)?).ok()?;
        Some((name, Packed::ref_cast(self.0.part(2 * index + 1)?)))
    }

    /// The names, sorted.
    pub fn keys(self) -> impl Iterator<Item = &'a str> {
        self.iter().map(|(name, _)| name)
    }

    /// The values, by name.
    pub fn values(self) -> impl Iterator<Item = &'a Packed> {
        self.iter().map(|(_, value)| value)
    }
}

impl<'a> IntoIterator for Fields<'a> {
    type Item = (&'a str, &'a Packed);
    type IntoIter = FieldsIter<'a>;

    fn into_iter(self) -> FieldsIter<'a> {
        self.iter()
    }
}

/// Goes through the fields of a map.
#[derive(Clone)]
pub struct FieldsIter<'a> {
    fields: Fields<'a>,
    left: Range<usize>,
}

impl<'a> Iterator for FieldsIter<'a> {
    type Item = (&'a str, &'a Packed);

    fn next(&mut self) -> Option<Self::Item> {
        self.fields.entry(self.left.next()?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }
}
