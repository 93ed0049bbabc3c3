//! `kubectl annotate`: setting and removing annotations.

use cobra::{Command, Flag, Invocation, Io};

use super::metadata_edits::{self, MetadataEdits};
use crate::change_cause::{CHANGE_CAUSE, RECORD_FLAGS, recorded};
use crate::changes::Change;
use crate::dry_run::{DRY_RUN_FLAGS, DryRun};
use crate::printers::{ObjectPrinter, Outcome, OutputFormat, PRINT_FLAGS, result_line};
use crate::resource::{FILE_FLAGS, FileOptions, Info, Request, select};
use crate::session::{Factory, Session};
use crate::{CommandError, object};

/// Flags that label and annotate share.
pub(super) const EDIT_FLAGS: &[Flag] = &[
    Flag::bool(
        "all",
        "Select all objects, in the namespace of the specified types.",
    ),
    Flag::bool(
        "all-namespaces",
        "If true, select the objects of all namespaces.",
    )
    .short('A'),
    Flag::string(
        "field-selector",
        "Selector (field query) to filter on, supports '=', '==', and '!='.",
    ),
    Flag::bool("list", "If true, only show what is there already."),
    Flag::bool(
        "overwrite",
        "If true, replace values that are there; otherwise refuse to.",
    ),
    Flag::string(
        "resource-version",
        "Only change a single object, and only if it still has this version.",
    ),
    Flag::string(
        "selector",
        "Selector (label query) to filter on, supports '=', '==', '!=', 'in', 'notin'.",
    )
    .short('l'),
];

pub(super) static ANNOTATE: Command<Session> = Command::new(
    "annotate [--overwrite] (-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N [--resource-version=version]",
    "Update the annotations on a resource",
)
.group(super::SETTINGS)
.long("Set annotations of objects, or remove them: a key with a dash after it goes away.\n\n A value that is there already stays unless --overwrite is given.")
.example("  # Say why a deployment was changed\n  kubectl annotate deployment web kubernetes.io/change-cause='new image'\n  \n  # Remove an annotation\n  kubectl annotate pods web description-")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    FILE_FLAGS,
    DRY_RUN_FLAGS,
    RECORD_FLAGS,
    EDIT_FLAGS,
    &[Flag::string("field-manager", "Name of the manager used to track field ownership.").default("kubectl-annotate")],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| annotate(invocation, factory, io).await)
});

async fn annotate(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let (resources, mut edits) = metadata_edits::split(&invocation.args, "annotation")?;
    if let Some(cause) = recorded(invocation) {
        edits.set.insert(CHANGE_CAUSE.to_owned(), cause);
    }
    if edits == MetadataEdits::default() && !flags.bool("list") {
        return Err(CommandError::told(
            "at least one annotation update is required",
        ));
    }
    let dry_run = DryRun::new(flags)?;
    let selection = select(&edit_request(invocation, &resources), factory, io).await?;
    let mut errors = selection.errors;
    let format = OutputFormat::new(flags, false, io)?;
    let human = format.is_human();
    let mut printer = ObjectPrinter::new(format, flags.bool("show-managed-fields"));
    for info in selection.infos {
        if flags.bool("list") {
            list(&info, "annotations", io)?;
            continue;
        }
        match apply(&info, &edits, invocation, dry_run, factory, io).await {
            Ok(_) if human => write!(
                io.stdout,
                "{}",
                result_line(
                    &info,
                    Outcome {
                        did: "annotated",
                        dry_run
                    }
                )
            )?,
            Ok(object) => write!(io.stdout, "{}", printer.print(&object)?)?,
            Err(error) => errors.push(error),
        }
    }
    CommandError::aggregate(errors)
}

/// What the command line of label or annotate asks for.
pub(super) fn edit_request<'a>(
    invocation: &'a Invocation<Session>,
    resources: &'a [String],
) -> Request<'a> {
    let flags = &invocation.flags;
    Request {
        args: resources,
        files: FileOptions::new(flags),
        selector: flags.string("selector"),
        field_selector: flags.string("field-selector"),
        all: flags.bool("all"),
        all_namespaces: flags.bool("all-namespaces"),
        latest: true,
        missing: "one or more resources must be specified as <resource> <name> or <resource>/<name>",
        ..Request::default()
    }
}

/// Shows the labels or annotations of an object.
pub(super) fn list(info: &Info, field: &str, io: &mut Io<'_>) -> Result<(), CommandError> {
    for (key, value) in info.object["metadata"][field]
        .as_object()
        .into_iter()
        .flatten()
    {
        writeln!(io.stdout, "{key}={}", value.as_str().unwrap_or_default())?;
    }
    Ok(())
}

async fn apply(
    info: &Info,
    edits: &MetadataEdits,
    invocation: &Invocation<Session>,
    dry_run: DryRun,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<serde_json::Value, CommandError> {
    let flags = &invocation.flags;
    if !flags.bool("overwrite") {
        refuse_overwriting(info, edits)?;
    }
    let mut after = info.object.clone();
    edit(&mut after, "annotations", edits);
    if !flags.string("resource-version").is_empty() {
        object::set_metadata(
            &mut after,
            "resourceVersion",
            flags.string("resource-version"),
        );
    }
    if dry_run == DryRun::Client {
        return Ok(after);
    }
    let change = Change::merge(&info.object, &after);
    let rest = factory.rest(io).await?;
    let answer = change
        .send(&rest, &info.path(), flags.string("field-manager"), dry_run)
        .await?;
    factory.warnings.tell(&answer.warnings, io)?;
    Ok(answer.json()?)
}

fn refuse_overwriting(info: &Info, edits: &MetadataEdits) -> Result<(), CommandError> {
    let present: Vec<String> = edits
        .set
        .iter()
        .filter_map(|(key, value)| {
            let there = object::annotation(&info.object, key)?;
            (there != value).then(|| format!("'{key}' already has a value ({there})"))
        })
        .collect();
    if present.is_empty() {
        return Ok(());
    }
    Err(CommandError::told(format!(
        "--overwrite is false but found the following declared annotation(s): {}",
        present.join("; ")
    )))
}

/// Sets and removes keys of a map in the metadata.
pub(super) fn edit(after: &mut serde_json::Value, field: &str, edits: &MetadataEdits) {
    if edits.set.is_empty() && after["metadata"][field].is_null() {
        return;
    }
    let map = object::entry(object::entry(after, "metadata"), field);
    if let serde_json::Value::Object(map) = map {
        for (key, value) in &edits.set {
            map.insert(key.clone(), value.as_str().into());
        }
        for key in &edits.remove {
            map.remove(key);
        }
    }
}
