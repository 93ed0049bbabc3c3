//! Positions by id and by name.

use compact_str::CompactString;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::openapi::OpenApi;
use crate::resid::{IdKey, ResId};
use crate::resource::Resource;

type Positions = SmallVec<[usize; 2]>;

/// Where the resources with an id or a name are, in order. Emptied resources are left out.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    stale: bool,
    current: FxHashMap<IdKey, Positions>,
    any: FxHashMap<IdKey, Positions>,
    names: FxHashMap<CompactString, Positions>,
}

impl Index {
    pub(super) fn is_fresh(&self) -> bool {
        !self.stale
    }

    /// Says that resources changed or moved.
    pub(super) fn invalidate(&mut self) {
        self.stale = true;
    }

    pub(super) fn rebuild(&mut self, resources: &[Resource], openapi: &OpenApi) {
        *self = Self::default();
        for (position, resource) in resources.iter().enumerate() {
            self.add(position, resource, openapi);
        }
    }

    pub(super) fn add(&mut self, position: usize, resource: &Resource, openapi: &OpenApi) {
        if self.stale || resource.is_empty() {
            return;
        }
        let ids = resource.all_ids();
        if let Some(current) = ids.last() {
            insert(
                self.current.entry(current.key(openapi)).or_default(),
                position,
            );
        }
        for id in ids {
            insert(self.any.entry(id.key(openapi)).or_default(), position);
            insert(self.names.entry(id.name).or_default(), position);
        }
    }

    /// Takes over a change of the resource at `position`, which had the ids `before`.
    pub(super) fn update(
        &mut self,
        position: usize,
        before: &[ResId],
        resource: &Resource,
        openapi: &OpenApi,
    ) {
        if !resource.is_empty() && resource.all_ids() == before {
            return;
        }
        for id in before {
            let key = id.key(openapi);
            remove(self.current.get_mut(&key), position);
            remove(self.any.get_mut(&key), position);
            remove(self.names.get_mut(&id.name), position);
        }
        self.add(position, resource, openapi);
    }

    pub(super) fn with_current_id(&self, key: &IdKey) -> &[usize] {
        self.current
            .get(key)
            .map_or(&[], |positions| positions.as_slice())
    }

    pub(super) fn with_any_id(&self, key: &IdKey) -> &[usize] {
        self.any
            .get(key)
            .map_or(&[], |positions| positions.as_slice())
    }

    pub(super) fn with_any_name(&self, name: &str) -> &[usize] {
        self.names
            .get(name)
            .map_or(&[], |positions| positions.as_slice())
    }
}

fn insert(positions: &mut Positions, position: usize) {
    if let Err(place) = positions.binary_search(&position) {
        positions.insert(place, position);
    }
}

fn remove(positions: Option<&mut Positions>, position: usize) {
    if let Some(positions) = positions {
        positions.retain(|other| *other != position);
    }
}
