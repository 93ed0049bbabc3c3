//! Rules over several flags.

use crate::{Command, Flags};

/// Checks the required flags and the groups of a command, in cobra's order and words.
pub(crate) fn check<C>(command: &Command<C>, flags: &Flags) -> Result<(), String> {
    required(flags)?;
    let groups = |groups: &'static [&'static [&'static str]]| groups.iter().copied();
    for group in groups(command.together) {
        let (set, unset) = split(group, flags);
        if !set.is_empty() && !unset.is_empty() {
            return Err(format!(
                "if any flags in the group [{}] are set they must all be set; missing [{}]",
                group.join(" "),
                unset.join(" ")
            ));
        }
    }
    for group in groups(command.one_required) {
        if split(group, flags).0.is_empty() {
            return Err(format!(
                "at least one of the flags in the group [{}] is required",
                group.join(" ")
            ));
        }
    }
    for group in groups(command.exclusive) {
        let (set, _) = split(group, flags);
        if set.len() > 1 {
            return Err(format!(
                "if any flags in the group [{}] are set none of the others can be; [{}] were all set",
                group.join(" "),
                set.join(" ")
            ));
        }
    }
    Ok(())
}

fn required(flags: &Flags) -> Result<(), String> {
    let mut missing: Vec<&str> = flags
        .entries()
        .iter()
        .filter(|entry| entry.flag.required && !entry.changed)
        .map(|entry| entry.flag.name)
        .collect();
    missing.sort_unstable();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!(
        "required flag(s) \"{}\" not set",
        missing.join("\", \"")
    ))
}

/// The given and the missing flags of a group, each sorted.
fn split(group: &[&'static str], flags: &Flags) -> (Vec<&'static str>, Vec<&'static str>) {
    let mut sorted = group.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().partition(|name| flags.changed(name))
}
