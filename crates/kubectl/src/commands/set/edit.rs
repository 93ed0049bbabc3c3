//! What the commands have in common that change one feature of objects.

use cobra::{Flag, Flags, Invocation, Io};
use serde_json::Value;

use crate::change_cause::{CHANGE_CAUSE, recorded};
use crate::changes::Change;
use crate::dry_run::DryRun;
use crate::printers::{ObjectPrinter, Outcome, OutputFormat, result_line};
use crate::resource::{FileOptions, Info, Request};
use crate::session::{Factory, Session};
use crate::{CommandError, object};

/// Flags of all of them.
pub(super) const SET_FLAGS: &[Flag] = &[
    Flag::bool(
        "all",
        "Select all objects of the given types in the namespace",
    ),
    Flag::string(
        "field-manager",
        "Name of the manager used to track field ownership.",
    )
    .default("kubectl-set"),
    Flag::bool(
        "local",
        "If true, nothing is asked of a server, only the given files are changed and printed.",
    ),
];

/// What becomes of an object that an edit leaves as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unchanged {
    /// It is not mentioned.
    Silent,
    /// It counts as updated.
    Told,
}

/// How an edit and its failure are told.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    /// What was done: `image updated`.
    pub(super) did: &'static str,
    /// What stands before the server's complaint.
    pub(super) failure: &'static str,
    /// What becomes of objects that the edit leaves as they are.
    pub(super) unchanged: Unchanged,
}

/// The objects that are named or stand in files, in their newest version.
pub(super) fn request<'a>(named: &'a [String], flags: &'a Flags) -> Request<'a> {
    Request {
        args: named,
        files: FileOptions::new(flags),
        all: flags.bool("all"),
        latest: true,
        local: flags.bool("local"),
        ..Request::default()
    }
}

/// An object of which nothing can be set that pods have.
pub(super) fn no_pod_template(info: &Info) -> CommandError {
    CommandError::told(format!(
        "{}/{} the object is not a pod or does not have a pod template: {}",
        info.resource.resource,
        info.name,
        super::super::go_type(&info.resource)
    ))
}

/// Sends what an edit makes of each object, and says what was done.
pub(super) async fn send(
    infos: Vec<Info>,
    words: Words,
    mut edit: impl FnMut(&mut Value, &Info) -> Result<(), CommandError>,
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let dry_run = DryRun::new(flags)?;
    let local = flags.bool("local");
    let format = OutputFormat::new(flags, false, io)?;
    let human = format.is_human();
    let mut printer = ObjectPrinter::of_structs(format, flags.bool("show-managed-fields"));
    let mut errors = Vec::new();
    for info in infos {
        let mut after = info.object.clone();
        if let Err(error) = edit(&mut after, &info) {
            errors.push(error);
            continue;
        }
        let mut change = Change::between(&info, &info.object, &after)?;
        if change.is_empty()
            && words.unchanged == Unchanged::Silent
            && dry_run == DryRun::None
            && !local
        {
            continue;
        }
        if let Some(cause) = flags.has("record").then(|| recorded(invocation)).flatten() {
            object::set_annotation(&mut after, CHANGE_CAUSE, &cause);
            change = Change::between(&info, &info.object, &after)?;
        }
        if dry_run != DryRun::Client && !local {
            let rest = factory.rest(io).await?;
            match change
                .send(&rest, &info.path(), flags.string("field-manager"), dry_run)
                .await
            {
                Ok(answer) => {
                    factory.warnings.tell(&answer.warnings, io)?;
                    after = answer.json()?;
                }
                Err(error) => {
                    errors.push(CommandError::told(format!("{}{error}", words.failure)));
                    continue;
                }
            }
        }
        match human {
            true => write!(
                io.stdout,
                "{}",
                result_line(
                    &info,
                    Outcome {
                        did: words.did,
                        dry_run
                    }
                )
            )?,
            false => write!(io.stdout, "{}", printer.print(&after)?)?,
        }
    }
    CommandError::aggregate(errors)
}
