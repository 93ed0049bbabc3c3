//! `kubectl replace`: putting whole objects in the place of those that are there.

use cobra::{Command, Flag, Invocation, Io};
use serde_json::json;

use crate::deletion::{timeout, wait_until_gone};
use crate::dry_run::{DRY_RUN_FLAGS, DryRun};
use crate::field_validation::{self, VALIDATE_FLAGS};
use crate::last_applied;
use crate::printers::{ObjectPrinter, Outcome, OutputFormat, PRINT_FLAGS, result_line};
use crate::resource::{FILE_FLAGS, FileOptions, Info, local_objects};
use crate::session::{Factory, Session};
use crate::{CommandError, object};
use cliruntime::Query;

pub(super) static REPLACE: Command<Session> =
    Command::new("replace -f FILENAME", "Replace a resource by file name or stdin")
        .group(super::ADVANCED)
        .long("Replace objects by what manifests say. A manifest must be whole; with --force the object is deleted and made anew.")
        .example("  # Replace an object\n  kubectl replace -f ./web.yaml")
        .no_flags_in_use_line()
        .flags(&[
            PRINT_FLAGS,
            FILE_FLAGS,
            DRY_RUN_FLAGS,
            VALIDATE_FLAGS,
            &[
                Flag::string("cascade", "Must be \"background\", \"orphan\", or \"foreground\": what becomes of dependents.")
                    .default("background")
                    .optional_value("background"),
                Flag::string("field-manager", "Name of the manager used to track field ownership.").default("kubectl-replace"),
                Flag::bool("force", "If true, delete the object and create it anew."),
                Flag::int("grace-period", "Seconds that the deleted object gets to end, -1 for its own.").default("-1"),
                Flag::bool("save-config", "If true, remember the object in its annotations."),
                Flag::string("subresource", "Replace the subresource instead of the object.").values(&["resize", "scale", "status"]),
                Flag::duration("timeout", "How long to wait for the deletion, zero for as long as it takes.").default("0s"),
            ],
        ])
        .run(|invocation, session, io| {
            session.drive(invocation, io, async |factory, io| replace(invocation, factory, io).await)
        });

async fn replace(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let files = FileOptions::new(flags);
    if files.is_empty() {
        return Err(CommandError::usage(
            &super::command_path(invocation),
            "Must specify --filename to replace",
        ));
    }
    let dry_run = DryRun::new(flags)?;
    let (infos, mut errors) = local_objects(&files, factory, io).await?;
    if infos.is_empty() && errors.is_empty() {
        return Err(CommandError::told("no objects passed to replace"));
    }
    let format = OutputFormat::new(flags, false, io)?;
    let human = format.is_human();
    let mut printer = ObjectPrinter::new(format, flags.bool("show-managed-fields"));
    for mut info in infos {
        match one(&mut info, invocation, dry_run, factory, io).await {
            Ok(()) if human => write!(
                io.stdout,
                "{}",
                result_line(
                    &info,
                    Outcome {
                        did: "replaced",
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

async fn one(
    info: &mut Info,
    invocation: &Invocation<Session>,
    dry_run: DryRun,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let rest = factory.rest(io).await?;
    if flags.bool("save-config") || last_applied::is_remembered(&info.object) {
        info.object = last_applied::annotated(&info.object);
    }
    if dry_run == DryRun::Client {
        return Ok(());
    }
    let query = dry_run.mark(
        Query::new()
            .with("fieldManager", flags.string("field-manager"))
            .with("fieldValidation", field_validation::directive(flags)?),
    );
    let while_replacing =
        |error: cliruntime::ApiError| error.while_doing("replacing", &info.source);
    let answer = if flags.bool("force") {
        let mut options =
            json!({"propagationPolicy": super::delete::propagation(flags.string("cascade"))?});
        if flags.int("grace-period") >= 0 {
            options["gracePeriodSeconds"] = flags.int("grace-period").into();
        }
        let deleted = rest.delete(&info.path(), &Query::new(), &options).await;
        if let Err(error) = deleted
            && !error.is_not_found()
        {
            return Err(error.into());
        }
        tokio::time::timeout(
            timeout(flags.duration("timeout")),
            wait_until_gone(info, "", &rest),
        )
        .await
        .map_err(|_| CommandError::told("timed out waiting for the condition"))??;
        rest.post(&info.collection_path(), &query, &info.object)
            .await
            .map_err(while_replacing)?
    } else {
        let live = info.read(&rest).await.map_err(while_replacing)?;
        if object::resource_version(&info.object).is_empty() {
            object::set_metadata(
                &mut info.object,
                "resourceVersion",
                object::resource_version(&live),
            );
        }
        let path = info.subresource_path(flags.string("subresource"));
        rest.put(&path, &query, &info.object)
            .await
            .map_err(while_replacing)?
    };
    factory.warnings.tell(&answer.warnings, io)?;
    info.refresh(answer.json()?);
    Ok(())
}
