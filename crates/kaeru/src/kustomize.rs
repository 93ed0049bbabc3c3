//! `kaeru kustomize`: kustomize's command line.

mod absent;
mod build;
mod charts;
mod completion;
mod create;
mod edit;
mod kustomization_file;
mod log;
mod pairs;
mod patch_selection;
mod paths;
#[cfg(test)]
mod tests;
mod version;

use cobra::{Command, Flag, Io, Program};

pub(crate) use charts::engine as chart_engine;

/// The front end needs nothing but its streams.
type Context = ();

const GLOBAL: &[Flag] = &[Flag::bool("stack-trace", "print a stack-trace on error")];

static ROOT: Command<Context> = Command::new("kustomize", "")
    .long(
        "Manages declarative configuration of Kubernetes.\n\
         See https://sigs.k8s.io/kustomize",
    )
    .persistent_flags(&[GLOBAL])
    .commands(&[
        &absent::CFG,
        &absent::FN,
        &absent::LOCALIZE,
        &absent::OPENAPI,
        &build::BUILD,
        &completion::COMPLETION,
        &create::CREATE,
        &edit::EDIT,
        &version::VERSION,
    ]);

/// Runs the command line and returns the exit code.
pub(crate) fn run(args: &[String], io: &mut Io<'_>) -> u8 {
    let program = Program::new(&ROOT);
    // Only `build` keeps its usage to itself when it fails.
    let silent = args
        .iter()
        .find(|word| !word.starts_with('-'))
        .is_some_and(|word| word == "build");
    let program = if silent {
        program
    } else {
        program.usage_on_error()
    };
    program.execute(args, &mut (), io)
}
