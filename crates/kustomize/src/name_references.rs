//! Repairing all references to objects whose names changed.

use std::cell::RefCell;

use goyaml::Node;
use rustc_hash::FxHashMap;

use crate::config::NameBackReferences;
use crate::error::{Error, Result};
use crate::filters::fieldspec::{self, Create};
use crate::filters::nameref::{Candidates, Filter, Referrer, Visible};
use crate::gvk::Gvk;
use crate::resmap::ResMap;
use crate::resource::Resource;

/// Writes the present names wherever a rule says that a field refers to an object. Fields are looked at even if there is nothing that they
/// could refer to, because objects of a wrong shape are refused here.
pub(crate) fn fix_back_references(
    resources: &mut ResMap,
    rules: &[NameBackReferences],
) -> Result<()> {
    let candidates = Candidates::new(resources);
    let rules = Rules::new(rules);
    for position in 0..resources.len() {
        let rules = rules.of(&resources.get(position).org_id().gvk);
        let mut ambiguous = Vec::new();
        let outcome = resources.transform_at(position, |resource, openapi| {
            let visible = Visible::new(&candidates, resource, openapi);
            let referrer = Referrer {
                visible,
                role_ref: role_ref(resource),
                ambiguous: RefCell::default(),
            };
            let outcome = rules
                .iter()
                .try_for_each(|rule| apply(rule, resource, &referrer));
            ambiguous = referrer.ambiguous.take();
            outcome
        });
        outcome.map_err(|error| describe(error, resources, position, &ambiguous))?;
    }
    Ok(())
}

fn apply(rule: &Filter, resource: &mut Resource, referrer: &Referrer<'_>) -> Result<()> {
    rule.apply(resource, referrer).map_err(|error| {
        let path = &rule.field.spec().path;
        error.context(format!(
            "updating name reference in '{path}' field of '{}'",
            resource.cur_id()
        ))
    })
}

/// Puts the referrer and the candidates among which none could be chosen behind an error.
fn describe(error: Error, resources: &ResMap, referrer: usize, candidates: &[usize]) -> Error {
    if candidates.is_empty() {
        return error;
    }
    let yaml = |position: usize| {
        resources
            .get(position)
            .to_yaml()
            .unwrap_or_else(|error| error.to_string())
    };
    let mut text = format!(
        "{error}\n**** Too many possible referral targets to referrer:\n{}\n",
        yaml(referrer)
    );
    for (index, candidate) in candidates.iter().enumerate() {
        text.push_str(&format!(
            "--- possible referral {index}:\n{}\n",
            yaml(*candidate)
        ));
    }
    error.reworded(text)
}

/// The type that a role binding says it refers to.
fn role_ref(resource: &Resource) -> Option<Gvk> {
    let role_ref = resource.node.get("roleRef")?;
    let part = |name: &str| role_ref.get(name).and_then(Node::as_str);
    Some(Gvk::new(part("apiGroup")?, "", part("kind")?))
}

/// Rules by the kind of the referrer.
struct Rules {
    by_kind: FxHashMap<String, Vec<(usize, Filter)>>,
}

impl Rules {
    fn new(rules: &[NameBackReferences]) -> Self {
        let mut by_kind: FxHashMap<String, Vec<(usize, Filter)>> = FxHashMap::default();
        let pairs = rules
            .iter()
            .flat_map(|rule| rule.referrers.iter().map(move |referrer| (rule, referrer)));
        for (order, (rule, referrer)) in pairs.enumerate() {
            let filter = Filter {
                field: fieldspec::Filter::new(referrer, Create::Nothing),
                target: rule.gvk.clone(),
            };
            by_kind
                .entry(referrer.gvk.kind.to_string())
                .or_default()
                .push((order, filter));
        }
        Self { by_kind }
    }

    /// The rules for referrers of a type, in order.
    fn of(&self, gvk: &Gvk) -> Vec<&Filter> {
        let rules = |kind: &str| self.by_kind.get(kind).into_iter().flatten();
        let mut found: Vec<_> = rules(&gvk.kind)
            .chain(rules(""))
            .filter(|(_, rule)| gvk.is_selected(&rule.field.spec().gvk))
            .collect();
        found.sort_by_key(|(order, _)| *order);
        found.into_iter().map(|(_, rule)| rule).collect()
    }
}
