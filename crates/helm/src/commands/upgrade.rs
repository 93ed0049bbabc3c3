//! `helm upgrade`.

use cobra::{Command, Env, Failure, Flag, Flags, Invocation, Io};

use super::install::{self, Source};
use crate::action::{ActionError, DryRun, Reuse, Upgrade};
use crate::complete;
use crate::flags::{
    CHANGE, CHART_PATH, DRY_RUN, EXCLUSIVE, RELEASE, SHOW, VALUES, WAIT, deploying, dry_run,
    merge_values,
};
use crate::flags::{OUTPUT, Output};
use crate::release::{Release, Status};
use crate::root::Context;
use crate::{args, logfmt, session};

const FLAGS: &[Flag] = &[
    Flag::bool(
        "cleanup-on-fail",
        "remove what a failed upgrade has created",
    ),
    HISTORY_MAX,
    Flag::bool("install", "install the release if it is not there").short('i'),
    Flag::bool(
        "reset-then-reuse-values",
        "keep the values that were set, over the defaults of the new chart",
    ),
    Flag::bool("reset-values", "forget the values that were set"),
    Flag::bool(
        "reuse-values",
        "keep the values that were set, and the defaults of the old chart",
    ),
    SERVER_SIDE,
    Flag::bool(
        "strict-values",
        "refuse to drop values that were set before and are not repeated",
    ),
    UNLOCK,
];

/// How many revisions are kept.
pub(super) const HISTORY_MAX: Flag =
    Flag::int("history-max", "revisions that are kept; 0 for all").default_from(history_max);

/// Whether the server applies objects.
pub(super) const SERVER_SIDE: Flag = Flag::string(
    "server-side",
    "let the server apply objects: true, false, or auto for what the release has done so far",
)
.default("auto");

/// Whether a revision that somebody has left pending may be passed over.
pub(super) const UNLOCK: Flag = Flag::bool(
    "unlock",
    "go on although a revision is pending whose record does not say by whom",
);

fn history_max(env: &Env) -> String {
    let given = env.non_empty("HELM_MAX_HISTORY");
    let given = given.filter(|text| text.parse::<i64>().is_ok());
    given.unwrap_or("10").to_owned()
}

const LONG: &str = "
Upgrades a release to a chart and values.

Values that were set for the revision before are forgotten where new ones are
set, unless --reuse-values or --reset-then-reuse-values is given. What is dropped
so is told before anything changes, and refused with --strict-values.

A revision that is still pending because whoever worked on it was killed is gone
on from.
";

const EXAMPLE: &str =
    "  # Bring a release to a new version of its chart, and keep the values that were set
  helm upgrade web ./chart --reset-then-reuse-values

  # Install it if it is not there, and go back if it does not run
  helm upgrade web ./chart --install --rollback-on-failure";

pub(crate) static UPGRADE: Command<Context> =
    Command::new("upgrade [RELEASE] [CHART]", "upgrade a release")
        .long(LONG)
        .example(EXAMPLE)
        .flags(&[
            FLAGS,
            RELEASE,
            CHANGE,
            WAIT,
            &[DRY_RUN],
            SHOW,
            VALUES,
            CHART_PATH,
            OUTPUT,
        ])
        .exclusive(EXCLUSIVE)
        .args(args::exact::<2>())
        .complete(complete::revised_chart)
        .run(run);

fn run(
    invocation: &Invocation<Context>,
    context: &mut Context,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let [name, chart] = invocation.args.as_slice() else {
        return Err(Failure::silent(1));
    };
    if flags.bool("install") && is_absent(name, flags, context, io)? {
        if Output::from_flags(flags) == Output::Table {
            writeln!(
                io.stdout,
                "Release {name:?} does not exist. Installing it now."
            )?;
            io.stdout.flush()?;
        }
        let source = Source {
            flags,
            server_side: flags.string("server-side") != "false",
        };
        let release = install::install(name.clone(), chart, &source, context, io)?;
        return install::show(&release, flags, io);
    }
    let release = upgrade(name, chart, flags, context, io)?;
    if Output::from_flags(flags) == Output::Table {
        writeln!(
            io.stdout,
            "Release {name:?} has been upgraded. Happy Helming!"
        )?;
    }
    install::show(&release, flags, io)
}

/// Whether there is no release, or only what an uninstallation has kept.
fn is_absent(
    name: &str,
    flags: &Flags,
    context: &Context,
    io: &mut Io<'_>,
) -> Result<bool, Failure> {
    let config = session::open(context, flags, None, io)?;
    let history = config.cluster.wait(config.storage.history(name));
    match history.map_err(ActionError::from) {
        Ok(history) => {
            let last = history.last();
            Ok(last.is_none_or(|last| last.status() == Status::Uninstalled))
        }
        Err(error) if error.is_not_found() => Ok(true),
        Err(error) => Err(session::failure("", &error)),
    }
}

fn upgrade(
    name: &str,
    chart: &str,
    flags: &Flags,
    context: &Context,
    io: &mut Io<'_>,
) -> Result<Release, Failure> {
    let chart = install::load(chart, flags, io)?;
    let dry_run = dry_run(flags, io)?;
    if flags.bool("hide-secret") && dry_run == DryRun::None {
        let message = "hiding Kubernetes secrets requires a dry-run mode";
        logfmt::write(io, "ERROR", message, &[]);
        return Err(Failure::new(format!("UPGRADE FAILED: {message}")));
    }
    let values = merge_values(flags, io)?;
    let config = session::open(context, flags, None, io)?;
    let upgrade = Upgrade {
        name: name.to_owned(),
        chart,
        values,
        reuse: Reuse {
            reset: flags.bool("reset-values"),
            reuse: flags.bool("reuse-values"),
            reset_then_reuse: flags.bool("reset-then-reuse-values"),
            strict: flags.bool("strict-values"),
        },
        labels: flags.pairs("labels").clone(),
        server_side: flags.string("server-side").to_owned(),
        dry_run,
        render: install::render_options(flags),
        deploying: deploying(flags, io),
        unlock: flags.bool("unlock"),
    };
    let upgraded = upgrade.run(&config, io);
    upgraded.map_err(|error| session::failure("UPGRADE FAILED: ", &error))
}
