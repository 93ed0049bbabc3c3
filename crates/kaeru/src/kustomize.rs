//! `kaeru kustomize`: kustomize's command line.

mod build;
mod version;

use cobra::{Args, Command, Flag, Io, Program};

/// The front end needs nothing but its streams.
type Context = ();

const GLOBAL: &[Flag] = &[Flag::bool("stack-trace", "print a stack-trace on error")];

static ROOT: Command<Context> = Command::new("kustomize", "")
    .long(
        "Manages declarative configuration of Kubernetes.\n\
         See https://sigs.k8s.io/kustomize",
    )
    .persistent_flags(&[GLOBAL])
    .args(Args::None)
    .commands(&[&build::BUILD, &version::VERSION]);

/// Runs the command line and returns the exit code.
pub(crate) fn run(args: &[String], io: &mut Io<'_>) -> u8 {
    Program::new(&ROOT).execute(args, &mut (), io)
}
