//! `helm get`.

mod all;
mod metadata;
mod values;

use cobra::{Command, Failure, Invocation, Io};

use super::status::{REVISION, find};
use crate::release::Release;
use crate::root::Context;
use crate::{args, complete, session};

const LONG: &str = "
Shows parts of a release: its values, manifest, hooks, notes, metadata, or all of
them.
";

pub(crate) static GET: Command<Context> = Command::new("get", "show parts of a release")
    .long(LONG)
    .args(args::none())
    .commands(&[
        &all::ALL,
        &HOOKS,
        &MANIFEST,
        &metadata::METADATA,
        &NOTES,
        &values::VALUES,
    ]);

static MANIFEST: Command<Context> =
    Command::new("manifest RELEASE_NAME", "show the objects of a release")
        .flags(&[&[REVISION]])
        .args(args::exact::<1>())
        .complete(complete::one_release)
        .run(|invocation, context, io| {
            let release = release(invocation, context, io)?;
            writeln!(io.stdout, "{}", release.manifest)?;
            Ok(())
        });

static HOOKS: Command<Context> = Command::new("hooks RELEASE_NAME", "show the hooks of a release")
    .flags(&[&[REVISION]])
    .args(args::exact::<1>())
    .complete(complete::one_release)
    .run(|invocation, context, io| {
        for hook in release(invocation, context, io)?.hooks {
            write!(
                io.stdout,
                "---\n# Source: {}\n{}\n",
                hook.path, hook.manifest
            )?;
        }
        Ok(())
    });

static NOTES: Command<Context> = Command::new("notes RELEASE_NAME", "show the notes of a release")
    .flags(&[&[REVISION]])
    .args(args::exact::<1>())
    .complete(complete::one_release)
    .run(|invocation, context, io| {
        let notes = release(invocation, context, io)?.info.notes;
        if !notes.is_empty() {
            write!(io.stdout, "NOTES:\n{notes}\n")?;
        }
        Ok(())
    });

/// The revision that the command line means.
fn release(
    invocation: &Invocation<Context>,
    context: &Context,
    io: &mut Io<'_>,
) -> Result<Release, Failure> {
    let flags = &invocation.flags;
    let config = session::open(context, flags, None, io)?;
    let found = config
        .cluster
        .wait(find(&config, &invocation.args[0], flags));
    found.map_err(|error| session::failure("", &error))
}
