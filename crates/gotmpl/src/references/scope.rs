//! What variables and the dot may stand for.

use super::Step;
use crate::node::{Slot, Variable};
use crate::value::Str;

/// More assignments than these to one variable are not told apart.
const MAX_PATHS: usize = 16;

/// The places in the template's dot that a value may come from; none if it comes from elsewhere.
#[derive(Clone, Debug, Default)]
pub(super) struct Paths(Vec<Vec<Step>>);

/// The template's dot itself.
pub(super) fn root() -> Paths {
    Paths(vec![Vec::new()])
}

impl Paths {
    pub(super) fn iter(&self) -> impl Iterator<Item = &Vec<Step>> {
        self.0.iter()
    }

    pub(super) fn step(&self, step: &Step) -> Paths {
        let longer = self.0.iter().map(|path| {
            let mut path = path.clone();
            path.push(step.clone());
            path
        });
        Paths(longer.collect())
    }

    pub(super) fn fields(&self, fields: &[Str]) -> Paths {
        let steps = fields.iter().map(|field| Step::Key(field.clone()));
        steps.fold(self.clone(), |paths, step| paths.step(&step))
    }
}

/// The variables of a template.
pub(super) struct Scope(Vec<Paths>);

impl Scope {
    pub(super) fn new(slots: usize) -> Scope {
        let mut variables = vec![Paths::default(); slots.max(1)];
        variables[0] = root();
        Scope(variables)
    }

    pub(super) fn get(&self, slot: Option<Slot>) -> Paths {
        let slot = slot.and_then(|slot| self.0.get(slot as usize));
        slot.cloned().unwrap_or_default()
    }

    /// A variable may keep what it was: the assignment can be in a branch that is not taken.
    pub(super) fn set(&mut self, variable: &Variable, paths: &Paths) {
        let slot = variable.slot.and_then(|slot| self.0.get_mut(slot as usize));
        let Some(known) = slot else {
            return;
        };
        for path in &paths.0 {
            if known.0.len() < MAX_PATHS && !known.0.contains(path) {
                known.0.push(path.clone());
            }
        }
    }
}
