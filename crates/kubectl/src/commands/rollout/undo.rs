//! `kubectl rollout undo`: going back to an earlier revision.

use cobra::{Command, Flag, Invocation, Io};
use serde_json::{Map, Value, json};

use super::revisions::{Revision, revisions};
use super::workloads;
use crate::CommandError;
use crate::dry_run::{DRY_RUN_FLAGS, DryRun};
use crate::last_applied::{self, LAST_APPLIED};
use crate::printers::{ObjectPrinter, Outcome, OutputFormat, PRINT_FLAGS, result_line};
use crate::resource::{FILE_FLAGS, Info, select};
use crate::session::{Factory, Session};
use crate::workload::bare_template;
use cliruntime::{Media, Query, Rest};

/// Annotations that belong to the deployment and not to one of its revisions.
const OWN_ANNOTATIONS: [&str; 6] = [
    LAST_APPLIED,
    "deployment.kubernetes.io/revision",
    "deployment.kubernetes.io/revision-history",
    "deployment.kubernetes.io/desired-replicas",
    "deployment.kubernetes.io/max-replicas",
    "deprecated.deployment.rollback.to",
];

pub(super) static UNDO: Command<Session> =
    Command::new("undo (TYPE NAME | TYPE/NAME) [flags]", "Undo a previous rollout")
        .long("Go back to an earlier revision: the one before, unless --to-revision says otherwise.")
        .example("  # Go back to the revision before\n  kubectl rollout undo deployment/web\n  \n  # Go back to revision 3\n  kubectl rollout undo deployment/web --to-revision=3\n  \n  # Only show what the pods would run\n  kubectl rollout undo deployment/web --dry-run=client")
        .no_flags_in_use_line()
        .flags(&[
            PRINT_FLAGS,
            FILE_FLAGS,
            DRY_RUN_FLAGS,
            &[
                Flag::string("selector", "Selector (label query) to filter on, supports '=', '==', '!=', 'in', 'notin'.").short('l'),
                Flag::int64("to-revision", "The revision to go back to. 0 for the last one before.").default("0"),
            ],
        ])
        .run(|invocation, session, io| {
            session.drive(invocation, io, async |factory, io| undo(invocation, factory, io).await)
        });

async fn undo(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let dry_run = DryRun::new(flags)?;
    let request = workloads(invocation);
    let selection = select(&request, factory, io).await?;
    let mut errors = selection.errors;
    let rest = factory.rest(io).await?;
    let format = OutputFormat::new(flags, false, io)?;
    let human = format.is_human();
    let mut printer = ObjectPrinter::new(format, flags.bool("show-managed-fields"));
    for info in selection.infos {
        if last_applied::is_remembered(&info.object) {
            super::super::warn(factory, &will_not_be_remembered(&info), io)?;
        }
        match roll_back(&info, flags.int("to-revision"), dry_run, &rest).await {
            Ok(did) if human => write!(
                io.stdout,
                "{}",
                result_line(&info, Outcome { did: &did, dry_run })
            )?,
            Ok(_) => write!(io.stdout, "{}", printer.print(&info.object)?)?,
            Err(error) => errors.push(error),
        }
    }
    CommandError::aggregate(errors)
}

fn will_not_be_remembered(info: &Info) -> String {
    format!(
        "resource {}/{} was previously managed with 'kubectl apply'. Rolling back will not update the {LAST_APPLIED} annotation, which may cause unexpected behavior on future 'kubectl apply' operations. Consider using 'kubectl apply' with your previous configuration file instead.",
        info.resource.resource, info.name
    )
}

/// Goes back, and returns the words for what happened.
async fn roll_back(
    info: &Info,
    to: i64,
    dry_run: DryRun,
    rest: &Rest,
) -> Result<String, CommandError> {
    let kind = &info.resource.kind;
    if !matches!(kind.as_str(), "Deployment" | "DaemonSet" | "StatefulSet") {
        return Err(CommandError::told(format!(
            "error retrieving rollbacker for {kind:?}, no visitor method exists for {{{} {kind}}}",
            info.resource.group
        )));
    }
    let revisions = revisions(info, rest).await?;
    let revision = target(&revisions, to, info)?;
    if dry_run == DryRun::Client {
        return Ok(super::pod_template_text(&revision.template));
    }
    if info.object["spec"]["paused"] == true {
        return Err(CommandError::told(
            "you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again",
        ));
    }
    if bare_template(&revision.template) == bare_template(&info.object["spec"]["template"]) {
        return Ok(format!(
            "skipped rollback (current template already matches revision {})",
            revision.number
        ));
    }
    let query = dry_run.mark(Query::new());
    if info.resource.kind == "Deployment" {
        let patch = json!([
            {"op": "replace", "path": "/spec/template", "value": bare_template(&revision.template)},
            {"op": "replace", "path": "/metadata/annotations", "value": annotations(info, revision)},
        ]);
        rest.patch(&info.path(), &query, Media::JsonPatch, patch.to_string())
            .await
            .map_err(|error| {
                CommandError::told(format!(
                    "failed restoring revision {}: {error}",
                    revision.number
                ))
            })?;
    } else {
        let patch = revision.holder["data"].to_string();
        rest.patch(&info.path(), &query, Media::StrategicMergePatch, patch)
            .await
            .map_err(|error| {
                CommandError::told(format!(
                    "failed restoring revision {}: {error}",
                    revision.number
                ))
            })?;
    }
    Ok("rolled back".to_owned())
}

fn target<'r>(
    revisions: &'r [Revision],
    to: i64,
    info: &Info,
) -> Result<&'r Revision, CommandError> {
    if to != 0 {
        let found = revisions.iter().find(|revision| revision.number == to);
        return found.ok_or_else(|| {
            CommandError::told(format!("unable to find specified revision {to} in history"))
        });
    }
    match revisions {
        [.., before, _] => Ok(before),
        _ if info.resource.kind == "Deployment" => Err(CommandError::told(format!(
            "no rollout history found for deployment {:?}",
            info.name
        ))),
        _ => Err(CommandError::told("no last revision to roll back to")),
    }
}

/// The deployment's own annotations, and the others as they were at that revision.
fn annotations(info: &Info, revision: &Revision) -> Value {
    let of = |object: &Value| {
        object["metadata"]["annotations"]
            .as_object()
            .cloned()
            .unwrap_or_default()
    };
    let is_own = |key: &str| OWN_ANNOTATIONS.contains(&key);
    let mut annotations: Map<String, Value> = of(&info.object)
        .into_iter()
        .filter(|(key, _)| is_own(key))
        .collect();
    annotations.extend(
        of(&revision.holder)
            .into_iter()
            .filter(|(key, _)| !is_own(key)),
    );
    Value::Object(annotations)
}
