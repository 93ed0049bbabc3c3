//! `kubectl patch`: changing fields of an object.

use std::fs;

use cobra::{Command, Flag, Invocation, Io};

use crate::CommandError;
use crate::change_cause::{CHANGE_CAUSE, RECORD_FLAGS, recorded};
use crate::changes::Change;
use crate::dry_run::{DRY_RUN_FLAGS, DryRun};
use crate::manifest_yaml::KUBERNETES_YAML;
use crate::object;
use crate::printers::{ObjectPrinter, Outcome, OutputFormat, PRINT_FLAGS, result_line};
use crate::resource::{FILE_FLAGS, FileOptions, Info, Request, select};
use crate::session::{Factory, Session};
use cliruntime::{Media, Query};

pub(super) static PATCH: Command<Session> = Command::new(
    "patch (-f FILENAME | TYPE NAME) [-p PATCH|--patch-file FILE]",
    "Update fields of a resource",
)
.group(super::ADVANCED)
.long("Change fields of an object with a strategic merge patch, a JSON merge patch or a JSON patch. The patch may be JSON or YAML.")
.example("  # Change the image of a container, which is found by its name\n  kubectl patch deployment web -p '{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"app\",\"image\":\"nginx:1.26\"}]}}}}'\n  \n  # Change a field with a JSON patch\n  kubectl patch deployment web --type='json' -p='[{\"op\":\"replace\",\"path\":\"/spec/replicas\",\"value\":3}]'")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    FILE_FLAGS,
    DRY_RUN_FLAGS,
    RECORD_FLAGS,
    &[
        Flag::string("field-manager", "Name of the manager used to track field ownership.").default("kubectl-patch"),
        Flag::string("patch", "The patch to be applied to the resource JSON file.").short('p'),
        Flag::string("patch-file", "File with the patch.").files(&[]),
        Flag::string("subresource", "Change the subresource instead of the object.").values(&["resize", "scale", "status"]),
        Flag::string("type", "The type of patch; one of [json merge strategic]").default("strategic").values(&["json", "merge", "strategic"]),
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| patch(invocation, factory, io).await)
});

async fn patch(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let dry_run = DryRun::new(flags)?;
    let media = media(flags.string("type"))?;
    let body = body(invocation, io)?;
    let request = Request {
        args: &invocation.args,
        files: FileOptions::new(flags),
        ..Request::default()
    };
    let selection = select(&request, factory, io).await?;
    let mut errors = selection.errors;
    let format = OutputFormat::new(flags, false, io)?;
    let human = format.is_human();
    let mut printer = ObjectPrinter::new(format, flags.bool("show-managed-fields"));
    let found_any = !selection.infos.is_empty();
    for info in selection.infos {
        match apply(&info, media, &body, invocation, dry_run, factory, io).await {
            Ok(after) if human => {
                let did = if after == info.object {
                    "patched (no change)"
                } else {
                    "patched"
                };
                // The real one does not say that it only tried.
                let outcome = Outcome {
                    did,
                    dry_run: DryRun::None,
                };
                write!(io.stdout, "{}", result_line(&info, outcome))?;
            }
            Ok(after) => write!(io.stdout, "{}", printer.print(&after)?)?,
            Err(error) => errors.push(error),
        }
    }
    if !found_any && errors.is_empty() {
        return Err(CommandError::told("no objects passed to patch"));
    }
    CommandError::aggregate(errors)
}

fn media(name: &str) -> Result<Media, CommandError> {
    match name {
        "json" => Ok(Media::JsonPatch),
        "merge" => Ok(Media::MergePatch),
        "strategic" => Ok(Media::StrategicMergePatch),
        other => Err(CommandError::told(format!(
            "--type must be one of [json merge strategic], not {other:?}"
        ))),
    }
}

/// The patch as JSON; what looks like JSON already goes out as it is.
fn body(invocation: &Invocation<Session>, io: &Io<'_>) -> Result<String, CommandError> {
    let (inline, file) = (
        invocation.flags.string("patch"),
        invocation.flags.string("patch-file"),
    );
    let text = match (inline, file) {
        ("", "") => {
            return Err(CommandError::told(
                "must specify --patch or --patch-file containing the contents of the patch",
            ));
        }
        (_, "") => inline.to_owned(),
        ("", file) => fs::read_to_string(io.resolve(file))
            .map_err(|error| CommandError::told(format!("unable to read patch file: {error}")))?,
        _ => {
            return Err(CommandError::told(
                "cannot specify --patch and --patch-file together",
            ));
        }
    };
    if text.trim_start().starts_with('{') {
        return Ok(text);
    }
    match goyaml::yaml_to_json(text.as_bytes(), &KUBERNETES_YAML) {
        Ok(value) => Ok(value.to_string()),
        Err(error) => Err(CommandError::told(format!(
            "unable to parse {text:?}: {error}"
        ))),
    }
}

async fn apply(
    info: &Info,
    media: Media,
    body: &str,
    invocation: &Invocation<Session>,
    dry_run: DryRun,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<serde_json::Value, CommandError> {
    if dry_run == DryRun::Client {
        return apply_here(info, media, body);
    }
    let flags = &invocation.flags;
    let rest = factory.rest(io).await?;
    let path = info.subresource_path(flags.string("subresource"));
    let query = dry_run.mark(Query::new().with("fieldManager", flags.string("field-manager")));
    let answer = rest.patch(&path, &query, media, body).await?;
    factory.warnings.tell(&answer.warnings, io)?;
    let after = answer.json()?;
    if let Some(cause) = recorded(invocation) {
        let mut with_cause = after.clone();
        object::set_annotation(&mut with_cause, CHANGE_CAUSE, &cause);
        let change = Change::merge(&after, &with_cause);
        return Ok(change
            .send(&rest, &path, flags.string("field-manager"), dry_run)
            .await?
            .json()?);
    }
    Ok(after)
}

/// What the server would make of the patch, as far as that can be told without it.
fn apply_here(info: &Info, media: Media, body: &str) -> Result<serde_json::Value, CommandError> {
    let patch: serde_json::Value =
        serde_json::from_str(body).map_err(|error| CommandError::told(error.to_string()))?;
    let object = info.object.clone();
    match (media, schema::kind(&info.resource.gvk())) {
        (Media::JsonPatch, _) => {
            let operations = patch::json_patch::parse(&patch)
                .map_err(|error| CommandError::told(error.to_string()))?;
            patch::json_patch::apply(object, &operations)
                .map_err(|error| CommandError::told(error.to_string()))
        }
        (Media::StrategicMergePatch, Some(definition)) => {
            patch::strategic::apply(object, patch, definition)
                .map_err(|error| CommandError::told(error.to_string()))
        }
        (Media::StrategicMergePatch, None) => Err(CommandError::told(
            "strategic merge patch is not supported for custom resources; use --type=merge or --type=json",
        )),
        (Media::MergePatch | Media::Json | Media::ApplyPatch, _) => {
            Ok(patch::merge_patch::apply(object, patch))
        }
    }
}
