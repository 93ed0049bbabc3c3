//! A tree of commands with the manners of its front end.

use crate::completion::Complete;
use crate::{Command, Env, Failure, Flag, Io, Site, default_help, default_usage};

/// A tree of commands, and how its front end speaks.
pub struct Program<C: 'static> {
    pub(crate) root: &'static Command<C>,
    pub(crate) error_prefix: &'static str,
    pub(crate) usage_on_error: bool,
    pub(crate) usage_hint: bool,
    pub(crate) help: fn(&Site<'_, C>) -> String,
    pub(crate) usage: fn(&Site<'_, C>) -> String,
    pub(crate) flag_error: fn(&Site<'_, C>, &str) -> String,
    pub(crate) complete_flag: Option<FlagComplete<C>>,
    pub(crate) initialize: Option<Initialize>,
}

/// What runs before any command does.
pub(crate) type Initialize = fn(&Io<'_>) -> Result<(), Failure>;

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
            flag_error: |_, message| message.to_owned(),
            complete_flag: None,
            initialize: None,
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
    pub const fn flag_error(mut self, flag_error: fn(&Site<'_, C>, &str) -> String) -> Self {
        self.flag_error = flag_error;
        self
    }

    /// Sets what completes the values of flags that ask for it.
    pub const fn complete_flag(mut self, complete: FlagComplete<C>) -> Self {
        self.complete_flag = Some(complete);
        self
    }

    /// Sets what runs before any command and before completion, after flags were read and before arguments are counted.
    pub const fn initialize(mut self, initialize: Initialize) -> Self {
        self.initialize = Some(initialize);
        self
    }

    /// What is wrong with the tables: two flags of one name or letter on one command, a group of flags that are not there.
    ///
    /// For the front ends' tests: at run time the first declaration wins.
    pub fn table_faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        collect_faults(&mut vec![self.root], &mut faults);
        faults
    }
}

fn collect_faults<C>(path: &mut Vec<&'static Command<C>>, faults: &mut Vec<String>) {
    let env = Env::default();
    let site = Site::new(path, &env);
    let name = site.command_path();
    let command = site.command();
    let above = &path[..path.len() - 1];
    let inherited: Vec<&Flag> = above
        .iter()
        .flat_map(|command| command.all_persistent_flags())
        .collect();
    let own: Vec<&Flag> = command
        .all_persistent_flags()
        .chain(command.local_flags())
        .collect();
    let declared = [&inherited[..], &own].concat();
    for (i, flag) in own.iter().enumerate() {
        let earlier = &own[..i];
        if earlier.iter().any(|other| other.name == flag.name) {
            faults.push(format!("{name}: --{} is declared twice", flag.name));
        }
        // A command's own flag takes the place of an inherited one of its name, with its letter.
        let is_taken = inherited
            .iter()
            .chain(earlier)
            .any(|other| other.shorthand == flag.shorthand && other.name != flag.name);
        if flag.shorthand.is_some() && is_taken {
            faults.push(format!(
                "{name}: -{} of --{} is taken",
                flag.shorthand.unwrap_or_default(),
                flag.name
            ));
        }
    }
    for member in [command.exclusive, command.one_required, command.together]
        .concat()
        .concat()
    {
        if !declared.iter().any(|flag| flag.name == member) {
            faults.push(format!(
                "{name}: a group names --{member}, which is not there"
            ));
        }
    }
    for below in command.declared_commands() {
        path.push(below);
        collect_faults(path, faults);
        path.pop();
    }
}
