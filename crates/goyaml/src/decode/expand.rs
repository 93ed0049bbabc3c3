//! Aliases and merge keys, replaced in place.

use std::collections::HashSet;

use super::budget::Budget;
use super::json::{is_merge_key, merge_sources};
use crate::compose::excessive_aliasing;
use crate::{Data, Error, Node};

pub(super) fn expand(node: &mut Node) -> Result<(), Error> {
    Expander {
        budget: Budget::default(),
    }
    .expand(node)
}

struct Expander {
    budget: Budget,
}

impl Expander {
    fn expand(&mut self, node: &mut Node) -> Result<(), Error> {
        if !self.budget.spend() {
            return Err(excessive_aliasing(node.position));
        }
        node.anchor = None;
        match &mut node.data {
            Data::Scalar(_) => Ok(()),
            Data::Alias(alias) => {
                let mut target = alias.target.clone();
                self.budget.enter_alias();
                self.expand(&mut target)?;
                self.budget.leave_alias();
                *node = target;
                Ok(())
            }
            Data::Sequence(items) => items.iter_mut().try_for_each(|item| self.expand(item)),
            Data::Mapping(pairs) => {
                if pairs.iter().any(|(key, _)| is_merge_key(key)) {
                    *pairs = self.merge(std::mem::take(pairs))?;
                    return Ok(());
                }
                pairs.iter_mut().try_for_each(|(key, value)| {
                    self.expand(key)?;
                    self.expand(value)
                })
            }
        }
    }

    /// The pairs of a map, with those behind its merge keys that it does not have itself at the end.
    fn merge(&mut self, pairs: Vec<(Node, Node)>) -> Result<Vec<(Node, Node)>, Error> {
        let mut own = Vec::with_capacity(pairs.len());
        let mut sources = Vec::new();
        for (mut key, mut value) in pairs {
            if is_merge_key(&key) {
                sources.push(value);
                continue;
            }
            self.expand(&mut key)?;
            self.expand(&mut value)?;
            own.push((key, value));
        }
        let mut seen: HashSet<String> = own
            .iter()
            .filter_map(|(key, _)| Some(key.as_str()?.to_owned()))
            .collect();
        for value in sources {
            for source in merge_sources(&value)? {
                let mut source = source.clone();
                self.expand(&mut source)?;
                let Data::Mapping(merged) = source.data else {
                    continue;
                };
                own.extend(
                    merged.into_iter().filter(|(key, _)| {
                        key.as_str().is_none_or(|key| seen.insert(key.to_owned()))
                    }),
                );
            }
        }
        Ok(own)
    }
}
