//! `helm completion`.

use std::io::Write as _;

use cobra::{Command, Failure, Flag, Invocation, Io, Shell, completion_script};

use crate::args;
use crate::complete;
use crate::root::Context;

const LONG: &str = "
Prints the script that makes a shell complete Helm's commands, flags and
arguments.
";

const FLAGS: &[Flag] = &[Flag::bool(
    "no-descriptions",
    "complete without descriptions",
)];

const EXAMPLE: &str = "  # In this shell
  source <(helm completion bash)

  # In every new one
  helm completion zsh > \"${fpath[1]}/_helm\"";

pub(crate) static COMPLETION: Command<Context> =
    Command::new("completion", "print a shell's completion script")
        .long(LONG)
        .example(EXAMPLE)
        .commands(&[&BASH, &FISH, &POWERSHELL, &ZSH]);

static BASH: Command<Context> = shell("bash", "for bash").run(|i, _, io| print(Shell::Bash, i, io));
static FISH: Command<Context> = shell("fish", "for fish").run(|i, _, io| print(Shell::Fish, i, io));
static POWERSHELL: Command<Context> =
    shell("powershell", "for PowerShell").run(|i, _, io| print(Shell::PowerShell, i, io));
static ZSH: Command<Context> = shell("zsh", "for zsh").run(|i, _, io| print(Shell::Zsh, i, io));

const fn shell(name: &'static str, short: &'static str) -> Command<Context> {
    Command::new(name, short)
        .flags(&[FLAGS])
        .args(args::none())
        .complete(complete::nothing_more)
}

fn print(shell: Shell, invocation: &Invocation<Context>, io: &mut Io<'_>) -> Result<(), Failure> {
    let descriptions = !invocation.flags.bool("no-descriptions");
    write!(
        io.stdout,
        "{}",
        completion_script(shell, "helm", descriptions)
    )?;
    Ok(())
}
