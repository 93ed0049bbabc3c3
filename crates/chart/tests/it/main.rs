//! Charts rendered beside what Helm said about them.

mod advice;
mod hostile;
mod schemas;
mod snippets;
