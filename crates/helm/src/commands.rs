//! A module for each command.

mod template;

pub(crate) use template::TEMPLATE;
