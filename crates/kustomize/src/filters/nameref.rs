//! Repairing a field that holds the name of another object.

mod candidates;

use std::cell::RefCell;

use goyaml::{Data, Node};

pub(crate) use candidates::{Candidate, Candidates, Visible};

use super::fieldspec;
use crate::error::{Error, ErrorKind, Result};
use crate::gvk::Gvk;
use crate::resource::Resource;
use crate::rnode;

/// One rule: this field of a referrer holds the name of an object of that type.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    pub(crate) field: fieldspec::Filter,
    pub(crate) target: Gvk,
}

/// The referrer as it was before, for comparing and for messages.
pub(crate) struct Referrer<'a> {
    pub(crate) visible: Visible<'a>,
    /// For rules that end in `roleRef/name`, the type that the reference itself names.
    pub(crate) role_ref: Option<Gvk>,
    /// Positions of the candidates among which none could be chosen, when that was the failure.
    pub(crate) ambiguous: RefCell<Vec<usize>>,
}

impl Filter {
    /// Writes the present name of the object that the field refers to.
    pub(crate) fn apply(&self, resource: &mut Resource, referrer: &Referrer<'_>) -> Result<()> {
        let gvk = self.field.spec().gvk.clone();
        self.field
            .apply(resource, &gvk, &mut |node| self.set(node, referrer))
    }

    fn set(&self, node: &mut Node, referrer: &Referrer<'_>) -> Result<()> {
        if rnode::is_null(node) {
            return Ok(());
        }
        match &mut node.data {
            Data::Scalar(_) => self.set_scalar(node, referrer),
            Data::Mapping(_) => self.set_mapping(node, referrer),
            Data::Sequence(items) => items.iter_mut().try_for_each(|item| match &item.data {
                _ if rnode::is_null(item) => Ok(()),
                Data::Scalar(_) => self.set_scalar(item, referrer),
                Data::Mapping(_) => self.set_mapping(item, referrer),
                Data::Sequence(_) | Data::Alias(_) => Err(Error::new(
                    ErrorKind::Reference,
                    "is expected to be either a string or a map of string",
                )),
            }),
            Data::Alias(_) => Err(Error::new(
                ErrorKind::Reference,
                "node must be a scalar, sequence or map",
            )),
        }
    }

    fn set_scalar(&self, node: &mut Node, referrer: &Referrer<'_>) -> Result<()> {
        let old = node.as_str().unwrap_or_default();
        let found = self.candidates(old, referrer, |_| true);
        let same = |a: &Candidate, b: &Candidate| a.id.name == b.id.name;
        match self.choose(found, referrer, same)? {
            Some(referral) if referral.id.name != old => rnode::set_scalar(node, &referral.id.name),
            _ => Ok(()),
        }
    }

    /// Completes the path with `name`, and `namespace` where the object has one.
    fn set_mapping(&self, node: &mut Node, referrer: &Referrer<'_>) -> Result<()> {
        let Some(name) = node.get("name") else {
            return Err(Error::new(
                ErrorKind::Reference,
                "path config error; no 'name' field in node",
            ));
        };
        let old = name.as_str().unwrap_or_default();
        let found = match node
            .get("namespace")
            .map(|namespace| namespace.as_str().unwrap_or_default())
        {
            None => self.candidates(old, referrer, |_| true),
            Some(namespace) if referrer.visible.any_came_from(namespace) => {
                self.candidates(old, referrer, |candidate| {
                    !candidate.came_cluster_scoped() && candidate.original_namespace == namespace
                })
            }
            Some(namespace) => self.candidates(old, referrer, |candidate| {
                !candidate.cluster_scoped && candidate.effective_namespace == namespace
            }),
        };
        let same = |a: &Candidate, b: &Candidate| {
            a.id.name == b.id.name && a.id.namespace == b.id.namespace
        };
        let Some(referral) = self.choose(found, referrer, same)? else {
            return Ok(());
        };
        let id = &referral.id;
        if id.name == old && id.namespace.is_empty() {
            return Ok(());
        }
        rnode::set_field(node, "name", Some(rnode::untagged(&id.name)))?;
        if !id.namespace.is_empty() {
            rnode::set_field(node, "namespace", Some(rnode::untagged(&id.namespace)))?;
        }
        Ok(())
    }

    /// The objects of the right type that the referrer can see and that had the name.
    fn candidates<'a>(
        &self,
        name: &str,
        referrer: &Referrer<'a>,
        accept: impl Fn(&Candidate) -> bool,
    ) -> Vec<&'a Candidate> {
        let by_role_ref = self.field.spec().path.ends_with("roleRef/name");
        let was = |candidate: &Candidate, gvk: &Gvk| {
            candidate.previous.iter().any(|id| id.gvk.is_selected(gvk))
        };
        referrer
            .visible
            .named(name)
            .filter(|candidate| accept(candidate) && was(candidate, &self.target))
            .filter(|candidate| {
                !by_role_ref
                    || referrer
                        .role_ref
                        .as_ref()
                        .is_none_or(|gvk| was(candidate, gvk))
            })
            .filter(|candidate| referrer.visible.near(candidate))
            .collect()
    }

    /// Picks the one that the referrer means.
    fn choose<'a>(
        &self,
        mut found: Vec<&'a Candidate>,
        referrer: &Referrer<'a>,
        same: impl Fn(&Candidate, &Candidate) -> bool,
    ) -> Result<Option<&'a Candidate>> {
        for allow_empty in [true, false] {
            if found.len() == 1 {
                return Ok(found.pop());
            }
            found.retain(|candidate| referrer.visible.same_affixes(candidate, allow_empty));
        }
        let Some(first) = found.first().copied() else {
            return Ok(None);
        };
        if found.iter().all(|candidate| same(first, candidate)) {
            return Ok(Some(first));
        }
        let ids: Vec<_> = found
            .iter()
            .map(|candidate| candidate.id.to_string())
            .collect();
        referrer
            .ambiguous
            .replace(found.iter().map(|candidate| candidate.position).collect());
        Err(Error::new(
            ErrorKind::Reference,
            format!("found multiple possible referrals: {}\n", ids.join(", ")),
        ))
    }
}
