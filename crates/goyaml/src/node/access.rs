//! Looking into nodes and changing them.

use super::{Comments, Data, Kind, Node};
use crate::{Dialect, Scalar, Tag};

impl Node {
    /// The shape.
    pub fn kind(&self) -> Kind {
        match self.data {
            Data::Scalar(_) => Kind::Scalar,
            Data::Sequence(_) => Kind::Sequence,
            Data::Mapping(_) => Kind::Mapping,
            Data::Alias(_) => Kind::Alias,
        }
    }

    /// The node itself, or what it refers to if it is an alias.
    pub fn target(&self) -> &Self {
        match &self.data {
            Data::Alias(alias) => alias.target.target(),
            Data::Scalar(_) | Data::Sequence(_) | Data::Mapping(_) => self,
        }
    }

    /// The text of a scalar of any type.
    pub fn as_str(&self) -> Option<&str> {
        match &self.data {
            Data::Scalar(text) => Some(text),
            Data::Sequence(_) | Data::Mapping(_) | Data::Alias(_) => None,
        }
    }

    /// The entries of a list; none for anything else.
    pub fn items(&self) -> &[Self] {
        match &self.data {
            Data::Sequence(items) => items,
            Data::Scalar(_) | Data::Mapping(_) | Data::Alias(_) => &[],
        }
    }

    /// The entries of a list, to be changed.
    pub fn items_mut(&mut self) -> Option<&mut Vec<Self>> {
        match &mut self.data {
            Data::Sequence(items) => Some(items),
            Data::Scalar(_) | Data::Mapping(_) | Data::Alias(_) => None,
        }
    }

    /// The pairs of a map; none for anything else.
    pub fn pairs(&self) -> &[(Self, Self)] {
        match &self.data {
            Data::Mapping(pairs) => pairs,
            Data::Scalar(_) | Data::Sequence(_) | Data::Alias(_) => &[],
        }
    }

    /// The pairs of a map, to be changed.
    pub fn pairs_mut(&mut self) -> Option<&mut Vec<(Self, Self)>> {
        match &mut self.data {
            Data::Mapping(pairs) => Some(pairs),
            Data::Scalar(_) | Data::Sequence(_) | Data::Alias(_) => None,
        }
    }

    /// The pairs of a map whose keys are scalars, with the key's text.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &Self)> {
        self.pairs()
            .iter()
            .filter_map(|(key, value)| Some((key.as_str()?, value)))
    }

    /// The value of a key; `None` if it is not there or the node is not a map.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.pairs()
            .iter()
            .find(|(k, _)| k.as_str() == Some(key))
            .map(|(_, value)| value)
    }

    /// The value of a key, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Self> {
        let pairs = self.pairs_mut()?;
        pairs
            .iter_mut()
            .find(|(k, _)| k.as_str() == Some(key))
            .map(|(_, value)| value)
    }

    /// The text of the scalar under a key.
    pub fn get_str(&self, key: &str) -> Option<&str> {
        self.get(key)?.as_str()
    }

    /// Follows a path of keys through maps.
    pub fn lookup(&self, path: &[&str]) -> Option<&Self> {
        path.iter().try_fold(self, |node, key| node.get(key))
    }

    /// Follows a path of keys through maps, to change what is there.
    pub fn lookup_mut(&mut self, path: &[&str]) -> Option<&mut Self> {
        path.iter().try_fold(self, |node, key| node.get_mut(key))
    }

    /// Sets the value of a key: in its place if it is there, else at the end. Anything but a map becomes one.
    pub fn set(&mut self, key: &str, value: Self) {
        match self.get_mut(key) {
            Some(place) => *place = value,
            None => self.make_mapping().push((Self::string(key), value)),
        }
    }

    /// The value of a key; if it is not there it is made by `default` and put at the end. Anything but a map becomes one.
    pub fn get_or_insert_with(&mut self, key: &str, default: impl FnOnce() -> Self) -> &mut Self {
        let pairs = self.make_mapping();
        let index = pairs
            .iter()
            .position(|(k, _)| k.as_str() == Some(key))
            .unwrap_or_else(|| {
                pairs.push((Self::string(key), default()));
                pairs.len() - 1
            });
        &mut pairs[index].1
    }

    /// Takes a key and its value out of a map.
    pub fn remove(&mut self, key: &str) -> Option<Self> {
        let pairs = self.pairs_mut()?;
        let index = pairs.iter().position(|(k, _)| k.as_str() == Some(key))?;
        Some(pairs.remove(index).1)
    }

    pub(crate) fn comments_mut(&mut self) -> &mut Comments {
        self.comments.get_or_insert_default()
    }

    pub(crate) fn take_foot(&mut self) -> Option<String> {
        let foot = std::mem::take(&mut self.comments.as_mut()?.foot);
        (!foot.is_empty()).then_some(foot)
    }

    fn make_mapping(&mut self) -> &mut Vec<(Self, Self)> {
        if !matches!(self.data, Data::Mapping(_)) {
            self.data = Data::Mapping(Vec::new());
            self.tag = Tag::None;
        }
        match &mut self.data {
            Data::Mapping(pairs) => pairs,
            Data::Scalar(_) | Data::Sequence(_) | Data::Alias(_) => {
                unreachable!("made a mapping above")
            }
        }
    }

    /// What a scalar means in a dialect; `None` for collections and aliases.
    pub fn resolve(&self, dialect: Dialect) -> Option<Scalar<'_>> {
        let text = self.as_str()?;
        Some(crate::scalar::resolve(text, &self.tag, self.style, dialect))
    }

    /// The type: the tag that was written, else the one that shape and text imply.
    pub fn resolved_tag(&self, dialect: Dialect) -> Tag {
        match (&self.tag, &self.data) {
            (Tag::None, Data::Sequence(_)) => Tag::Seq,
            (Tag::None, Data::Mapping(_)) => Tag::Map,
            (Tag::None, Data::Scalar(text)) => {
                crate::scalar::implied_tag(text, self.style, dialect)
            }
            (Tag::None, Data::Alias(alias)) => alias.target.resolved_tag(dialect),
            (tag, _) => tag.clone(),
        }
    }

    /// Whether the node is a null: `null`, `~`, nothing, or tagged so.
    pub fn is_null(&self, dialect: Dialect) -> bool {
        matches!(self.data, Data::Scalar(_)) && self.resolved_tag(dialect) == Tag::Null
    }
}
