//! The objects that a reference may mean.

use std::collections::{BTreeMap, BTreeSet};

use compact_str::CompactString;
use rustc_hash::FxHashMap;

use crate::openapi::OpenApi;
use crate::resid::{NOT_A_NAMESPACE, ResId};
use crate::resmap::ResMap;
use crate::resource::Resource;
use crate::rnode;

/// An object that had another id before.
#[derive(Debug)]
pub(crate) struct Candidate {
    pub(crate) position: usize,
    /// The present id.
    pub(crate) id: ResId,
    pub(crate) previous: Vec<ResId>,
    pub(crate) effective_namespace: CompactString,
    pub(crate) original_namespace: CompactString,
    pub(crate) cluster_scoped: bool,
    affixes: Resource,
}

impl Candidate {
    pub(crate) fn came_cluster_scoped(&self) -> bool {
        self.original_namespace == NOT_A_NAMESPACE
    }
}

/// All candidates by the names that they had.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    all: Vec<Candidate>,
    by_name: FxHashMap<CompactString, Vec<usize>>,
    /// Where the objects that came from a namespace are now: effective and written namespace of each.
    came_from: BTreeMap<CompactString, BTreeSet<(CompactString, CompactString)>>,
}

impl Candidates {
    pub(crate) fn new(resources: &ResMap) -> Self {
        let openapi = resources.openapi();
        let mut candidates = Self::default();
        for (position, resource) in resources.iter().enumerate() {
            candidates.add(position, resource, openapi);
        }
        candidates
    }

    fn add(&mut self, position: usize, resource: &Resource, openapi: &OpenApi) {
        let id = resource.cur_id();
        let effective_namespace: CompactString = id.effective_namespace(openapi).into();
        let original_namespace: CompactString =
            resource.org_id().effective_namespace(openapi).into();
        let now = (effective_namespace.clone(), id.namespace.clone());
        self.came_from
            .entry(original_namespace.clone())
            .or_default()
            .insert(now);
        let previous: Vec<ResId> = resource.prev_ids().collect();
        if previous.is_empty() {
            return;
        }
        let names: BTreeSet<_> = previous.iter().map(|id| id.name.clone()).collect();
        for name in names {
            self.by_name.entry(name).or_default().push(self.all.len());
        }
        let cluster_scoped = effective_namespace == NOT_A_NAMESPACE;
        let affixes = affixes_of(resource);
        self.all.push(Candidate {
            position,
            id,
            previous,
            effective_namespace,
            original_namespace,
            cluster_scoped,
            affixes,
        });
    }
}

/// A resource without its content.
fn affixes_of(resource: &Resource) -> Resource {
    Resource {
        prefixes: resource.prefixes.clone(),
        suffixes: resource.suffixes.clone(),
        ..Resource::default()
    }
}

/// The candidates as one referrer sees them.
#[derive(Debug)]
pub(crate) struct Visible<'a> {
    candidates: &'a Candidates,
    /// The referrer's namespace; `None` for a cluster-scoped one, which sees everything.
    namespace: Option<CompactString>,
    /// Namespaces of the service accounts that a role binding names.
    subjects: BTreeSet<String>,
    affixes: Resource,
}

impl<'a> Visible<'a> {
    pub(crate) fn new(candidates: &'a Candidates, referrer: &Resource, openapi: &OpenApi) -> Self {
        let namespace = referrer.cur_id().effective_namespace(openapi).into();
        let subjects = if referrer.kind() == "RoleBinding" {
            account_namespaces(referrer)
        } else {
            BTreeSet::new()
        };
        Self {
            candidates,
            namespace: Some(namespace).filter(|namespace| namespace != NOT_A_NAMESPACE),
            subjects,
            affixes: affixes_of(referrer),
        }
    }

    /// Those that had a name, in order.
    pub(crate) fn named(&self, name: &str) -> impl Iterator<Item = &'a Candidate> {
        let places = self
            .candidates
            .by_name
            .get(name)
            .map_or(&[][..], Vec::as_slice);
        places
            .iter()
            .map(|place| &self.candidates.all[*place])
            .filter(|candidate| self.sees(&candidate.effective_namespace, &candidate.id.namespace))
    }

    /// Whether any visible object came from a namespace.
    pub(crate) fn any_came_from(&self, namespace: &str) -> bool {
        let now = self
            .candidates
            .came_from
            .get(namespace)
            .filter(|_| namespace != NOT_A_NAMESPACE);
        now.is_some_and(|now| {
            now.iter()
                .any(|(effective, written)| self.sees(effective, written))
        })
    }

    fn sees(&self, effective: &str, written: &str) -> bool {
        match &self.namespace {
            None => true,
            Some(namespace) => {
                effective == NOT_A_NAMESPACE
                    || effective == namespace
                    || self.subjects.contains(written)
            }
        }
    }

    /// Whether a candidate is in the referrer's namespace, or in none, or may be referred to from anywhere.
    pub(crate) fn near(&self, candidate: &Candidate) -> bool {
        match &self.namespace {
            None => true,
            Some(namespace) => {
                candidate.cluster_scoped
                    || candidate.id.gvk.kind == "ServiceAccount"
                    || candidate.effective_namespace == *namespace
            }
        }
    }

    pub(crate) fn same_affixes(&self, candidate: &Candidate, allow_empty: bool) -> bool {
        candidate.affixes.same_affixes(&self.affixes, allow_empty)
    }
}

fn account_namespaces(role_binding: &Resource) -> BTreeSet<String> {
    let subjects = role_binding
        .node
        .get("subjects")
        .map_or(&[][..], goyaml::Node::items);
    let accounts = subjects
        .iter()
        .filter(|subject| rnode::text_at(subject, &["kind"]) == "ServiceAccount");
    accounts
        .filter_map(|account| account.get("namespace"))
        .map(|namespace| rnode::value(namespace).to_owned())
        .collect()
}
