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
    /// How many present ids belong to more than one resource.
    repeated: usize,
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
            let positions = self.current.entry(current.key(openapi)).or_default();
            insert(positions, position);
            self.repeated += usize::from(positions.len() == 2);
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
            let positions = self.current.get_mut(&key);
            if positions
                .is_some_and(|positions| remove(positions, position) && positions.len() == 1)
            {
                self.repeated -= 1;
            }
            if let Some(positions) = self.any.get_mut(&key) {
                remove(positions, position);
            }
            if let Some(positions) = self.names.get_mut(&id.name) {
                remove(positions, position);
            }
        }
        self.add(position, resource, openapi);
    }

    pub(super) fn with_current_id(&self, key: &IdKey) -> &[usize] {
        self.current
            .get(key)
            .map_or(&[], |positions| positions.as_slice())
    }

    /// The first position whose present id another one before it has.
    pub(super) fn first_repeated(&self) -> Option<usize> {
        if self.repeated == 0 {
            return None;
        }
        let seconds = self
            .current
            .values()
            .filter_map(|positions| positions.get(1));
        seconds.min().copied()
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

/// Takes a position out and tells whether it was there.
fn remove(positions: &mut Positions, position: usize) -> bool {
    let before = positions.len();
    positions.retain(|other| *other != position);
    positions.len() < before
}
