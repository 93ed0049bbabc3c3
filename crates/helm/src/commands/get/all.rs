//! `helm get all`.

use cobra::{Command, Failure, Flag, Invocation, Io};

use super::{REVISION, release};
use crate::complete;
use crate::flags::Output;
use crate::output::{ReleasePrinter, Shown};
use crate::root::Context;
use crate::{args, environment};

const FLAGS: &[Flag] = &[
    REVISION,
    Flag::string("template", "Go template to print the release with"),
];

pub(super) static ALL: Command<Context> =
    Command::new("all RELEASE_NAME", "show everything about a release")
        .flags(&[FLAGS])
        .args(args::exact::<1>())
        .complete(complete::one_release)
        .run(run);

fn run(
    invocation: &Invocation<Context>,
    context: &mut Context,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let release = release(invocation, context, io)?;
    if !invocation.flags.string("template").is_empty() {
        return Err(Failure::new("--template is not there yet"));
    }
    let printer = ReleasePrinter {
        release: &release,
        shown: Shown {
            all: true,
            metadata: true,
            notes: true,
            chart: true,
        },
        resources: "",
        zone: &environment::zone(&io.env),
    };
    printer.write(Output::Table, &mut io.stdout)
}
