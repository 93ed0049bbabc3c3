//! `kubectl label`: setting and removing labels.

use cobra::{Command, Flag, Invocation, Io};
use serde_json::Value;

use super::annotate::{EDIT_FLAGS, edit, edit_request, list};
use super::metadata_edits::{self, MetadataEdits};
use crate::change_cause::{CHANGE_CAUSE, RECORD_FLAGS, recorded};
use crate::changes::Change;
use crate::dry_run::{DRY_RUN_FLAGS, DryRun};
use crate::printers::{ObjectPrinter, Outcome, OutputFormat, PRINT_FLAGS, result_line};
use crate::resource::{FILE_FLAGS, Info, select};
use crate::session::{Factory, Session};
use crate::{CommandError, object};

pub(super) static LABEL: Command<Session> = Command::new(
    "label [--overwrite] (-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N [--resource-version=version]",
    "Update the labels on a resource",
)
.group(super::SETTINGS)
.long("Set labels of objects, or remove them: a key with a dash after it goes away.\n\n A value that is there already stays unless --overwrite is given.")
.example("  # Label a pod\n  kubectl label pods web tier=front\n  \n  # Replace a label of all pods\n  kubectl label --overwrite pods --all tier=back\n  \n  # Remove a label\n  kubectl label pods web tier-")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    FILE_FLAGS,
    DRY_RUN_FLAGS,
    RECORD_FLAGS,
    EDIT_FLAGS,
    &[Flag::string("field-manager", "Name of the manager used to track field ownership.").default("kubectl-label")],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| label(invocation, factory, io).await)
});

async fn label(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let (resources, edits) = metadata_edits::split(&invocation.args, "label")?;
    if edits == MetadataEdits::default() && !flags.bool("list") {
        return Err(CommandError::told("at least one label update is required"));
    }
    for (key, value) in &edits.set {
        if let Some(fault) = apimachinery::validation::is_label_value(value).first() {
            return Err(CommandError::told(format!(
                "invalid label value: {:?}: {fault}",
                format!("{key}={value}")
            )));
        }
    }
    let dry_run = DryRun::new(flags)?;
    let selection = select(&edit_request(invocation, &resources), factory, io).await?;
    let mut errors = selection.errors;
    let format = OutputFormat::new(flags, false, io)?;
    let human = format.is_human();
    let mut printer = ObjectPrinter::new(format, flags.bool("show-managed-fields"));
    for info in selection.infos {
        if flags.bool("list") {
            list(&info, "labels", io)?;
            continue;
        }
        match apply(&info, &edits, invocation, dry_run, factory, io).await {
            Ok((did, _)) if human => write!(
                io.stdout,
                "{}",
                result_line(&info, Outcome { did, dry_run })
            )?,
            Ok((_, object)) => write!(io.stdout, "{}", printer.print(&object)?)?,
            Err(error) => errors.push(error),
        }
    }
    CommandError::aggregate(errors)
}

async fn apply(
    info: &Info,
    edits: &MetadataEdits,
    invocation: &Invocation<Session>,
    dry_run: DryRun,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(&'static str, Value), CommandError> {
    let flags = &invocation.flags;
    let labels = &info.object["metadata"]["labels"];
    if !flags.bool("overwrite") {
        for (key, value) in &edits.set {
            if let Some(present) = labels[key].as_str().filter(|present| present != value) {
                return Err(CommandError::told(format!(
                    "'{key}' already has a value ({present}), and --overwrite is false"
                )));
            }
        }
    }
    for key in edits
        .remove
        .iter()
        .filter(|key| labels[key.as_str()].is_null())
    {
        writeln!(io.stdout, "label {key:?} not found.")?;
    }
    let mut after = info.object.clone();
    edit(&mut after, "labels", edits);
    let did = what_happened(labels, &after["metadata"]["labels"]);
    if let Some(cause) = recorded(invocation) {
        object::set_annotation(&mut after, CHANGE_CAUSE, &cause);
    }
    if !flags.string("resource-version").is_empty() {
        object::set_metadata(
            &mut after,
            "resourceVersion",
            flags.string("resource-version"),
        );
    }
    if dry_run == DryRun::Client || after == info.object {
        return Ok((did, after));
    }
    let change = Change::merge(&info.object, &after);
    let rest = factory.rest(io).await?;
    let answer = change
        .send(&rest, &info.path(), flags.string("field-manager"), dry_run)
        .await?;
    factory.warnings.tell(&answer.warnings, io)?;
    Ok((did, answer.json()?))
}

/// The word for what became of an object's labels.
fn what_happened(before: &Value, after: &Value) -> &'static str {
    let count = |labels: &Value| labels.as_object().map_or(0, serde_json::Map::len);
    let gained = after
        .as_object()
        .into_iter()
        .flatten()
        .any(|(key, value)| before[key] != *value);
    match (gained, count(after) < count(before)) {
        (true, _) => "labeled",
        (false, true) => "unlabeled",
        (false, false) => "not labeled",
    }
}

#[cfg(test)]
mod tests {
    use super::what_happened;
    use serde_json::{Value, json};

    #[test]
    fn the_word_tells_what_changed() {
        assert_eq!(
            what_happened(&json!({"a": "b"}), &json!({"a": "c"})),
            "labeled"
        );
        assert_eq!(what_happened(&json!({"a": "b"}), &json!({})), "unlabeled");
        assert_eq!(
            what_happened(&json!({"a": "b"}), &json!({"a": "b"})),
            "not labeled"
        );
        assert_eq!(what_happened(&Value::Null, &Value::Null), "not labeled");
    }
}
