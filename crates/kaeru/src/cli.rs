//! Kaeru's own commands.

use clap::Parser;
use cobra::Io;
use std::io::Write;

use crate::commands::{Down, Lab, Status, Up};
use crate::failure::Failure;

/// Change a running service without stopping it, and be able to go back.
#[derive(Parser)]
#[command(name = "kaeru", version, arg_required_else_help = true, after_help = TOOLS)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// What a person types after `kaeru`.
#[derive(clap::Subcommand)]
enum Command {
    Lab(Lab),
    Up(Up),
    Down(Down),
    Status(Status),
}

impl Command {
    fn run(&self, io: &mut Io<'_>) -> Result<(), Failure> {
        match self {
            Command::Lab(lab) => lab.run(io),
            Command::Up(up) => up.run(io),
            Command::Down(down) => down.run(io),
            Command::Status(status) => status.run(io),
        }
    }
}

const TOOLS: &str = "\
The tools that it stands in for (a link to the binary under such a name works as well):
  kaeru kubectl    deploys to a cluster, rolls back, shows what is there
  kaeru helm       renders and packages charts
  kaeru kustomize  builds overlays";

/// Runs one of Kaeru's own commands and returns its exit code.
pub(crate) fn run(args: &[String], io: &mut Io<'_>) -> u8 {
    match Cli::try_parse_from(std::iter::once("kaeru").chain(args.iter().map(String::as_str))) {
        Ok(cli) => {
            let done = cli.command.run(io);
            let flushed = io.stdout.flush().map_err(Failure::from);
            match done.and(flushed) {
                Ok(()) => 0,
                Err(failure) => failure.report(io),
            }
        }
        Err(error) => {
            let text = error.render();
            let code = error.exit_code();
            let written = match (error.use_stderr(), io.terminals.stdout) {
                (true, _) => write!(io.stderr, "{text}"),
                (false, true) => write!(io.stdout, "{}", text.ansi()),
                (false, false) => write!(io.stdout, "{text}"),
            };
            if written.is_err() {
                1
            } else {
                u8::try_from(code).unwrap_or(1)
            }
        }
    }
}
