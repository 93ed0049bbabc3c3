//! Development only: what a command costs, and where the real tools are.

mod cost;
mod peers;

pub use cost::{Cost, measure, measured_here};
pub use peers::{Peer, peer};
