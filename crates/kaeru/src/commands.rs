//! Kaeru's own commands, a module each.

mod data_dir;
mod down;
mod lab;
mod status;
mod up;

pub(crate) use down::Down;
pub(crate) use lab::Lab;
pub(crate) use status::Status;
pub(crate) use up::Up;
