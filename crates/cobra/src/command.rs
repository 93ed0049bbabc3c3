//! The static description of a command.

use crate::completion::Complete;
use crate::{Args, Failure, Flag, Invocation, Io};

/// What a command does once its line has been parsed and checked.
pub(crate) type Run<C> = fn(&Invocation<C>, &mut C, &mut Io<'_>) -> Result<(), Failure>;

/// A command: a row of the tree that a [`crate::Program`] walks.
///
/// `C` is the front end's own context, handed through to what runs.
pub struct Command<C: 'static> {
    pub(crate) use_line: &'static str,
    pub(crate) aliases: &'static [&'static str],
    pub(crate) suggest_for: &'static [&'static str],
    pub(crate) short: &'static str,
    pub(crate) long: &'static str,
    pub(crate) example: &'static str,
    pub(crate) group: &'static str,
    pub(crate) hidden: bool,
    pub(crate) deprecated: &'static str,
    pub(crate) flags: &'static [&'static [Flag]],
    pub(crate) persistent_flags: &'static [&'static [Flag]],
    pub(crate) flags_in_use_line: bool,
    pub(crate) flag_parsing: bool,
    pub(crate) interspersed: bool,
    pub(crate) exclusive: &'static [&'static [&'static str]],
    pub(crate) one_required: &'static [&'static [&'static str]],
    pub(crate) together: &'static [&'static [&'static str]],
    pub(crate) args: Option<Args<C>>,
    pub(crate) valid_args: &'static [&'static str],
    pub(crate) complete: Option<Complete<C>>,
    pub(crate) commands: &'static [&'static Command<C>],
    pub(crate) pre_run: Option<Run<C>>,
    pub(crate) run: Option<Run<C>>,
}

impl<C: 'static> Command<C> {
    /// A command whose name is the first word of `use_line`, with its one-line description.
    pub const fn new(use_line: &'static str, short: &'static str) -> Self {
        Command {
            use_line,
            aliases: &[],
            suggest_for: &[],
            short,
            long: "",
            example: "",
            group: "",
            hidden: false,
            deprecated: "",
            flags: &[],
            persistent_flags: &[],
            flags_in_use_line: true,
            flag_parsing: true,
            interspersed: true,
            exclusive: &[],
            one_required: &[],
            together: &[],
            args: None,
            valid_args: &[],
            complete: None,
            commands: &[],
            pre_run: None,
            run: None,
        }
    }

    /// Sets what the command does.
    pub const fn run(mut self, run: Run<C>) -> Self {
        self.run = Some(run);
        self
    }

    /// Sets what runs before this command and, unless they have their own, before those below it.
    pub const fn persistent_pre_run(mut self, run: Run<C>) -> Self {
        self.pre_run = Some(run);
        self
    }

    /// Sets the sub-commands; their order does not matter, listings are sorted.
    pub const fn commands(mut self, commands: &'static [&'static Command<C>]) -> Self {
        self.commands = commands;
        self
    }

    /// Sets the rule for positional arguments.
    ///
    /// Without one a root refuses words that are no command, every other command takes what comes.
    pub const fn args(mut self, args: Args<C>) -> Self {
        self.args = Some(args);
        self
    }

    /// Sets the words that complete the first argument.
    pub const fn valid_args(mut self, words: &'static [&'static str]) -> Self {
        self.valid_args = words;
        self
    }

    /// Sets what completes the arguments.
    pub const fn complete(mut self, complete: Complete<C>) -> Self {
        self.complete = Some(complete);
        self
    }

    /// Sets the flags of this command alone, as groups that several commands may share.
    pub const fn flags(mut self, groups: &'static [&'static [Flag]]) -> Self {
        self.flags = groups;
        self
    }

    /// Sets the flags that this command and all below it understand.
    pub const fn persistent_flags(mut self, groups: &'static [&'static [Flag]]) -> Self {
        self.persistent_flags = groups;
        self
    }

    /// Sets other names for the command.
    pub const fn aliases(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// Sets the words for which this command is suggested though they are not like its name.
    pub const fn suggest_for(mut self, words: &'static [&'static str]) -> Self {
        self.suggest_for = words;
        self
    }

    /// Sets the text that help opens with.
    pub const fn long(mut self, long: &'static str) -> Self {
        self.long = long;
        self
    }

    /// Sets the examples that help shows.
    pub const fn example(mut self, example: &'static str) -> Self {
        self.example = example;
        self
    }

    /// Sets the heading under which a grouped listing shows the command.
    pub const fn group(mut self, group: &'static str) -> Self {
        self.group = group;
        self
    }

    /// Leaves the command out of listings and completion.
    pub const fn hidden(mut self) -> Self {
        self.hidden = true;
        self
    }

    /// Marks the command as deprecated, with what to do instead.
    pub const fn deprecated(mut self, message: &'static str) -> Self {
        self.deprecated = message;
        self
    }

    /// Leaves ` [flags]` off the usage line.
    pub const fn no_flags_in_use_line(mut self) -> Self {
        self.flags_in_use_line = false;
        self
    }

    /// Hands every word to the command as an argument, dashes and all.
    pub const fn no_flag_parsing(mut self) -> Self {
        self.flag_parsing = false;
        self
    }

    /// Ends flag parsing at the first argument.
    pub const fn no_interspersed(mut self) -> Self {
        self.interspersed = false;
        self
    }

    /// Sets groups of flags of which one at most may be given.
    pub const fn exclusive(mut self, groups: &'static [&'static [&'static str]]) -> Self {
        self.exclusive = groups;
        self
    }

    /// Sets groups of flags of which one at least must be given.
    pub const fn one_required(mut self, groups: &'static [&'static [&'static str]]) -> Self {
        self.one_required = groups;
        self
    }

    /// Sets groups of flags that must be given all or not at all.
    pub const fn together(mut self, groups: &'static [&'static [&'static str]]) -> Self {
        self.together = groups;
        self
    }

    /// The command's name: the first word of its usage line.
    pub fn name(&self) -> &'static str {
        self.use_line.split(' ').next().unwrap_or(self.use_line)
    }

    /// The one-line description.
    pub fn short(&self) -> &'static str {
        self.short
    }

    /// The text that help opens with; empty if there is only the short one.
    pub fn long_text(&self) -> &'static str {
        self.long
    }

    /// The examples; empty if there are none.
    pub fn examples(&self) -> &'static str {
        self.example
    }

    /// The heading under which a grouped listing shows the command.
    pub fn group_name(&self) -> &'static str {
        self.group
    }

    /// Whether the command does something by itself.
    pub fn is_runnable(&self) -> bool {
        self.run.is_some()
    }

    /// Whether listings and completion show the command: neither hidden nor deprecated, and of some use.
    pub fn is_available(&self) -> bool {
        self.deprecated.is_empty()
            && !self.hidden
            && (self.is_runnable() || self.commands.iter().any(|command| command.is_available()))
    }

    /// The other names of the command.
    pub fn alias_names(&self) -> &'static [&'static str] {
        self.aliases
    }

    /// The sub-commands in the order in which they were declared.
    pub fn declared_commands(&self) -> &'static [&'static Command<C>] {
        self.commands
    }

    /// The sub-commands in the order of their names.
    pub fn sorted_commands(&self) -> Vec<&'static Command<C>> {
        let mut commands = self.commands.to_vec();
        commands.sort_by_key(|command| command.name());
        commands
    }

    pub(crate) fn answers_to(&self, word: &str) -> bool {
        self.name() == word || self.aliases.contains(&word)
    }

    pub(crate) fn local_flags(&self) -> impl Iterator<Item = &'static Flag> {
        self.flags.iter().copied().flatten()
    }

    pub(crate) fn all_persistent_flags(&self) -> impl Iterator<Item = &'static Flag> {
        self.persistent_flags.iter().copied().flatten()
    }
}
