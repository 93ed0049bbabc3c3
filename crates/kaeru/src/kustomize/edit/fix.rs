//! `kustomize edit fix`: fields that have a newer form.

mod vars;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use cobra::{Command, Failure, Flag, Invocation, Io};
use filesys::{Disk, FileSystem};
use kustomize::{EditableKustomization, NetworkRemote, Options};
use serde_json::{Map, Value, json};

use crate::kustomize::kustomization_file::rewrite;
use vars::Conversion;

const REPORT: &str = "\nFixed fields:\n  patchesJson6902 -> patches\n  patchesStrategicMerge -> patches\n  commonLabels -> labels\n";
const VARS: &str = "  vars -> replacements\n";
const FAILS: &str =
    "Warning: 'Fixed' kustomization now produces the error when running `kustomize build`: ";
const DIFFERS: &str = "Warning: 'Fixed' kustomization now produces different output when running `kustomize build`.\n";
const HINT: &str = "\nTo convert vars -> replacements, run the command `kustomize edit fix --vars`\n\nWARNING: Converting vars to replacements will potentially overwrite many resource files\nand the resulting files may not produce the same output when `kustomize build` is run.\nWe recommend doing this in a clean git repository where the change is easy to undo.\n";

pub(super) static FIX: Command<()> = Command::new("fix", "Fix the missing fields in kustomization file")
    .long("Fix the missing fields in kustomization file")
    .example("\n	# Fix the missing and deprecated fields in kustomization file\n	kustomize edit fix\n\n")
    .flags(&[&[Flag::bool(
        "vars",
        "If specified, kustomize will attempt to convert vars to replacements. \nWe recommend doing this in a clean git repository where the change is easy to undo.",
    )]])
    .run(run);

fn run(invocation: &Invocation<()>, _: &mut (), io: &mut Io<'_>) -> Result<(), Failure> {
    let with_vars = invocation.flags.bool("vars");
    let root = io.cwd.clone();
    let remote = kubectl::kustomize_remote(io);
    let before = built(&root, &remote);
    rewrite(io, |kustomization| {
        if with_vars {
            Conversion::of(kustomization, &root)?.apply(kustomization)?;
        }
        fix_patches(kustomization, |path| Disk.exists(&root.join(path)));
        fix_labels(kustomization)
    })?;
    let mut report = REPORT.to_owned();
    report.push_str(if with_vars { VARS } else { HINT });
    match (before, built(&root, &remote)) {
        (_, Err(error)) => writeln!(report, "{FAILS}{error}")?,
        (Ok(before), Ok(after)) if before != after => report.push_str(DIFFERS),
        _ => {}
    }
    Ok(write!(io.stderr, "{report}")?)
}

/// What the kustomization builds, to see whether that is still so afterwards.
fn built(root: &Path, remote: &NetworkRemote) -> Result<String, kustomize::Error> {
    let options = Options {
        remote,
        ..Options::default()
    };
    kustomize::build(&Disk, root, &options)?.to_yaml()
}

/// Moves the two old kinds of patches to `patches`. A strategic merge patch is a path if there is such a file, else its text.
fn fix_patches(kustomization: &mut EditableKustomization, is_file: impl Fn(&str) -> bool) {
    let mut patches = kustomization.list("patches");
    patches.extend(kustomization.list("patchesJson6902"));
    for patch in kustomization.texts("patchesStrategicMerge") {
        patches.push(if is_file(&patch) {
            json!({ "path": patch })
        } else {
            json!({ "patch": patch })
        });
    }
    kustomization.set("patches", Value::Array(patches));
    kustomization.set("patchesJson6902", Value::Null);
    kustomization.set("patchesStrategicMerge", Value::Null);
}

/// Moves `commonLabels` to an entry of `labels`.
fn fix_labels(kustomization: &mut EditableKustomization) -> Result<(), Failure> {
    let common = kustomization.map("commonLabels");
    if common.is_empty() {
        return Ok(());
    }
    let mut labels = kustomization.list("labels");
    let pairs = |entry: &Value| entry["pairs"].as_object().cloned().unwrap_or_default();
    let taken = labels
        .iter()
        .flat_map(|entry: &Value| pairs(entry))
        .find(|(key, _): &(String, Value)| common.contains_key(key));
    if let Some((key, _)) = taken {
        return Err(Failure::new(format!(
            "label name '{key}' exists in both commonLabels and labels"
        )));
    }
    let mut entry = Map::new();
    entry.insert("includeSelectors".to_owned(), true.into());
    entry.insert("pairs".to_owned(), Value::Object(common));
    labels.push(Value::Object(entry));
    kustomization.set("labels", Value::Array(labels));
    kustomization.set("commonLabels", Value::Null);
    Ok(())
}
