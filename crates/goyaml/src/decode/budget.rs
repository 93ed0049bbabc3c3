//! How much of a document may come from aliases.

/// Up to this many steps nearly all may come from aliases.
const RELAXED: f64 = 400_000.0;
/// From this many steps on only a tenth may.
const STRICT: f64 = 4_000_000.0;

/// Counts the steps of decoding a document, and stops it when aliases multiply it.
#[derive(Debug, Default)]
pub(super) struct Budget {
    steps: u32,
    alias_steps: u32,
    alias_depth: u32,
}

impl Budget {
    /// Counts a step. False when too much of the document comes from aliases.
    pub(super) fn spend(&mut self) -> bool {
        self.steps += 1;
        if self.alias_depth == 0 {
            return true;
        }
        self.alias_steps += 1;
        self.alias_steps <= 100
            || self.steps <= 1000
            || f64::from(self.alias_steps) / f64::from(self.steps) <= self.allowed_share()
    }

    pub(super) fn enter_alias(&mut self) {
        self.alias_depth += 1;
    }

    pub(super) fn leave_alias(&mut self) {
        self.alias_depth -= 1;
    }

    fn allowed_share(&self) -> f64 {
        let steps = f64::from(self.steps);
        if steps <= RELAXED {
            0.99
        } else if steps >= STRICT {
            0.10
        } else {
            0.99 - 0.89 * ((steps - RELAXED) / (STRICT - RELAXED))
        }
    }
}
