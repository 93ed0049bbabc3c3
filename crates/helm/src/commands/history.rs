//! `helm history`.

use cobra::{Command, Failure, Flag, Invocation, Io};
use serde::Serialize;

use crate::action::ActionError;
use crate::complete;
use crate::flags::{OUTPUT, Output};
use crate::release::{Summary, Timestamp};
use crate::root::Context;
use crate::storage::summaries;
use crate::table::Table;
use crate::{args, session};

const FLAGS: &[Flag] = &[
    Flag::int("max", "revisions that are shown, the newest").default("256"),
    Flag::bool(
        "show-rollback-revision",
        "show to which revision a revision went back",
    ),
];

const LONG: &str = "
Shows the revisions of a release, the oldest first.
";

pub(crate) static HISTORY: Command<Context> =
    Command::new("history RELEASE_NAME", "show the revisions of a release")
        .aliases(&["hist"])
        .long(LONG)
        .flags(&[FLAGS, OUTPUT])
        .args(args::exact::<1>())
        .complete(complete::one_release)
        .run(run);

#[derive(Serialize)]
struct Revision {
    revision: i64,
    updated: Timestamp,
    status: String,
    chart: String,
    app_version: String,
    #[serde(skip_serializing_if = "is_zero")]
    rollback_revision: i64,
    description: String,
}

fn is_zero(value: &i64) -> bool {
    *value == 0
}

impl From<Summary> for Revision {
    fn from(release: Summary) -> Revision {
        Revision {
            revision: release.version,
            status: release.info.status.clone(),
            chart: release.chart_label(),
            app_version: release.app_version().to_owned(),
            rollback_revision: release.info.rollback_revision,
            updated: release.info.last_deployed,
            description: release.info.description,
        }
    }
}

fn run(
    invocation: &Invocation<Context>,
    context: &mut Context,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let config = session::open(context, flags, None, io)?;
    let history = config
        .cluster
        .wait(config.storage.history(&invocation.args[0]));
    let history = history.map_err(|error| session::failure("", &ActionError::from(error)))?;
    let max = usize::try_from(flags.int("max")).unwrap_or_default();
    let newest = &history[history.len().saturating_sub(max)..];
    let summaries = summaries(newest).into_iter();
    let revisions: Vec<Revision> = summaries.map(Revision::from).collect();
    let format = Output::from_flags(flags);
    if format != Output::Table {
        return format.write(&revisions, &mut io.stdout);
    }
    let with_rollback = flags.bool("show-rollback-revision");
    let head = ["REVISION", "UPDATED", "STATUS", "CHART", "APP VERSION"];
    let mut table = Table::new();
    let mut add = |cells: [&str; 5], rollback: &str, description: &str| {
        let rollback = with_rollback.then_some(rollback);
        table.row(cells.into_iter().chain(rollback).chain([description]));
    };
    add(head, "ROLLBACK", "DESCRIPTION");
    for revision in &revisions {
        let cells = [
            &*revision.revision.to_string(),
            &revision.updated.ansic(&config.zone),
            &revision.status,
            &revision.chart,
            &revision.app_version,
        ];
        let rollback = match revision.rollback_revision {
            0 => String::new(),
            revision => revision.to_string(),
        };
        add(cells, &rollback, &revision.description);
    }
    write!(io.stdout, "{table}")?;
    Ok(())
}
