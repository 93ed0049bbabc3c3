//! Behaviour of whole builds.

mod bad_input;
mod cases;
mod charts;
mod hints;
mod mutations;
mod remote;
