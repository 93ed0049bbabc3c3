//! Help and usage by cobra's own templates.

use crate::find::help_command;
use crate::flag_usages::flag_usages;
use crate::{Command, Site};

const MINIMUM_NAME_WIDTH: usize = 11;

/// The help of a command: its long text (or the short one), then its usage.
pub fn default_help<C>(site: &Site<'_, C>) -> String {
    let command = site.command();
    let text = if command.long.is_empty() {
        command.short
    } else {
        command.long
    };
    let mut help = String::new();
    if !text.is_empty() {
        help.push_str(text.trim_end());
        help.push_str("\n\n");
    }
    if command.is_runnable() || !command.commands.is_empty() {
        help.push_str(&default_usage(site));
    }
    help
}

/// The usage of a command: how to call it, aliases, examples, sub-commands, flags.
pub fn default_usage<C>(site: &Site<'_, C>) -> String {
    let command = site.command();
    let listed = listed_commands(site);
    let has_available = listed.iter().any(|candidate| candidate.is_available());
    let mut usage = String::from("Usage:");
    if command.is_runnable() {
        usage.push_str(&format!("\n  {}", site.use_line()));
    }
    if has_available {
        usage.push_str(&format!("\n  {} [command]", site.command_path()));
    }
    if !command.aliases.is_empty() {
        usage.push_str(&format!(
            "\n\nAliases:\n  {}, {}",
            command.name(),
            command.aliases.join(", ")
        ));
    }
    if !command.example.is_empty() {
        usage.push_str(&format!("\n\nExamples:\n{}", command.example));
    }
    if has_available {
        usage.push_str("\n\nAvailable Commands:");
        let width = listed
            .iter()
            .map(|candidate| candidate.name().len())
            .max()
            .unwrap_or(0)
            .max(MINIMUM_NAME_WIDTH);
        for candidate in &listed {
            usage.push_str(&format!(
                "\n  {:width$} {}",
                candidate.name(),
                candidate.short
            ));
        }
    }
    for (title, flags) in [
        ("Flags", site.listed_local_flags()),
        ("Global Flags", site.listed_inherited_flags()),
    ] {
        if !flags.is_empty() {
            usage.push_str(&format!("\n\n{title}:\n{}", flag_usages(&flags).trim_end()));
        }
    }
    if has_available {
        let path = site.command_path();
        usage.push_str(&format!(
            "\n\nUse \"{path} [command] --help\" for more information about a command."
        ));
    }
    usage.push('\n');
    usage
}

/// The sub-commands that a listing shows, the built-in `help` among them, sorted.
pub(crate) fn listed_commands<C>(site: &Site<'_, C>) -> Vec<&'static Command<C>> {
    let mut listed: Vec<&'static Command<C>> = site
        .command()
        .commands
        .iter()
        .copied()
        .filter(|command| command.is_available())
        .collect();
    listed.extend(help_command(site));
    listed.sort_by_key(|command| command.name());
    listed
}
