//! The generated tables.

#[rustfmt::skip]
pub(crate) mod definitions;
#[rustfmt::skip]
pub(crate) mod messages;
#[rustfmt::skip]
pub(crate) mod resources;
