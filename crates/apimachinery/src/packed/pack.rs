use std::fmt;
use std::ops::Range;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::Value;

use super::{FALSE, FLOAT, INTEGER, LARGE_INTEGER, LIST, MAP, NULL, PackedTree, TEXT, TRUE};

/// The fields that are left out when a tree is packed: one name for each step from the top, the last of which is not read.
pub type Omitted = &'static [&'static str];

/// Packs trees.
#[derive(Debug)]
pub struct Packer<'a> {
    out: &'a mut Vec<u8>,
    omitted: Omitted,
}

impl Packer<'_> {
    /// Packs a tree.
    #[must_use]
    pub fn pack(value: &Value) -> PackedTree {
        Packer::pack_without(value, &[])
    }

    /// Packs a tree without the field at a path.
    #[must_use]
    pub fn pack_without(value: &Value, omitted: Omitted) -> PackedTree {
        let mut out = Vec::new();
        // A tree in memory can be read: there is nothing that could fail.
        let packed = Packer {
            out: &mut out,
            omitted,
        }
        .deserialize(value);
        debug_assert!(packed.is_ok(), "{packed:?}");
        PackedTree(out.into())
    }

    /// Reads a tree without the field at a path, and packs it as it comes.
    ///
    /// # Errors
    /// What the source of the tree reports.
    pub fn read_without<'de, D: Deserializer<'de>>(
        source: D,
        omitted: Omitted,
    ) -> Result<PackedTree, D::Error> {
        let mut out = Vec::new();
        Packer {
            out: &mut out,
            omitted,
        }
        .deserialize(source)?;
        Ok(PackedTree(out.into()))
    }

    /// What is left out of a field of the map that this one packs; none if it is the field itself.
    fn omitted_of(&self, name: &[u8]) -> Option<Omitted> {
        match self.omitted {
            [only] if only.as_bytes() == name => None,
            [first, rest @ ..] if first.as_bytes() == name => Some(rest),
            _ => Some(&[]),
        }
    }

    fn number<E: Error>(self, tag: u8, bytes: [u8; 8]) -> Result<(), E> {
        self.out.push(tag);
        self.out.extend_from_slice(&bytes);
        Ok(())
    }

    fn word<E: Error>(self, tag: u8) -> Result<(), E> {
        self.out.push(tag);
        Ok(())
    }
}

impl<'de> Deserialize<'de> for PackedTree {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        Packer::read_without(source, &[])
    }
}

impl<'de> DeserializeSeed<'de> for Packer<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Packer<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.word(NULL)
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.word(NULL)
    }

    fn visit_some<D: Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        self.deserialize(source)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.word(if value { TRUE } else { FALSE })
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        self.number(INTEGER, value.to_le_bytes())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        match i64::try_from(value) {
            Ok(value) => self.number(INTEGER, value.to_le_bytes()),
            Err(_) => self.number(LARGE_INTEGER, value.to_le_bytes()),
        }
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        self.number(FLOAT, value.to_le_bytes())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<(), E> {
        self.out.push(TEXT);
        self.out.extend_from_slice(value.as_bytes());
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let begin = self.out.len();
        let mut ends = Vec::new();
        loop {
            let entry = Packer {
                out: self.out,
                omitted: &[],
            };
            if entries.next_element_seed(entry)?.is_none() {
                break;
            }
            ends.push(self.out.len() - begin);
        }
        put_head(self.out, begin, LIST, ends.len(), &ends).map_err(A::Error::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        let begin = self.out.len();
        let mut places: Vec<Place> = Vec::new();
        loop {
            let name = self.out.len();
            if fields.next_key_seed(Name(self.out))?.is_none() {
                break;
            }
            let Some(omitted) = self.omitted_of(&self.out[name..]) else {
                fields.next_value::<IgnoredAny>()?;
                self.out.truncate(name);
                continue;
            };
            let value = self.out.len();
            fields.next_value_seed(Packer {
                out: self.out,
                omitted,
            })?;
            places.push(Place {
                name: name - begin..value - begin,
                value: value - begin..self.out.len() - begin,
            });
        }
        sort(self.out, begin, &mut places);
        let ends: Vec<usize> = places
            .iter()
            .flat_map(|place| [place.name.end, place.value.end])
            .collect();
        put_head(self.out, begin, MAP, places.len(), &ends).map_err(A::Error::custom)
    }
}

/// Where a field stands among the parts of its map.
struct Place {
    name: Range<usize>,
    value: Range<usize>,
}

/// Brings the fields that stand at the end of `out`, from `begin` on, into the order of their names; of several with one name the last stays.
fn sort(out: &mut Vec<u8>, begin: usize, places: &mut Vec<Place>) {
    let parts = &out[begin..];
    if places.is_sorted_by(|one, other| parts[one.name.clone()] < parts[other.name.clone()]) {
        return;
    }
    let parts = out.split_off(begin);
    let name = |place: &Place| &parts[place.name.clone()];
    places.reverse();
    places.sort_by(|one, other| name(one).cmp(name(other)));
    places.dedup_by(|later, first| name(later) == name(first));
    for place in places {
        let at = out.len() - begin;
        out.extend_from_slice(&parts[place.name.clone()]);
        let middle = out.len() - begin;
        out.extend_from_slice(&parts[place.value.clone()]);
        *place = Place {
            name: at..middle,
            value: middle..out.len() - begin,
        };
    }
}

/// Puts tag, number of children and ends of parts before the parts, which stand at the end of `out` from `begin` on.
fn put_head(
    out: &mut Vec<u8>,
    begin: usize,
    tag: u8,
    count: usize,
    ends: &[usize],
) -> Result<(), TooLarge> {
    let parts = out.len();
    out.push(tag);
    for number in [&[count], ends].concat() {
        let number = u32::try_from(number).map_err(|_| TooLarge)?;
        out.extend_from_slice(&number.to_le_bytes());
    }
    let head = out.len() - parts;
    out[begin..].rotate_right(head);
    Ok(())
}

/// A tree of more than 4 GiB.
#[derive(Debug, thiserror::Error)]
#[error("a tree of more than 4 GiB cannot be packed")]
struct TooLarge;

/// Writes the name of a field.
struct Name<'a>(&'a mut Vec<u8>);

impl<'de> DeserializeSeed<'de> for Name<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        source.deserialize_str(self)
    }
}

impl Visitor<'_> for Name<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<(), E> {
        self.0.extend_from_slice(name.as_bytes());
        Ok(())
    }
}
