//! The server as a client sees it.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(
    clippy::print_stdout,
    reason = "a test that cannot run where it is says so"
)]

mod access;
mod applying;
mod applying_custom;
mod client;
mod custom;
mod discovery;
mod disk;
mod harness;
mod recordings;
mod remote;
mod services;
mod subresources;
mod verbs;
mod watching;
