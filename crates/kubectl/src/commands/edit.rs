//! `kubectl edit`: objects in the person's editor, and what was changed there as patches.

mod editor;
mod failures;
mod text;

use std::fs;
use std::path::Path;

use cobra::{Command, Flag, Invocation, Io};
use serde_json::Value;

use self::editor::{Editor, Saved};
use self::failures::Failures;
use self::text::{Form, has_content, say_the_same, with_windows_line_ends, without_comments};
use crate::changes::Change;
use crate::dry_run::DryRun;
use crate::field_validation::{VALIDATE_FLAGS, directive};
use crate::printers::{ObjectPrinter, Outcome, OutputFormat, PRINT_FLAGS, result_line};
use crate::resource::{Edited, FILE_FLAGS, FileOptions, Info, Request, edited_objects, select};
use crate::session::{Factory, Session};
use crate::{CommandError, last_applied, object};
use cliruntime::{Query, Rest};

pub(super) static EDIT: Command<Session> = Command::new(
    "edit (RESOURCE/NAME | -f FILENAME)",
    "Edit a resource on the server",
)
.group(super::INTERMEDIATE)
.long("Open objects in the editor that KUBE_EDITOR or EDITOR names, `vi` otherwise, and patch what was changed there. What the server refuses is opened again with its reasons; what was saved is never lost.")
.example("  # Edit a deployment\n  kubectl edit deployment/web\n  \n  # Edit two objects at once, in another editor\n  KUBE_EDITOR=\"nano\" kubectl edit configmap/a configmap/b\n  \n  # Edit the status of a deployment\n  kubectl edit deployment web --subresource=status")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    FILE_FLAGS,
    VALIDATE_FLAGS,
    &[
        Flag::string("field-manager", "Name of the manager used to track field ownership.").default("kubectl-edit"),
        Flag::bool("output-patch", "Print the patch of what was changed."),
        Flag::bool("save-config", "If true, the objects remember what was saved, so that they can be applied from then on."),
        Flag::string("subresource", "Edit the subresource instead of the object.").values(&["resize", "scale", "status"]),
        Flag::bool("windows-line-endings", "Give the editor the line ends of Windows."),
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| edit(invocation, factory, io).await)
});

/// What the flags say of every round.
struct Edit<'a> {
    invocation: &'a Invocation<Session>,
    editor: Editor,
    form: Form,
    /// `Strict`, `Warn` or `Ignore`.
    validation: &'static str,
    subresource: &'a str,
    rest: Rest,
}

async fn edit(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let form = Form::of(flags)?;
    let validation = directive(flags)?;
    let request = Request {
        args: &invocation.args,
        files: FileOptions::new(flags),
        types_mean_all: true,
        latest: true,
        ..Request::default()
    };
    let mut infos = select(&request, factory, io).await?.all()?;
    if infos.is_empty() {
        return Err(CommandError::told("edit cancelled, no objects found"));
    }
    let edit = Edit {
        invocation,
        editor: Editor::of(io),
        form,
        validation,
        subresource: flags.string("subresource"),
        rest: factory.rest(io).await?,
    };
    if !edit.subresource.is_empty() {
        for info in &mut infos {
            let path = info.subresource_path(edit.subresource);
            info.object = edit.rest.get(&path, &Query::new()).await?.json()?;
        }
    }
    edit.until_done(infos, factory, io).await
}

impl Edit<'_> {
    /// Opens the editor again as long as there is something to put right.
    async fn until_done(
        &self,
        mut infos: Vec<Info>,
        factory: &Factory<'_>,
        io: &mut Io<'_>,
    ) -> Result<(), CommandError> {
        let mut failures = Failures::default();
        // What was saved in the round before, if something was wrong with it.
        let mut refused: Option<Saved> = None;
        loop {
            let original = self.shown(&infos)?;
            let body = match &refused {
                None => original.clone().into_bytes(),
                Some(saved) => without_comments(&saved.bytes),
            };
            let header = self.line_ends(&failures.to_string());
            let opened = [header.as_bytes(), &body].concat();
            let changed = self.editor.change(&opened, self.form.extension());
            let before = refused.as_ref().map(|saved| saved.path.clone());
            let saved = changed.map_err(|error| kept(error, before.as_deref(), io))?;
            if let Some(before) = &refused {
                if say_the_same(&before.bytes, &saved.bytes) {
                    forget(&before.path);
                    let error = CommandError::told("Edit cancelled, no valid changes were saved.");
                    return Err(kept(error, Some(&saved.path), io));
                }
                forget(&before.path);
            }
            failures = Failures::default();
            let edited = match self.read(&saved, original.as_bytes(), factory, io).await? {
                Reading::NothingToDo(why) => {
                    forget(&saved.path);
                    writeln!(io.stderr, "{why}")?;
                    return Ok(());
                }
                Reading::Objects(edited) => edited,
                Reading::Unreadable(fault) => {
                    let line = failures.add_unreadable(&infos[0], &fault);
                    writeln!(io.stderr, "{line}")?;
                    refused = Some(saved);
                    continue;
                }
                Reading::Unknown(fault) => {
                    failures.add_syntax(&fault);
                    refused = Some(saved);
                    continue;
                }
            };
            for info in &edited {
                let changed = self.change(info, &infos, &mut failures, factory, io).await;
                changed.map_err(|error| kept(error, Some(&saved.path), io))?;
            }
            if let Some(result) = ended(&failures, &saved.path, io) {
                return result;
            }
            infos = std::mem::take(&mut failures.invalid);
            refused = Some(saved);
        }
    }

    /// The text of the objects as they are, but for what their managers own: that is never shown to be edited.
    fn shown(&self, infos: &[Info]) -> Result<String, CommandError> {
        let objects: Vec<Value> = infos
            .iter()
            .map(|info| without_managed_fields(&info.object))
            .collect();
        let text = self.form.write(&objects.iter().collect::<Vec<_>>())?;
        Ok(self.line_ends(&text))
    }

    fn line_ends(&self, text: &str) -> String {
        match self.invocation.flags.bool("windows-line-endings") {
            true => with_windows_line_ends(text),
            false => text.to_owned(),
        }
    }

    async fn read(
        &self,
        saved: &Saved,
        original: &[u8],
        factory: &Factory<'_>,
        io: &mut Io<'_>,
    ) -> Result<Reading, CommandError> {
        let validated = self.validation != "Ignore";
        let edited = edited_objects(&saved.bytes, validated, factory, io).await?;
        if let Edited::Unreadable(fault) = edited {
            return Ok(Reading::Unreadable(fault));
        }
        if say_the_same(original, &saved.bytes) {
            return Ok(Reading::NothingToDo("Edit cancelled, no changes made."));
        }
        if !has_content(&saved.bytes) {
            return Ok(Reading::NothingToDo(
                "Edit cancelled, saved file was empty.",
            ));
        }
        Ok(match edited {
            Edited::Objects(infos) => Reading::Objects(infos),
            Edited::Unknown(fault) | Edited::Unreadable(fault) => Reading::Unknown(fault),
        })
    }

    /// Patches one object, if it was changed, and tells of it.
    async fn change(
        &self,
        edited: &Info,
        infos: &[Info],
        failures: &mut Failures,
        factory: &Factory<'_>,
        io: &mut Io<'_>,
    ) -> Result<(), CommandError> {
        let flags = &self.invocation.flags;
        let same = |info: &&Info| object::uid(&info.object) == object::uid(&edited.object);
        let Some(info) = infos.iter().find(same) else {
            return Err(CommandError::told(format!(
                "no original object found for {:?}: its uid was changed",
                edited.object_name()
            )));
        };
        let before = &info.object;
        let mut after = edited.object.clone();
        if let Some(managed) = before["metadata"].get("managedFields") {
            after["metadata"]["managedFields"] = managed.clone();
        }
        if flags.bool("save-config") {
            after = last_applied::annotated(&after);
        }
        if *before == after {
            return self.tell("skipped", info, &after, io);
        }
        let keeps = |field: fn(&Value) -> &str| field(before) == field(&after);
        if !(keeps(object::api_version) && keeps(object::kind) && keeps(object::name)) {
            return Err(CommandError::told(
                "At least one of apiVersion, kind and name was changed",
            ));
        }
        let change = Change::between(info, before, &after)?;
        if flags.bool("output-patch") {
            writeln!(io.stdout, "Patch: {}", change.patch)?;
        }
        let path = info.subresource_path(self.subresource);
        let query = Query::new()
            .with("fieldManager", flags.string("field-manager"))
            .with("fieldValidation", self.validation);
        let body = change.patch.to_string();
        match self.rest.patch(&path, &query, change.media, body).await {
            Ok(answer) => {
                factory.warnings.tell(&answer.warnings, io)?;
                self.tell("edited", info, &answer.json()?, io)
            }
            Err(error) => Ok(writeln!(io.stderr, "{}", failures.add(&error, info))?),
        }
    }

    fn tell(
        &self,
        did: &'static str,
        info: &Info,
        object: &Value,
        io: &mut Io<'_>,
    ) -> Result<(), CommandError> {
        let flags = &self.invocation.flags;
        let format = OutputFormat::new(flags, false, io)?;
        let line = if format.is_human() {
            let dry_run = DryRun::None;
            result_line(info, Outcome { did, dry_run })
        } else {
            ObjectPrinter::new(format, flags.bool("show-managed-fields")).print(object)?
        };
        Ok(write!(io.stdout, "{line}")?)
    }
}

/// What was found in a saved file.
enum Reading {
    /// Nothing was changed, for this reason.
    NothingToDo(&'static str),
    Objects(Vec<Info>),
    /// It holds no objects.
    Unreadable(String),
    /// It holds objects that the cluster does not know.
    Unknown(String),
}

/// The end of the whole, unless the editor is to be opened again.
fn ended(failures: &Failures, path: &Path, io: &mut Io<'_>) -> Option<Result<(), CommandError>> {
    let shown = path.display();
    if failures.retryable > 0 {
        let hint = format!("You can run `kubectl replace -f {shown}` to try this update again.");
        return Some(told_and_failed(&hint, io));
    }
    if failures.gone > 0 {
        let hint =
            format!("The edits you made on deleted resources have been saved to \"{shown}\"");
        return Some(told_and_failed(&hint, io));
    }
    if failures.has_reasons() {
        return None;
    }
    forget(path);
    Some(Ok(()))
}

fn told_and_failed(hint: &str, io: &mut Io<'_>) -> Result<(), CommandError> {
    writeln!(io.stderr, "{hint}")?;
    Err(CommandError::Exit(1))
}

/// The error, after it was said where the person's changes are.
fn kept(error: CommandError, path: Option<&Path>, io: &mut Io<'_>) -> CommandError {
    if let Some(path) = path.filter(|path| path.exists()) {
        let shown = path.display();
        // The error is told next, on the same stream.
        let _ = writeln!(
            io.stderr,
            "A copy of your changes has been stored to \"{shown}\""
        );
    }
    error
}

/// A file whose contents are on the server, or are in another file, is of no use any more.
fn forget(path: &Path) {
    let _ = fs::remove_file(path);
}

fn without_managed_fields(object: &Value) -> Value {
    let mut object = object.clone();
    if let Some(Value::Object(metadata)) = object.get_mut("metadata") {
        metadata.remove("managedFields");
    }
    object
}
