//! A small program, driven as a person would: the expected texts are what cobra 1.10 prints for the same tree.

mod completion;
mod errors;
mod help;
mod program;
