//! A tree of commands with the manners of its front end.

use crate::completion::Complete;
use crate::{Command, Site, default_help, default_usage};

/// A tree of commands, and how its front end speaks.
pub struct Program<C: 'static> {
    pub(crate) root: &'static Command<C>,
    pub(crate) error_prefix: &'static str,
    pub(crate) usage_on_error: bool,
    pub(crate) usage_hint: bool,
    pub(crate) help: fn(&Site<'_, C>) -> String,
    pub(crate) usage: fn(&Site<'_, C>) -> String,
    pub(crate) flag_error: fn(&Site<'_, C>, String) -> String,
    pub(crate) complete_flag: Option<FlagComplete<C>>,
}

/// Completes the value of the named flag.
pub(crate) type FlagComplete<C> = fn(&'static str) -> Option<Complete<C>>;

impl<C: 'static> Program<C> {
    /// A program with cobra's own manners, but one that does not print its usage after every error.
    pub const fn new(root: &'static Command<C>) -> Program<C> {
        Program {
            root,
            error_prefix: "Error: ",
            usage_on_error: false,
            usage_hint: true,
            help: default_help,
            usage: default_usage,
            flag_error: |_, message| message,
            complete_flag: None,
        }
    }

    /// Sets what stands before an error.
    pub const fn error_prefix(mut self, prefix: &'static str) -> Self {
        self.error_prefix = prefix;
        self
    }

    /// Prints the usage after every error.
    pub const fn usage_on_error(mut self) -> Self {
        self.usage_on_error = true;
        self
    }

    /// Leaves off `Run '… --help' for usage.` after an unknown command.
    pub const fn no_usage_hint(mut self) -> Self {
        self.usage_hint = false;
        self
    }

    /// Sets how help and usage are laid out.
    pub const fn templates(
        mut self,
        help: fn(&Site<'_, C>) -> String,
        usage: fn(&Site<'_, C>) -> String,
    ) -> Self {
        self.help = help;
        self.usage = usage;
        self
    }

    /// Sets what becomes of a complaint about flags before it is printed.
    pub const fn flag_error(mut self, flag_error: fn(&Site<'_, C>, String) -> String) -> Self {
        self.flag_error = flag_error;
        self
    }

    /// Sets what completes the values of flags that ask for it.
    pub const fn complete_flag(mut self, complete: FlagComplete<C>) -> Self {
        self.complete_flag = Some(complete);
        self
    }
}
