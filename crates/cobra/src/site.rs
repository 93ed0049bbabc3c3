//! Where in the tree a command stands.

use crate::flag_set::Origin;
use crate::{Command, Env, Flag};

/// A command with the commands above it, and the environment that computed defaults come from.
pub struct Site<'a, C: 'static> {
    path: &'a [&'static Command<C>],
    env: &'a Env,
}

/// A flag as a usage text lists it.
#[derive(Clone)]
pub struct ListedFlag {
    /// The row of the table.
    pub flag: Flag,
    /// What the flag is for.
    pub usage: String,
    /// The text of its default value.
    pub default: String,
}

impl<'a, C: 'static> Site<'a, C> {
    /// The site of the last command of a path that starts at the root.
    ///
    /// # Panics
    /// If the path is empty.
    pub fn new(path: &'a [&'static Command<C>], env: &'a Env) -> Site<'a, C> {
        assert!(!path.is_empty(), "a path starts at the root");
        Site { path, env }
    }

    /// The command itself.
    pub fn command(&self) -> &'static Command<C> {
        self.path[self.path.len() - 1]
    }

    /// The top of the tree.
    pub fn root(&self) -> &'static Command<C> {
        self.path[0]
    }

    /// The commands from the root to this one.
    pub fn path(&self) -> &'a [&'static Command<C>] {
        self.path
    }

    /// The environment of the run.
    pub fn env(&self) -> &'a Env {
        self.env
    }

    /// Whether this is the root.
    pub fn is_root(&self) -> bool {
        self.path.len() == 1
    }

    /// The words that call the command: `helm get values`.
    pub fn command_path(&self) -> String {
        let names: Vec<&str> = self.path.iter().map(|command| command.name()).collect();
        names.join(" ")
    }

    /// The line that shows how to call the command: `helm get values RELEASE_NAME [flags]`.
    pub fn use_line(&self) -> String {
        let command = self.command();
        let mut line = match self.path.split_last() {
            Some((_, [])) | None => command.use_line.to_owned(),
            Some((_, above)) => format!(
                "{} {}",
                Site::new(above, self.env).command_path(),
                command.use_line
            ),
        };
        let has_flags =
            !self.listed_local_flags().is_empty() || !self.listed_inherited_flags().is_empty();
        if command.flags_in_use_line && has_flags && !line.contains("[flags]") {
            line.push_str(" [flags]");
        }
        line
    }

    /// The command's own flags that usage shows, `--help` among them, in the order of their names.
    pub fn listed_local_flags(&self) -> Vec<ListedFlag> {
        let mut listed = self.listed(|origin| origin != Origin::Inherited);
        listed.sort_by_key(|listed| listed.flag.name);
        listed
    }

    /// The flags of the commands above that usage shows, in the order of their names.
    pub fn listed_inherited_flags(&self) -> Vec<ListedFlag> {
        let mut listed = self.listed(|origin| origin == Origin::Inherited);
        listed.sort_by_key(|listed| listed.flag.name);
        listed
    }

    fn listed(&self, wanted: impl Fn(Origin) -> bool) -> Vec<ListedFlag> {
        self.flags()
            .into_iter()
            .filter(|(flag, origin)| wanted(*origin) && !flag.is_hidden())
            .map(|(flag, _)| ListedFlag {
                usage: self.usage_of(&flag),
                default: flag.default_text(self.env),
                flag,
            })
            .collect()
    }

    /// What a flag is for; the help flag names its command.
    pub(crate) fn usage_of(&self, flag: &Flag) -> String {
        match flag.name {
            "help" if flag.usage.is_empty() => format!("help for {}", self.command().name()),
            _ => flag.usage.to_owned(),
        }
    }

    /// Every flag that the command understands; its own win over those of the commands above.
    pub(crate) fn flags(&self) -> Vec<(Flag, Origin)> {
        let mut flags = self.declared_flags();
        let taken = flags.iter().any(|(flag, _)| flag.shorthand == Some('h'));
        if !flags.iter().any(|(flag, _)| flag.name == "help") {
            let help = Flag::bool("help", "");
            flags.push((if taken { help } else { help.short('h') }, Origin::Local));
        }
        flags
    }

    /// The flags that the tables have for the command: all but the one for help, which cobra adds at last.
    pub(crate) fn declared_flags(&self) -> Vec<(Flag, Origin)> {
        let command = self.command();
        let mut flags: Vec<(Flag, Origin)> = Vec::new();
        let mut add = |flag: &Flag, origin: Origin| {
            if !flags.iter().any(|(known, _)| known.name == flag.name) {
                flags.push((*flag, origin));
            }
        };
        command
            .local_flags()
            .for_each(|flag| add(flag, Origin::Local));
        command
            .all_persistent_flags()
            .for_each(|flag| add(flag, Origin::Persistent));
        for above in self.path.iter().rev().skip(1) {
            above
                .all_persistent_flags()
                .for_each(|flag| add(flag, Origin::Inherited));
        }
        flags
    }
}
