//! `kubectl scale`: setting how many replicas there are to be.

use std::time::Duration;

use cobra::{Command, Flag, Invocation, Io};
use serde_json::{Value, json};

use crate::change_cause::RECORD_FLAGS;
use crate::dry_run::{DRY_RUN_FLAGS, DryRun};
use crate::printers::{ObjectPrinter, Outcome, OutputFormat, PRINT_FLAGS, result_line};
use crate::resource::{FILE_FLAGS, FileOptions, Info, Request, select};
use crate::session::{Factory, Session};
use crate::{CommandError, object};
use cliruntime::{Media, Query, Rest};

/// How often to look whether the replicas are there.
const POLL: Duration = Duration::from_millis(100);

pub(super) static SCALE: Command<Session> = Command::new(
    "scale [--resource-version=version] [--current-replicas=count] --replicas=COUNT (-f FILENAME | TYPE NAME)",
    "Set a new size for a deployment, replica set, or replication controller",
)
.group(super::DEPLOY)
.long("Set how many replicas a deployment, replica set, stateful set or any other object with a scale is to have.\n\n With --current-replicas or --resource-version it is only changed if that is how it still is.")
.example("  # Scale a deployment to 3\n  kubectl scale --replicas=3 deployment/web\n  \n  # Scale it to 3 if it is at 2\n  kubectl scale --current-replicas=2 --replicas=3 deployment/web")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    FILE_FLAGS,
    DRY_RUN_FLAGS,
    RECORD_FLAGS,
    &[
        Flag::bool("all", "Select all objects of the given types in the namespace"),
        Flag::int("current-replicas", "How many replicas there must be now; -1 for any number.").default("-1"),
        Flag::int("replicas", "The new number of replicas. Required.").required(),
        Flag::string("resource-version", "Only scale an object that still has this version."),
        Flag::string("selector", "Selector (label query) to filter on, supports '=', '==', '!=', 'in', 'notin'.").short('l'),
        Flag::duration("timeout", "How long to wait until the replicas are there, zero means do not wait.").default("0s"),
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| scale(invocation, factory, io).await)
});

async fn scale(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    if flags.int("replicas") < 0 {
        return Err(CommandError::told(
            "The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0",
        ));
    }
    let dry_run = DryRun::new(flags)?;
    let request = Request {
        args: &invocation.args,
        files: FileOptions::new(flags),
        selector: flags.string("selector"),
        all: flags.bool("all"),
        latest: true,
        ..Request::default()
    };
    let selection = select(&request, factory, io).await?;
    let mut errors = selection.errors;
    if selection.infos.is_empty() && errors.is_empty() {
        return Err(CommandError::told("no objects passed to scale"));
    }
    if selection.infos.len() > 1 && !flags.string("resource-version").is_empty() {
        return Err(CommandError::told(
            "cannot use --resource-version with multiple resources",
        ));
    }
    let format = OutputFormat::new(flags, false, io)?;
    let human = format.is_human();
    let mut printer = ObjectPrinter::new(format, flags.bool("show-managed-fields"));
    let rest = factory.rest(io).await?;
    for info in selection.infos {
        let outcome = if dry_run == DryRun::Client {
            Ok(())
        } else {
            set(&info, invocation, dry_run, &rest).await
        };
        match outcome {
            Ok(()) if human => write!(
                io.stdout,
                "{}",
                result_line(
                    &info,
                    Outcome {
                        did: "scaled",
                        dry_run
                    }
                )
            )?,
            Ok(()) => write!(io.stdout, "{}", printer.print(&info.object)?)?,
            Err(error) => errors.push(error),
        }
    }
    CommandError::aggregate(errors)
}

async fn set(
    info: &Info,
    invocation: &Invocation<Session>,
    dry_run: DryRun,
    rest: &Rest,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let replicas = flags.int("replicas");
    let path = info.subresource_path("scale");
    let (current, version) = (
        flags.int("current-replicas"),
        flags.string("resource-version"),
    );
    let query = dry_run.mark(Query::new());
    if current >= 0 || !version.is_empty() {
        let mut scale = rest.get(&path, &Query::new()).await?.json()?;
        check(&scale, current, version)?;
        object::entry(&mut scale, "spec")["replicas"] = replicas.into();
        rest.put(&path, &query, &scale).await?;
    } else {
        let patch = json!({"spec": {"replicas": replicas}});
        rest.patch(&path, &query, Media::MergePatch, patch.to_string())
            .await?;
    }
    match flags
        .duration("timeout")
        .to_std()
        .filter(|timeout| !timeout.is_zero())
    {
        Some(timeout) if dry_run == DryRun::None => {
            tokio::time::timeout(timeout, reached(rest, &path, replicas))
                .await
                .map_err(|_| CommandError::told("timed out waiting for the condition"))?
        }
        _ => Ok(()),
    }
}

fn check(scale: &Value, current: i64, version: &str) -> Result<(), CommandError> {
    let replicas = scale["spec"]["replicas"].as_i64().unwrap_or(0);
    if current >= 0 && replicas != current {
        return Err(CommandError::told(format!(
            "Expected replicas to be {current}, was {replicas}"
        )));
    }
    let has = object::resource_version(scale);
    if !version.is_empty() && has != version {
        return Err(CommandError::told(format!(
            "Expected resource version to be {version}, was {has}"
        )));
    }
    Ok(())
}

/// Waits until there are as many replicas as wanted, or somebody wants another number.
async fn reached(rest: &Rest, path: &str, replicas: i64) -> Result<(), CommandError> {
    loop {
        let scale = rest.get(path, &Query::new()).await?.json()?;
        let wanted = scale["spec"]["replicas"].as_i64().unwrap_or(0);
        let has = scale["status"]["replicas"].as_i64().unwrap_or(0);
        if wanted != replicas || has == replicas {
            return Ok(());
        }
        tokio::time::sleep(POLL).await;
    }
}
