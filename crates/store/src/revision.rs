//! The store's logical clock.

use std::fmt;

/// A point in the store's history: the number of writes that came before it, those of every key counted together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision(u64);

impl Revision {
    /// The revision of a store that nothing was written to.
    pub const ZERO: Self = Self(0);

    /// The revision with this number.
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    /// The number of this revision.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The revision that the next write takes.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
