//! Room for recursion: templates nest deeper than the stack of a thread allows for.

/// What must be left of the stack before more is taken, and how much more that is.
const RED_ZONE: usize = 128 << 10;
const SEGMENT: usize = 4 << 20;

/// Runs `f` with enough stack for one more level of recursion.
pub(crate) fn grow<T>(f: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, SEGMENT, f)
}
