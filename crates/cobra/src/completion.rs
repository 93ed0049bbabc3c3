//! The hidden protocol by which the shells' scripts ask for completions.

mod answer;
mod target;

use std::io::{self, Write};

use crate::find::{find, help_command};
use crate::flag_set::Origin;
use crate::parse::parse;
use crate::usage::listed_commands;
use crate::{Env, Flag, Flags, Invocation, Io, Program, Site};

use answer::HINT_PREFIX;
pub use answer::{Completion, Directive, complete_directory};
use target::Target;

/// Completes the last word of a command line, given what stands before it.
pub type Complete<C> = fn(&Invocation<C>, &str, &mut C, &mut Io<'_>) -> Completion;

impl<C: 'static> Program<C> {
    /// Answers a request for completions.
    pub(crate) fn run_complete(
        &self,
        args: &[String],
        descriptions: bool,
        context: &mut C,
        io: &mut Io<'_>,
    ) -> io::Result<u8> {
        let Some((last, before)) = args.split_last() else {
            writeln!(
                io.stderr,
                "{}requires at least 1 arg(s), only received 0",
                self.error_prefix
            )?;
            return Ok(1);
        };
        let completion = match self.complete(before, last, context, io) {
            Ok(completion) => completion,
            Err(message) => {
                writeln!(io.stderr, "[Debug] [Error] {message}")?;
                Completion::none(Directive::DEFAULT)
            }
        };
        let hints = hints_wanted(self.root.name(), &io.env);
        let descriptions = descriptions && descriptions_wanted(self.root.name(), &io.env);
        for candidate in completion.candidates {
            if !hints && candidate.starts_with(HINT_PREFIX) {
                continue;
            }
            let line = candidate.lines().next().unwrap_or_default();
            let line = if descriptions {
                line
            } else {
                line.split('\t').next().unwrap_or_default()
            };
            writeln!(io.stdout, "{}", line.trim())?;
        }
        writeln!(io.stdout, ":{}", completion.directive.0)?;
        io.stdout.flush()?;
        writeln!(
            io.stderr,
            "Completion ended with directive: {}",
            completion.directive.names()
        )?;
        Ok(0)
    }

    fn complete(
        &self,
        before: &[String],
        last: &str,
        context: &mut C,
        io: &mut Io<'_>,
    ) -> Result<Completion, String> {
        let env = io.env.clone();
        let found = find(self.root, before, &env).map_err(|_| {
            format!(
                "unable to find a command for arguments: [{}]",
                before.join(" ")
            )
        })?;
        let site = Site::new(&found.path, &env);
        let command = site.command();
        let target = Target::of(&site, &found.rest, last);
        let unsupported = target.unsupported.map(|name| {
            let command = command.name();
            format!("Subcommand '{command}' does not support flag '{name}'")
        });
        let flags = Flags::new(site.flags(), &env);
        let parsed = parse(flags, &target.before, command.interspersed).map_err(|error| {
            format!(
                "Error while parsing flags from args [{}]: {error}",
                target.before.join(" ")
            )
        })?;
        if parsed.flags.bool("help") {
            return Ok(Completion::none(Directive::NO_FILE_COMP));
        }
        let only_arguments = parsed.args_before_dash.is_some();
        if let Some(message) = unsupported.filter(|_| !only_arguments) {
            return Err(message);
        }
        let invocation = Invocation {
            path: found.path.clone(),
            flags: parsed.flags,
            args: parsed.args,
            args_before_dash: parsed.args_before_dash,
        };
        if let Some(flag) = target.flag.filter(|_| !only_arguments) {
            return Ok(self.complete_value(&flag, &invocation, target.last, context, io));
        }
        if target.last.starts_with('-') && !target.last.contains('=') && !only_arguments {
            return Ok(flag_names(&site, &invocation.flags, target.last));
        }
        let mut completion = words(&site, &invocation, target.last);
        if !command.valid_args.is_empty() {
            return Ok(completion);
        }
        let complete = command.complete;
        if let Some(complete) = complete {
            let more = complete(&invocation, target.last, context, io);
            completion.candidates.extend(more.candidates);
            completion.directive = more.directive;
        }
        Ok(completion)
    }

    fn complete_value(
        &self,
        flag: &Flag,
        invocation: &Invocation<C>,
        last: &str,
        context: &mut C,
        io: &mut Io<'_>,
    ) -> Completion {
        if let Some(extensions) = flag
            .file_extensions
            .filter(|extensions| !extensions.is_empty())
        {
            let candidates = extensions
                .iter()
                .map(|extension| (*extension).to_owned())
                .collect();
            return Completion {
                candidates,
                directive: Directive::FILTER_FILE_EXT,
            };
        }
        if let Some(values) = flag.values {
            let candidates = values
                .iter()
                .filter(|value| value.starts_with(last))
                .map(|value| (*value).to_owned())
                .collect();
            return Completion {
                candidates,
                directive: Directive::NO_FILE_COMP,
            };
        }
        let complete = self
            .complete_flag
            .filter(|_| flag.completes)
            .and_then(|complete| complete(flag.name));
        complete.map_or(Completion::none(Directive::DEFAULT), |complete| {
            complete(invocation, last, context, io)
        })
    }
}

fn described(word: &str, description: &str) -> String {
    if description.is_empty() {
        word.to_owned()
    } else {
        format!("{word}\t{description}")
    }
}

/// The flags that can still be given: required ones alone while any is missing, else inherited, then own.
fn flag_names<C>(site: &Site<'_, C>, flags: &Flags, last: &str) -> Completion {
    let candidates_of = |wanted: &dyn Fn(&Flag, Origin, bool) -> bool| {
        let mut chosen: Vec<&Flag> = flags
            .entries()
            .iter()
            .filter(|entry| {
                wanted(&entry.flag, entry.origin, entry.changed) && !entry.flag.is_hidden()
            })
            .map(|entry| &entry.flag)
            .collect();
        chosen.sort_by_key(|flag| flag.name);
        let mut candidates = Vec::new();
        for flag in chosen {
            let long = format!("--{}", flag.name);
            let short = flag.shown_shorthand().map(|letter| format!("-{letter}"));
            for word in [Some(long), short]
                .into_iter()
                .flatten()
                .filter(|word| word.starts_with(last))
            {
                candidates.push(described(&word, &site.usage_of(flag)));
            }
        }
        candidates
    };
    let mut candidates = candidates_of(&|flag, _, changed| flag.required && !changed);
    if candidates.is_empty() {
        let open = |flag: &Flag, changed: bool| !changed || flag.repeats();
        candidates = candidates_of(&|flag, origin, changed| {
            origin == Origin::Inherited && open(flag, changed)
        });
        candidates.extend(candidates_of(&|flag, origin, changed| {
            origin != Origin::Inherited && open(flag, changed)
        }));
    }
    Completion {
        candidates,
        directive: Directive::NO_FILE_COMP,
    }
}

/// Sub-commands, missing required flags and fixed words.
fn words<C>(site: &Site<'_, C>, invocation: &Invocation<C>, last: &str) -> Completion {
    let command = site.command();
    let mut completion = Completion::none(Directive::DEFAULT);
    let local_given = invocation
        .flags
        .entries()
        .iter()
        .any(|entry| entry.changed && entry.origin == Origin::Local);
    if invocation.args.is_empty() && !local_given {
        let mut commands = listed_commands(site);
        if help_command(site).is_none() {
            commands.retain(|candidate| candidate.is_available());
        }
        for candidate in commands {
            completion.directive = Directive::NO_FILE_COMP;
            if candidate.name().starts_with(last) {
                completion
                    .candidates
                    .push(described(candidate.name(), candidate.short));
            }
        }
    }
    for entry in invocation.flags.entries() {
        let long = format!("--{}", entry.flag.name);
        if entry.flag.required && !entry.changed && long.starts_with(last) {
            completion
                .candidates
                .push(described(&long, entry.flag.usage));
        }
    }
    if !command.valid_args.is_empty() && invocation.args.is_empty() {
        let matching = command
            .valid_args
            .iter()
            .filter(|word| word.starts_with(last));
        completion
            .candidates
            .extend(matching.map(|word| (*word).to_owned()));
        completion.directive = Directive::NO_FILE_COMP;
    }
    completion
}

fn variable<'a>(env: &'a Env, program: &str, suffix: &str) -> Option<&'a str> {
    let prefix: String = program
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_uppercase()
            } else {
                '_'
            }
        })
        .collect();
    env.non_empty(&format!("{prefix}_{suffix}"))
        .or_else(|| env.get(&format!("COBRA_{suffix}")))
}

fn hints_wanted(program: &str, env: &Env) -> bool {
    env.get("COBRA_ACTIVE_HELP") != Some("0") && variable(env, program, "ACTIVE_HELP") != Some("0")
}

fn descriptions_wanted(program: &str, env: &Env) -> bool {
    let setting = variable(env, program, "COMPLETION_DESCRIPTIONS");
    setting
        .and_then(|text| crate::strconv::parse_bool(text).ok())
        .unwrap_or(true)
}
