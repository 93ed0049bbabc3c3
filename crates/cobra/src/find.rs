//! Finding the command that a line calls.

use crate::suggestions::{suggestions_block, suggestions_for};
use crate::usage::listed_commands;
use crate::{Args, Command, Completion, Directive, Env, Invocation, Io, Site};

/// A command that was found, and the words that are left for it.
pub(crate) struct Found<C: 'static> {
    pub(crate) path: Vec<&'static Command<C>>,
    pub(crate) rest: Vec<String>,
}

/// Walks down the tree along the words that are no flags.
///
/// Refuses a first word that is no command where the root has no rule for arguments of its own.
pub(crate) fn find<C>(
    root: &'static Command<C>,
    args: &[String],
    env: &Env,
) -> Result<Found<C>, String> {
    let found = walk(root, args, env);
    let command = found.path[found.path.len() - 1];
    if command.args.is_none() {
        let site = Site::new(&found.path, env);
        legacy_args(&site, &without_flags(&site, &found.rest))?;
    }
    Ok(found)
}

fn walk<C>(root: &'static Command<C>, args: &[String], env: &Env) -> Found<C> {
    let mut path = vec![root];
    let mut rest = args.to_vec();
    loop {
        let site = Site::new(&path, env);
        let words = without_flags(&site, &rest);
        let Some(word) = words.first() else {
            return Found { path, rest };
        };
        let Some(next) = sub_command(&site, word) else {
            return Found { path, rest };
        };
        rest = without_first(&site, &rest, word);
        path.push(next);
    }
}

/// The sub-command of that name; the root also answers to `help`.
fn sub_command<C>(site: &Site<'_, C>, word: &str) -> Option<&'static Command<C>> {
    let command = site.command();
    let declared = command
        .commands
        .iter()
        .find(|candidate| candidate.answers_to(word))
        .copied();
    declared.or_else(|| help_command(site).filter(|help| help.answers_to(word)))
}

/// The `help` command that every root with sub-commands has.
pub(crate) fn help_command<C>(site: &Site<'_, C>) -> Option<&'static Command<C>> {
    let command = site.command();
    (site.is_root() && !command.commands.is_empty()).then_some(const { &Command::HELP })
}

impl<C: 'static> Command<C> {
    pub(crate) const HELP: Command<C> = Command::new("help [command]", "Help about any command")
        .long("Shows the help of a command, as its flag --help does.")
        .args(Args::Arbitrary)
        .complete(complete_topic)
        .run(|_, _, _| Ok(()));
}

/// The sub-commands of the command that the words call.
fn complete_topic<C>(
    invocation: &Invocation<C>,
    last: &str,
    _: &mut C,
    io: &mut Io<'_>,
) -> Completion {
    let mut completion = Completion::none(Directive::NO_FILE_COMP);
    if let Ok(found) = find(invocation.path[0], &invocation.args, &io.env) {
        let listed = listed_commands(&Site::new(&found.path, &io.env));
        let listed = listed
            .iter()
            .filter(|command| command.name().starts_with(last));
        completion.candidates = listed
            .map(|command| format!("{}\t{}", command.name(), command.short()))
            .collect();
    }
    completion
}

fn legacy_args<C>(site: &Site<'_, C>, words: &[String]) -> Result<(), String> {
    let command = site.command();
    match words.first() {
        Some(word) if site.is_root() && !command.commands.is_empty() => {
            let suggestions = suggestions_block(&suggestions_for(command, word));
            Err(format!(
                "unknown command {word:?} for {:?}{suggestions}",
                site.command_path()
            ))
        }
        _ => Ok(()),
    }
}

/// Whether a flag takes the word after it.
///
/// The flag for help is unknown as yet, unless a command declares its own: `helm --help template` is about `helm`.
fn takes_next<C>(site: &Site<'_, C>, word: &str) -> bool {
    let flags = site.declared_flags();
    let optional = match word.strip_prefix("--") {
        Some(name) => flags.iter().find(|(flag, _)| flag.name == name),
        None => {
            let letter = word.chars().nth(1);
            flags.iter().find(|(flag, _)| flag.shorthand == letter)
        }
    };
    optional.is_none_or(|(flag, _)| flag.no_opt_default.is_empty())
}

fn is_lone_flag(word: &str) -> bool {
    let long = word.starts_with("--") && word.len() > 2 && !word.contains('=');
    let short = word.starts_with('-')
        && !word.starts_with("--")
        && !word.contains('=')
        && word.chars().count() == 2;
    long || short
}

fn without_flags<C>(site: &Site<'_, C>, args: &[String]) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = args.iter();
    while let Some(word) = rest.next() {
        if word == "--" {
            break;
        }
        if is_lone_flag(word) && takes_next(site, word) {
            if rest.next().is_none() {
                break;
            }
        } else if !word.is_empty() && !word.starts_with('-') {
            words.push(word.clone());
        }
    }
    words
}

/// The words without the first that equals `word` and is not a flag's value.
fn without_first<C>(site: &Site<'_, C>, args: &[String], word: &str) -> Vec<String> {
    let mut at = 0;
    while at < args.len() {
        let current = &args[at];
        if current == "--" {
            break;
        }
        if is_lone_flag(current) && takes_next(site, current) {
            at += 2;
            continue;
        }
        if current == word {
            let mut left = args.to_vec();
            left.remove(at);
            return left;
        }
        at += 1;
    }
    args.to_vec()
}
