//! `helm rollback`.

use cobra::{Command, Failure, Flag, Invocation, Io};

use super::upgrade::{HISTORY_MAX, SERVER_SIDE, UNLOCK};
use crate::action::{DryRun, Rollback};
use crate::flags::{CHANGE, DRY_RUN, EXCLUSIVE, WAIT, deploying, dry_run};
use crate::root::Context;
use crate::{args, complete, session};

const FLAGS: &[Flag] = &[
    Flag::bool(
        "cleanup-on-fail",
        "remove what a failed rollback has created",
    ),
    HISTORY_MAX,
    SERVER_SIDE,
    UNLOCK,
];

const LONG: &str = "
Goes back to an earlier revision of a release, by default to the one before the
newest. Its objects, values and notes become those of a new revision.
";

pub(crate) static ROLLBACK: Command<Context> = Command::new(
    "rollback <RELEASE> [REVISION]",
    "go back to an earlier revision of a release",
)
.long(LONG)
.flags(&[FLAGS, CHANGE, WAIT, &[DRY_RUN]])
.exclusive(EXCLUSIVE)
.args(args::minimum::<1>())
.complete(complete::release_and_revision)
.run(run);

/// The longest description.
const DESCRIPTION: usize = 256;

fn run(
    invocation: &Invocation<Context>,
    context: &mut Context,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let version = match invocation.args.get(1) {
        None => 0,
        Some(text) => gostd::strconv::atoi(text).map_err(|error| {
            Failure::new(format!("could not convert revision to a number: {error}"))
        })?,
    };
    let description = flags.string("description").chars().count();
    if description > DESCRIPTION {
        return Err(Failure::new(format!(
            "description must be {DESCRIPTION} characters or less, got {description}"
        )));
    }
    let dry_run = dry_run(flags, io)? != DryRun::None;
    let config = session::open(context, flags, None, io)?;
    let rollback = Rollback {
        name: invocation.args[0].clone(),
        version,
        server_side: flags.string("server-side").to_owned(),
        dry_run,
        deploying: deploying(flags, io),
        unlock: flags.bool("unlock"),
    };
    let outcome = config.cluster.wait(rollback.perform(&config, io));
    outcome.map_err(|error| session::failure("", &error))?;
    writeln!(io.stdout, "Rollback was a success! Happy Helming!")?;
    Ok(())
}
