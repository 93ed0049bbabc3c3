//! Help and usage as kubectl lays them out.

use cobra::{Command, ListedFlag, Site};

const MINIMUM_NAME_WIDTH: usize = 11;
const GAP: usize = 3;

/// The help of a command: its long text, then its usage.
pub(crate) fn help<C>(site: &Site<'_, C>) -> String {
    let command = site.command();
    let text = if command.long_text().is_empty() {
        command.short()
    } else {
        command.long_text()
    };
    format!("{}\n\n{}", text.trim(), usage(site))
}

/// The sections of a command: aliases, examples, commands, options, how to call it, and where to read on.
pub(crate) fn usage<C>(site: &Site<'_, C>) -> String {
    let command = site.command();
    let mut sections = String::new();
    if !command.alias_names().is_empty() {
        sections.push_str(&format!(
            "Aliases:\n{}, {}\n\n",
            command.name(),
            command.alias_names().join(", ")
        ));
    }
    if !command.examples().is_empty() {
        sections.push_str(&format!("Examples:\n{}\n\n", command.examples().trim_end()));
    }
    let has_commands = command
        .sorted_commands()
        .iter()
        .any(|candidate| candidate.is_available());
    if has_commands {
        sections.push_str(&command_groups(command));
        sections.push_str("\n\n");
    }
    let options: Vec<ListedFlag> = if site.is_root() {
        Vec::new()
    } else {
        visible_flags(site)
    };
    if !options.is_empty() {
        sections.push_str(&format!(
            "Options:\n{}\n\n",
            flag_usages(&options).trim_end()
        ));
    }
    if command.is_runnable() {
        sections.push_str(&format!(
            "Usage:\n  {}\n\n",
            use_line(site, !options.is_empty())
        ));
    }
    if has_commands {
        let path = site.command_path();
        sections.push_str(&format!(
            "Use \"{path} <command> --help\" for more information about a given command.\n"
        ));
    }
    if command.is_runnable() || has_commands {
        let root = site.root().name();
        sections.push_str(&format!(
            "Use \"{root} options\" for a list of global command-line options (applies to all commands)."
        ));
    }
    format!("{}\n", sections.trim_end())
}

/// The flags that every command understands, as `options` lists them.
pub(crate) fn options<C>(site: &Site<'_, C>) -> String {
    let flags = flag_usages(&site.listed_inherited_flags());
    format!("The following options can be passed to any command:\n\n{flags}")
}

fn use_line<C>(site: &Site<'_, C>, has_options: bool) -> String {
    let line = site.use_line();
    let takes_options = has_options || !site.listed_inherited_flags().is_empty() || site.is_root();
    if takes_options && !line.contains("[options]") {
        format!("{line} [options]")
    } else {
        line
    }
}

fn visible_flags<C>(site: &Site<'_, C>) -> Vec<ListedFlag> {
    site.listed_local_flags()
        .into_iter()
        .filter(|listed| listed.flag.name() != "help")
        .collect()
}

/// The commands under their headings; where there are none, under one of their own.
fn command_groups<C>(command: &Command<C>) -> String {
    let all = command.sorted_commands();
    let width = all
        .iter()
        .map(|candidate| candidate.name().len())
        .max()
        .unwrap_or(0)
        .max(MINIMUM_NAME_WIDTH)
        + GAP;
    let mut groups: Vec<(&str, Vec<&Command<C>>)> = Vec::new();
    for candidate in command
        .declared_commands()
        .iter()
        .filter(|candidate| candidate.is_available())
    {
        match groups
            .iter_mut()
            .find(|(name, _)| *name == candidate.group_name())
        {
            Some((_, members)) => members.push(candidate),
            None => groups.push((candidate.group_name(), vec![candidate])),
        }
    }
    let sections: Vec<String> = groups
        .into_iter()
        .map(|(name, members)| {
            let mut lines = vec![if name.is_empty() {
                "Available Commands:".to_owned()
            } else {
                name.to_owned()
            }];
            let mut members = members;
            if name.is_empty() {
                members.sort_by_key(|member| member.name());
            }
            lines.extend(
                members
                    .iter()
                    .map(|member| format!("  {:width$}{}", member.name(), member.short())),
            );
            lines.join("\n")
        })
        .collect();
    sections.join("\n\n")
}

fn flag_usages(flags: &[ListedFlag]) -> String {
    let mut text = String::new();
    for listed in flags {
        let flag = &listed.flag;
        let shorthand = flag
            .shown_shorthand()
            .map(|letter| format!("-{letter}, "))
            .unwrap_or_default();
        let default = match flag.type_name() {
            "string" => format!("'{}'", listed.default),
            _ => listed.default.clone(),
        };
        text.push_str(&format!(
            "    {shorthand}--{}={default}:\n\t{}\n\n",
            flag.name(),
            listed.usage
        ));
    }
    text
}
