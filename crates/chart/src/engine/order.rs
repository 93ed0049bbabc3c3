//! The order in which files are parsed and executed.

use std::cmp::Ordering;

/// Compares two names; the greater one comes first: files that lie deeper, then those later in the alphabet.
pub(super) fn compare(a: &str, b: &str) -> Ordering {
    let depth = |name: &str| name.matches('/').count();
    depth(a).cmp(&depth(b)).then_with(|| a.cmp(b))
}
