//! The server as a client sees it.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(
    clippy::print_stdout,
    reason = "a test that cannot run where it is says so"
)]

mod applying;
mod client;
mod discovery;
mod harness;
mod recordings;
mod remote;
mod subresources;
mod verbs;
mod watching;
