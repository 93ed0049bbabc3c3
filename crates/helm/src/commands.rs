//! A module for each command.

mod completion;
mod create;
mod dependency;
mod env;
mod lint;
mod package;
mod show;
mod template;
mod version;

pub(crate) use completion::COMPLETION;
pub(crate) use create::CREATE;
pub(crate) use dependency::DEPENDENCY;
pub(crate) use env::ENV;
pub(crate) use lint::LINT;
pub(crate) use package::PACKAGE;
pub(crate) use show::SHOW;
pub(crate) use template::TEMPLATE;
pub(crate) use version::VERSION;
