//! `kustomize edit remove`.

use cobra::{Args, Command, Failure, Flag, Invocation, Io};
use kustomize::EditableKustomization;
use serde_json::Value;

use crate::kustomize::edit::add::build_metadata_options;
use crate::kustomize::kustomization_file::{KustomizationFile, rewrite};
use crate::kustomize::patch_selection;

pub(super) static REMOVE: Command<()> =
    Command::new("remove", "Removes items from the kustomization file.")
        .args(Args::Minimum(1))
        .commands(&[
            &ANNOTATION,
            &BUILD_METADATA,
            &CONFIGMAP,
            &LABEL,
            &PATCH,
            &RESOURCE,
            &SECRET,
            &TRANSFORMER,
        ]);

const IGNORE: &[Flag] = &[Flag::bool(
    "ignore-non-existence",
    "ignore error if the given item doesn't exist",
)
.short('i')];
const NAMESPACE: &[Flag] = &[Flag::string(
    "namespace",
    "Namespace of the generator(s) to remove",
)];

static RESOURCE: Command<()> = Command::new("resource", "Removes one or more resource file paths from kustomization.yaml")
    .example("\n		remove resource my-resource.yml\n		remove resource resource1.yml resource2.yml resource3.yml\n		remove resource resources/*.yml\n	")
    .run(|invocation, _, io| remove_paths("resources", "must specify a resource file", invocation, io));

static TRANSFORMER: Command<()> = Command::new("transformer", "Removes one or more transformers from kustomization.yaml")
    .example("\n		remove transformer my-transformer.yml\n		remove transformer transformer1.yml transformer2.yml\n		remove transformer transformers/*.yml\n	")
    .run(|invocation, _, io| remove_paths("transformers", "must specify a transformer file", invocation, io));

static LABEL: Command<()> = Command::new(
    "label",
    "Removes one or more commonLabels from kustomization.yaml",
)
.example("\n		remove label {labelKey1},{labelKey2}")
.flags(&[IGNORE])
.run(|invocation, _, io| remove_keys("commonLabels", "label", invocation, io));

static ANNOTATION: Command<()> = Command::new(
    "annotation",
    "Removes one or more commonAnnotations from kustomization.yaml",
)
.example("\n		remove annotation {annotationKey1},{annotationKey2}")
.flags(&[IGNORE])
.run(|invocation, _, io| remove_keys("commonAnnotations", "annotation", invocation, io));

static CONFIGMAP: Command<()> = Command::new(
    "configmap",
    "Removes the specified configmap(s) from the kustomization file",
)
.flags(&[NAMESPACE])
.args(Args::Arbitrary)
.run(|invocation, _, io| remove_generators("configMapGenerator", "configmap", invocation, io));

static SECRET: Command<()> = Command::new(
    "secret",
    "Removes the specified secret(s) from the kustomization file",
)
.flags(&[NAMESPACE])
.args(Args::Arbitrary)
.run(|invocation, _, io| remove_generators("secretGenerator", "secret", invocation, io));

static PATCH: Command<()> = Command::new("patch", "Removes a patch from kustomization.yaml")
    .long("Removes a patch from patches field of kustomization.yaml.\nThe fields specified by flags must match all fields of the patch.")
    .flags(&[patch_selection::FLAGS])
    .run(|invocation, _, io| {
        let patch = patch_selection::patch(&invocation.flags)?;
        change_if(io, |kustomization| keep(kustomization, "patches", |entry| *entry != patch))
    });

static BUILD_METADATA: Command<()> =
    Command::new("buildmetadata", "Removes one or more buildMetadata options from the kustomization.yaml in the current directory")
        .example("\n		remove buildmetadata {option1},{option2}")
        .run(|invocation, _, io| {
            let options = build_metadata_options(&invocation.args)?;
            change_if(io, |kustomization| keep(kustomization, "buildMetadata", |entry| !options.iter().any(|option| entry == option.as_str())))
        });

/// Rewrites the file if the change found something to do, else leaves every byte of it.
fn change_if(
    io: &Io<'_>,
    change: impl FnOnce(&mut EditableKustomization) -> bool,
) -> Result<(), Failure> {
    let file = KustomizationFile::find(io)?;
    let mut kustomization = file.read()?;
    if change(&mut kustomization) {
        file.write(&kustomization)
    } else {
        Ok(())
    }
}

/// Keeps the entries of a list that pass; tells whether any did not.
fn keep(
    kustomization: &mut EditableKustomization,
    field: &str,
    pass: impl Fn(&Value) -> bool,
) -> bool {
    let entries = kustomization.list(field);
    let before = entries.len();
    let kept: Vec<Value> = entries.into_iter().filter(pass).collect();
    let changed = kept.len() < before;
    kustomization.set(field, Value::Array(kept));
    changed
}

fn remove_paths(
    field: &str,
    problem: &str,
    invocation: &Invocation<()>,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    if invocation.args.is_empty() {
        return Err(Failure::new(problem));
    }
    let named = |path: &str| {
        invocation
            .args
            .iter()
            .any(|pattern| pattern == path || gostd::path::matches(pattern, path).unwrap_or(false))
    };
    change_if(io, |kustomization| {
        keep(kustomization, field, |entry| {
            !entry.as_str().is_some_and(named)
        })
    })
}

fn remove_keys(
    field: &str,
    what: &str,
    invocation: &Invocation<()>,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let [keys] = invocation.args.as_slice() else {
        let problem = if invocation.args.is_empty() {
            format!("must specify {what}")
        } else {
            format!("too many arguments: {:?}", invocation.args)
        };
        return Err(Failure::new(problem));
    };
    rewrite(io, |kustomization| {
        let mut map = kustomization.map(field);
        for key in keys.split(',') {
            if map.remove(key).is_none() && !invocation.flags.bool("ignore-non-existence") {
                return Err(Failure::new(format!(
                    "{what} {key} is not defined in kustomization file"
                )));
            }
        }
        kustomization.set(field, Value::Object(map));
        Ok(())
    })
}

fn remove_generators(
    field: &str,
    what: &str,
    invocation: &Invocation<()>,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let [names] = invocation.args.as_slice() else {
        let problem = if invocation.args.is_empty() {
            format!("at least one {what} name must be specified")
        } else {
            format!(
                "too many arguments: {:?}; to provide multiple {what}s to remove, please separate {what} names by commas",
                invocation.args
            )
        };
        return Err(Failure::new(problem));
    };
    let namespace = invocation.flags.string("namespace");
    let named = |entry: &Value| {
        let name = entry["name"].as_str().unwrap_or_default();
        names.split(',').any(|wanted| wanted == name)
            && entry["namespace"].as_str().unwrap_or_default() == namespace
    };
    rewrite(io, |kustomization| {
        if keep(kustomization, field, |entry| !named(entry)) {
            return Ok(());
        }
        Err(Failure::new(format!(
            "no specified {what}(s) were found in the kustomization.yaml file"
        )))
    })
}
