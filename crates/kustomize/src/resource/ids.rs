//! The ids of a resource, present and past.

use compact_str::CompactString;

use super::Resource;
use crate::gvk::Gvk;
use crate::openapi::OpenApi;
use crate::resid::ResId;

/// Name, namespace and kind that a resource had; its group and version are always the present ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PreviousId {
    pub(crate) name: CompactString,
    /// The effective namespace.
    pub(crate) namespace: CompactString,
    pub(crate) kind: CompactString,
}

impl Resource {
    /// The present type.
    pub fn gvk(&self) -> Gvk {
        Gvk::from_object(self.api_version(), self.kind())
    }

    /// The present id, unique in a [`crate::ResMap`].
    pub fn cur_id(&self) -> ResId {
        ResId::new(self.gvk(), self.name(), self.namespace())
    }

    /// The id that the resource was loaded with.
    pub fn org_id(&self) -> ResId {
        self.previous
            .first()
            .map_or_else(|| self.cur_id(), |previous| self.previous_id(previous))
    }

    /// The ids before the present one, the oldest first.
    pub(crate) fn prev_ids(&self) -> impl Iterator<Item = ResId> {
        self.previous
            .iter()
            .map(|previous| self.previous_id(previous))
    }

    /// All ids, the present one last.
    pub(crate) fn all_ids(&self) -> Vec<ResId> {
        self.prev_ids()
            .chain(std::iter::once(self.cur_id()))
            .collect()
    }

    fn previous_id(&self, previous: &PreviousId) -> ResId {
        let gvk = Gvk {
            kind: previous.kind.clone(),
            ..self.gvk()
        };
        ResId::new(gvk, &previous.name, &previous.namespace)
    }

    /// Notes the present id as a previous one, before it changes.
    pub(crate) fn store_previous_id(&mut self, openapi: &OpenApi) {
        let id = self.cur_id();
        let namespace = id.effective_namespace(openapi).into();
        self.previous.push(PreviousId {
            name: id.name,
            namespace,
            kind: id.gvk.kind,
        });
    }

    /// Whether the prefixes and suffixes that two resources got fit together: of each pair of lists one ends as the other does.
    pub(crate) fn same_affixes(&self, other: &Self, allow_empty: bool) -> bool {
        let fits = |mine: &[String], theirs: &[String]| {
            let either_empty = mine.is_empty() || theirs.is_empty();
            (allow_empty && either_empty) || same_ending(mine, theirs)
        };
        fits(&self.prefixes, &other.prefixes) && fits(&self.suffixes, &other.suffixes)
    }
}

fn same_ending(a: &[String], b: &[String]) -> bool {
    let (shorter, longer) = if a.len() < b.len() { (a, b) } else { (b, a) };
    // A list of nothing equals only another one: it stands for "no prefix" and not for "any".
    if shorter.is_empty() {
        longer.is_empty()
    } else {
        longer.ends_with(shorter)
    }
}
