//! Patches against what the real tools sent and what the real server made of it.

mod inverse;
mod recorded;
