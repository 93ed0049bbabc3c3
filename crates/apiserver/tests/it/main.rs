//! The server as a client sees it.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod client;
mod discovery;
mod harness;
mod remote;
mod verbs;
mod watching;
