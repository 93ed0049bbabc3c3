//! Which variables are in scope, and the slot of each.

use crate::node::Slot;
use crate::value::Str;

/// The variables of one template while it is parsed.
pub(super) struct Variables {
    /// Names in scope, each with its slot once it has one.
    scope: Vec<(Str, Option<Slot>)>,
    slots: Slot,
}

impl Variables {
    pub(super) fn new() -> Variables {
        Variables {
            scope: vec![(Str::from("$"), Some(0))],
            slots: 1,
        }
    }

    /// Brings a name into scope that a pipeline declares or assigns. Until the pipeline is complete the name
    /// still means the variable that was there before.
    pub(super) fn announce(&mut self, name: Str) {
        self.scope.push((name, None));
    }

    /// Gives the announced name at `index` its variable: a new one, or the one that is assigned.
    pub(super) fn settle(&mut self, index: usize, assign: bool) -> Option<Slot> {
        let slot = if assign {
            self.declared(self.scope[index].0.as_bytes())
        } else {
            let slot = self.slots;
            self.slots += 1;
            Some(slot)
        };
        self.scope[index].1 = slot;
        slot
    }

    /// The name and where its variable is, if the name is in scope.
    pub(super) fn find(&self, name: &[u8]) -> Option<(Str, Option<Slot>)> {
        let mut newest = self.scope.iter().rev();
        let (known, slot) = newest.find(|(other, _)| other.as_bytes() == name)?;
        Some((known.clone(), slot.or_else(|| self.declared(name))))
    }

    fn declared(&self, name: &[u8]) -> Option<Slot> {
        let newest = self.scope.iter().rev();
        newest
            .filter(|(other, _)| other.as_bytes() == name)
            .find_map(|(_, slot)| *slot)
    }

    pub(super) fn mark(&self) -> usize {
        self.scope.len()
    }

    pub(super) fn pop(&mut self, mark: usize) {
        self.scope.truncate(mark);
    }

    pub(super) fn slots(&self) -> usize {
        self.slots as usize
    }
}
