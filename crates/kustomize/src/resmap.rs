//! An ordered set of resources, found by id or by name without looking at all of them.

mod absorb;
mod index;
mod select;
mod write;

use std::sync::Arc;

use index::Index;
pub(crate) use select::{NameRegexes, is_literal, parse_selector, selector_matches};

use crate::error::{Error, ErrorKind, Result};
use crate::openapi::OpenApi;
use crate::resid::ResId;
use crate::resource::Resource;

/// Resources in the order in which they were accumulated.
///
/// Transformers reach them by position, id or name. A resource that a patch emptied is passed over by everything and leaves at the next
/// [`ResMap::drop_empties`], so that positions stay valid meanwhile.
#[derive(Clone, Debug, Default)]
pub struct ResMap {
    resources: Vec<Resource>,
    openapi: Arc<OpenApi>,
    index: Index,
}

impl ResMap {
    pub(crate) fn new(openapi: Arc<OpenApi>) -> Self {
        Self {
            resources: Vec::new(),
            openapi,
            index: Index::default(),
        }
    }

    /// The number of resources.
    pub fn len(&self) -> usize {
        self.resources.len()
    }

    /// Whether there are no resources.
    pub fn is_empty(&self) -> bool {
        self.resources.is_empty()
    }

    /// The resources in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Resource> {
        self.resources.iter()
    }

    pub(crate) fn openapi(&self) -> &Arc<OpenApi> {
        &self.openapi
    }

    pub(crate) fn get(&self, position: usize) -> &Resource {
        &self.resources[position]
    }

    pub(crate) fn into_resources(self) -> Vec<Resource> {
        self.resources
    }

    /// Adds a resource, whose present id must be new.
    pub(crate) fn append(&mut self, resource: Resource) -> Result<()> {
        self.refresh();
        let id = resource.cur_id();
        let known = self.index.with_current_id(&id.key(&self.openapi));
        if let Some(first) = known.first() {
            return Err(self.already_registered(*first, &resource));
        }
        self.index
            .add(self.resources.len(), &resource, &self.openapi);
        self.resources.push(resource);
        Ok(())
    }

    /// Adds resources one after the other.
    pub(crate) fn append_all(
        &mut self,
        resources: impl IntoIterator<Item = Resource>,
    ) -> Result<()> {
        resources
            .into_iter()
            .try_for_each(|resource| self.append(resource))
    }

    /// Refuses two resources with the same id, which patches can make of resources with different ones.
    pub(crate) fn refuse_repeated_ids(&mut self) -> Result<()> {
        self.refresh();
        let Some(second) = self.index.first_repeated() else {
            return Ok(());
        };
        let second = &self.resources[second];
        let known = self
            .index
            .with_current_id(&second.cur_id().key(&self.openapi));
        Err(self.already_registered(known[0], second))
    }

    fn already_registered(&self, first: usize, second: &Resource) -> Error {
        let text = format!(
            "may not add resource with an already registered id: {}",
            second.cur_id()
        );
        let places =
            [&self.resources[first], second].map(|resource| resource.source.shown(&resource.node));
        let error = Error::new(ErrorKind::Accumulate, text);
        match places {
            [Some(first), Some(second)] => {
                error.hint(format!("one comes from {first}, the other from {second}"))
            }
            [Some(known), None] | [None, Some(known)] => {
                error.hint(format!("one comes from {known}"))
            }
            [None, None] => error,
        }
    }

    /// Changes every resource.
    pub(crate) fn transform_each(
        &mut self,
        mut change: impl FnMut(&mut Resource, &OpenApi) -> Result<()>,
    ) -> Result<()> {
        self.index.invalidate();
        let openapi = Arc::clone(&self.openapi);
        self.resources
            .iter_mut()
            .filter(|resource| !resource.is_empty())
            .try_for_each(|resource| {
                change(resource, &openapi)?;
                resource.settle_shared_values();
                Ok(())
            })
    }

    /// Changes the resource at a position.
    pub(crate) fn transform_at(
        &mut self,
        position: usize,
        change: impl FnOnce(&mut Resource, &OpenApi) -> Result<()>,
    ) -> Result<()> {
        let openapi = Arc::clone(&self.openapi);
        let ids = self
            .index
            .is_fresh()
            .then(|| self.resources[position].all_ids());
        let outcome = change(&mut self.resources[position], &openapi);
        self.resources[position].settle_shared_values();
        if let Some(ids) = ids {
            self.index
                .update(position, &ids, &self.resources[position], &openapi);
        }
        outcome
    }

    /// Positions of the resources that have an id now.
    pub(crate) fn with_current_id(&mut self, id: &ResId) -> Vec<usize> {
        self.refresh();
        self.index.with_current_id(&id.key(&self.openapi)).to_vec()
    }

    /// Positions of the resources that have or had an id.
    pub(crate) fn with_any_id(&mut self, id: &ResId) -> Vec<usize> {
        self.refresh();
        self.index.with_any_id(&id.key(&self.openapi)).to_vec()
    }

    /// Positions of the resources that have or had a name.
    pub(crate) fn with_any_name(&mut self, name: &str) -> Vec<usize> {
        self.refresh();
        self.index.with_any_name(name).to_vec()
    }

    /// The one resource that has or had an id.
    pub(crate) fn by_id(&mut self, id: &ResId) -> Result<usize> {
        let found = self.with_any_id(id);
        if let [position] = found[..] {
            return Ok(position);
        }
        let problem = if found.is_empty() { "no" } else { "multiple" };
        let text =
            format!("{problem} matches for Id {id}; failed to find unique target for patch {id}");
        Err(Error::new(ErrorKind::Transform, text).hint(self.nearest(id)))
    }

    /// What the person may have meant: the names of the same kind that look most alike.
    pub(crate) fn nearest(&self, id: &ResId) -> String {
        let mut near: Vec<_> = self
            .resources
            .iter()
            .filter(|resource| !resource.is_empty())
            .map(|resource| {
                (
                    resource.kind() != id.gvk.kind,
                    crate::nearest::distance(resource.name(), &id.name),
                    resource.org_id(),
                )
            })
            .collect();
        near.sort_by_key(|(other_kind, distance, _)| (*other_kind, *distance));
        let names: Vec<_> = near
            .iter()
            .take(3)
            .map(|(_, _, id)| id.to_string())
            .collect();
        if names.is_empty() {
            "there are no resources here".to_owned()
        } else {
            format!("the nearest here: {}", names.join(", "))
        }
    }

    /// Lets go of the resources that were emptied.
    pub(crate) fn drop_empties(&mut self) {
        if self.resources.iter().any(Resource::is_empty) {
            self.retain(|resource| !resource.is_empty());
        }
    }

    pub(crate) fn retain(&mut self, keep: impl FnMut(&Resource) -> bool) {
        self.resources.retain(keep);
        self.index.invalidate();
    }

    pub(crate) fn sort_by(
        &mut self,
        compare: impl FnMut(&Resource, &Resource) -> std::cmp::Ordering,
    ) {
        self.resources.sort_by(compare);
        self.index.invalidate();
    }

    fn refresh(&mut self) {
        if !self.index.is_fresh() {
            self.index.rebuild(&self.resources, &self.openapi);
        }
    }
}

impl<'a> IntoIterator for &'a ResMap {
    type Item = &'a Resource;
    type IntoIter = std::slice::Iter<'a, Resource>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
