//! `kubectl apply view-last-applied` and `set-last-applied`.

use cobra::{Command, Flag, Invocation, Io};
use serde_json::json;

use crate::CommandError;
use crate::dry_run::{DRY_RUN_FLAGS, DryRun};
use crate::last_applied::{self, LAST_APPLIED};
use crate::printers::{Outcome, compact_json, result_line, yaml};
use crate::resource::{FILE_FLAGS, FileOptions, Request, local_objects, select};
use crate::session::{Factory, Session};
use cliruntime::{Media, Query};

pub(super) static VIEW: Command<Session> = Command::new(
    "view-last-applied (TYPE [NAME | -l label] | TYPE/NAME | -f FILENAME)",
    "View the latest last-applied-configuration annotations of a resource/object",
)
.no_flags_in_use_line()
.flags(&[
    FILE_FLAGS,
    &[
        Flag::bool(
            "all",
            "Select all resources of the given types in the namespace",
        ),
        Flag::string("output", "Output format. Must be one of (yaml, json)")
            .short('o')
            .default("yaml")
            .values(&["json", "yaml"]),
        Flag::string(
            "selector",
            "Selector (label query) to filter on, supports '=', '==', '!=', 'in', 'notin'.",
        )
        .short('l'),
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| {
        view(invocation, factory, io).await
    })
});

pub(super) static SET: Command<Session> = Command::new(
    "set-last-applied -f FILENAME",
    "Set the last-applied-configuration annotation on a live object to match the contents of a file",
)
.no_flags_in_use_line()
.flags(&[
    FILE_FLAGS,
    DRY_RUN_FLAGS,
    &[
        Flag::bool("create-annotation", "Also set the annotation of objects that do not have it"),
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| set(invocation, factory, io).await)
});

async fn view(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let request = Request {
        args: &invocation.args,
        files: FileOptions::new(flags),
        selector: flags.string("selector"),
        all: flags.bool("all"),
        latest: true,
        ..Request::default()
    };
    for info in select(&request, factory, io).await?.all()? {
        let shown = last_applied::original(&info.object);
        if shown.is_null() {
            continue;
        }
        match flags.string("output") {
            "json" => writeln!(
                io.stdout,
                "{}",
                gostd::json::indent(&compact_json(&shown), "", "  ")
            )?,
            "yaml" => write!(io.stdout, "{}", yaml(&shown))?,
            other => {
                let path = super::super::command_path(invocation);
                return Err(CommandError::usage(
                    &path,
                    &format!(
                        "Unexpected -o output mode: {other}, the flag 'output' must be one of yaml|json"
                    ),
                ));
            }
        }
    }
    Ok(())
}

async fn set(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let dry_run = DryRun::new(flags)?;
    let (infos, errors) = local_objects(&FileOptions::new(flags), factory, io).await?;
    CommandError::aggregate(errors)?;
    let rest = factory.rest(io).await?;
    for info in infos {
        let live = info.read(&rest).await?;
        if !last_applied::is_remembered(&live) && !flags.bool("create-annotation") {
            return Err(CommandError::told(format!(
                "no last-applied-configuration annotation found on resource: {}, to create the annotation, run the command with --create-annotation",
                info.name
            )));
        }
        let patch = json!({"metadata": {"annotations": {LAST_APPLIED: last_applied::encoded(&info.object)}}});
        if dry_run != DryRun::Client {
            rest.patch(
                &info.path(),
                &dry_run.mark(Query::new()),
                Media::MergePatch,
                patch.to_string(),
            )
            .await?;
        }
        write!(
            io.stdout,
            "{}",
            result_line(
                &info,
                Outcome {
                    did: "configured",
                    dry_run
                }
            )
        )?;
    }
    Ok(())
}
