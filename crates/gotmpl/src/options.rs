//! How a template set executes: what a missing key means, and how far an execution may go.

/// What looking up a key that a map does not have means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MissingKey {
    /// There is no value: prints `<no value>`.
    #[default]
    Invalid,
    /// The zero value of the map's element type.
    Zero,
    /// The execution fails with `map has no entry for key "x"`.
    Error,
}

/// Bounds of one execution. Exceeding one is an error that names the bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Nested template calls (`template`, and templates that functions execute). Go's own limit is 100,000.
    pub depth: usize,
    /// Nodes evaluated.
    pub steps: u64,
    /// Bytes of output, those of nested executions counted too.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            depth: 100_000,
            steps: 1_000_000_000,
            output: 1 << 30,
        }
    }
}

/// Options of a template set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// What a missing key means.
    pub missing_key: MissingKey,
    /// Bounds of an execution.
    pub limits: Limits,
}
