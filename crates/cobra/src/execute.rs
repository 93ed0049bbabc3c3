//! From a command line to an exit code.

use std::io::{self, Write};

use crate::find::{Found, find};
use crate::flag_groups;
use crate::parse::parse;
use crate::{Args, Command, Failure, Flags, Invocation, Io, Program, Site};

/// The exit code of a run whose output could not be written.
const BROKEN_OUTPUT: u8 = 1;

impl<C: 'static> Program<C> {
    /// Runs the command that `args` (without the program's name) calls, and returns the exit code.
    pub fn execute(&self, args: &[String], context: &mut C, io: &mut Io<'_>) -> u8 {
        let code = match args.split_first() {
            Some((word, rest)) if word == "__complete" => {
                self.answer_shell(rest, true, context, io)
            }
            Some((word, rest)) if word == "__completeNoDesc" => {
                self.answer_shell(rest, false, context, io)
            }
            _ => self.dispatch(args, context, io),
        };
        let flushed = io.stdout.flush().and_then(|()| io.stderr.flush());
        code.and_then(|code| flushed.map(|()| code))
            .unwrap_or(BROKEN_OUTPUT)
    }

    fn answer_shell(
        &self,
        args: &[String],
        descriptions: bool,
        context: &mut C,
        io: &mut Io<'_>,
    ) -> io::Result<u8> {
        if let Some(Err(failure)) = self.initialize.map(|initialize| initialize(io)) {
            self.complain(&failure, io)?;
            return Ok(failure.code);
        }
        self.run_complete(args, descriptions, context, io)
    }

    fn dispatch(&self, args: &[String], context: &mut C, io: &mut Io<'_>) -> io::Result<u8> {
        let env = io.env.clone();
        let found = match find(self.root, args, &env) {
            Ok(found) => found,
            Err(message) => {
                self.complain(&Failure::new(message), io)?;
                if self.usage_hint {
                    writeln!(io.stderr, "Run '{} --help' for usage.", self.root.name())?;
                }
                return Ok(1);
            }
        };
        let site = Site::new(&found.path, &env);
        match self.run_found(&found, &site, context, io)? {
            Ok(()) => Ok(0),
            Err(failure) => {
                self.complain(&failure, io)?;
                if self.usage_on_error && !failure.message.is_empty() {
                    writeln!(io.stderr, "{}", (self.usage)(&site))?;
                }
                Ok(failure.code)
            }
        }
    }

    /// Parses, checks and runs; the outer result is about the streams, the inner one about the command.
    fn run_found(
        &self,
        found: &Found<C>,
        site: &Site<'_, C>,
        context: &mut C,
        io: &mut Io<'_>,
    ) -> io::Result<Result<(), Failure>> {
        let command = site.command();
        if !command.deprecated.is_empty() {
            writeln!(
                io.stderr,
                "Command {:?} is deprecated, {}",
                command.name(),
                command.deprecated
            )?;
        }
        let flags = Flags::new(site.flags(), site.env());
        let invocation = if command.flag_parsing {
            let parsed = match parse(flags, &found.rest, command.interspersed) {
                Ok(parsed) => parsed,
                Err(error) => {
                    return Ok(Err(Failure::new((self.flag_error)(
                        site,
                        &error.to_string(),
                    ))));
                }
            };
            for notice in &parsed.notices {
                writeln!(io.stderr, "{notice}")?;
            }
            Invocation {
                path: found.path.clone(),
                flags: parsed.flags,
                args: parsed.args,
                args_before_dash: parsed.args_before_dash,
            }
        } else {
            Invocation {
                path: found.path.clone(),
                flags,
                args: found.rest.clone(),
                args_before_dash: None,
            }
        };
        let Some(run) = command.run.filter(|_| !invocation.flags.bool("help")) else {
            write!(io.stdout, "{}", (self.help)(site))?;
            return Ok(Ok(()));
        };
        if let Some(Err(failure)) = self.initialize.map(|initialize| initialize(io)) {
            return Ok(Err(failure));
        }
        if found.path.len() == 2 && command.use_line == Command::<C>::HELP.use_line {
            self.show_topic(&invocation.args, io)?;
            return Ok(Ok(()));
        }
        let args = command.args.as_ref().unwrap_or(&Args::Arbitrary);
        if let Err(message) = args.check(site, &invocation.args) {
            return Ok(Err(Failure::new(message)));
        }
        let pre_run = found.path.iter().rev().find_map(|command| command.pre_run);
        if let Some(Err(failure)) = pre_run.map(|pre_run| pre_run(&invocation, context, io)) {
            return Ok(Err(failure));
        }
        if let Err(message) = flag_groups::check(command, &invocation.flags) {
            return Ok(Err(Failure::new(message)));
        }
        Ok(run(&invocation, context, io))
    }

    /// Shows the help of the command that the words call.
    fn show_topic(&self, words: &[String], io: &mut Io<'_>) -> io::Result<()> {
        let env = io.env.clone();
        if let Ok(found) = find(self.root, words, &env) {
            return write!(io.stdout, "{}", (self.help)(&Site::new(&found.path, &env)));
        }
        let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        writeln!(io.stderr, "Unknown help topic [{}]", quoted.join(" "))?;
        write!(
            io.stderr,
            "{}",
            (self.usage)(&Site::new(&[self.root], &env))
        )
    }

    fn complain(&self, failure: &Failure, io: &mut Io<'_>) -> io::Result<()> {
        if failure.message.is_empty() {
            return Ok(());
        }
        io.stdout.flush()?;
        let prefix = if failure.prefixed {
            self.error_prefix
        } else {
            ""
        };
        write!(io.stderr, "{prefix}{}", failure.message)?;
        // Cobra ends the line after the block of suggestions, kubectl only where the message has not ended it.
        if self.usage_hint || !failure.message.ends_with('\n') {
            writeln!(io.stderr)?;
        }
        Ok(())
    }
}
