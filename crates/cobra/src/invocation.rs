//! A command line that was read and found in order.

use crate::{Command, Env, Flags, Site};

/// What a command gets to know about how it was called.
pub struct Invocation<C: 'static> {
    /// The commands from the root to the one that runs.
    pub path: Vec<&'static Command<C>>,
    /// The flags with their values.
    pub flags: Flags,
    /// The positional arguments.
    pub args: Vec<String>,
    /// How many arguments stood before `--`, if it was there.
    pub args_before_dash: Option<usize>,
}

impl<C: 'static> Invocation<C> {
    /// The site of the command that runs.
    pub fn site<'a>(&'a self, env: &'a Env) -> Site<'a, C> {
        Site::new(&self.path, env)
    }
}
