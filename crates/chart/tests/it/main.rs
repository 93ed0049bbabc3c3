//! Charts rendered beside what Helm said about them.

mod hostile;
mod snippets;
