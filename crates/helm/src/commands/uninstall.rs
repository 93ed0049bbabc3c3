//! `helm uninstall`.

use cobra::{Command, Failure, Flag, Invocation, Io};

use crate::action::Uninstall;
use crate::flags::{WAIT, wait_options};
use crate::resources::Propagation;
use crate::root::Context;
use crate::{args, complete, session};

const FLAGS: &[Flag] = &[
    Flag::string(
        "cascade",
        "what becomes of what the objects own: background, foreground or orphan",
    )
    .default("background"),
    Flag::string("description", "description of the last revision"),
    Flag::bool("dry-run", "change nothing"),
    Flag::bool(
        "ignore-not-found",
        "a release that is not there is no error",
    ),
    Flag::bool("keep-history", "keep the records"),
    Flag::bool("no-hooks", "leave hooks out"),
];

const LONG: &str = "
Removes releases: the objects that are theirs, and their records.
";

pub(crate) static UNINSTALL: Command<Context> =
    Command::new("uninstall RELEASE_NAME [...]", "remove a release")
        .aliases(&["del", "delete", "un"])
        .long(LONG)
        .flags(&[FLAGS, WAIT])
        .args(args::minimum::<1>())
        .complete(complete::releases)
        .run(run);

fn run(
    invocation: &Invocation<Context>,
    context: &mut Context,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let cascade = flags.string("cascade");
    let propagation = Propagation::parse(cascade).ok_or_else(|| {
        Failure::new(format!(
            "invalid cascade value ({cascade}). Must be \"background\", \"foreground\", or \"orphan\""
        ))
    })?;
    let wait = wait_options(flags, io);
    let config = session::open(context, flags, None, io)?;
    for name in &invocation.args {
        let uninstall = Uninstall {
            name: name.clone(),
            propagation,
            hooks: !flags.bool("no-hooks"),
            dry_run: flags.bool("dry-run"),
            keep_history: flags.bool("keep-history"),
            ignore_not_found: flags.bool("ignore-not-found"),
            description: flags.string("description").to_owned(),
            wait,
        };
        let outcome = config.cluster.wait(uninstall.perform(&config, io));
        let uninstalled = outcome.map_err(|error| session::failure("", &error))?;
        if !uninstalled.info.is_empty() {
            writeln!(io.stdout, "{}", uninstalled.info)?;
        }
        writeln!(io.stdout, "release {name:?} uninstalled")?;
    }
    Ok(())
}
