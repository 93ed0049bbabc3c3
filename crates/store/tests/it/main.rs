//! The store's guarantees.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod durability;
mod faulty_disk;
mod history;
mod linearizability;
