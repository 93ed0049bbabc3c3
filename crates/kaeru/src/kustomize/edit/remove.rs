//! `kustomize edit remove`.

use cobra::{Args, Command, Failure, Flag, Invocation, Io};
use kustomize::EditableKustomization;
use serde_json::Value;

use crate::kustomize::completion::{keys, names, offered};
use crate::kustomize::edit::add::{BUILD_METADATA_OPTIONS, build_metadata_options};
use crate::kustomize::edit::generator::{GeneratorField, is_called, within};
use crate::kustomize::kustomization_file::{KustomizationFile, rewrite};
use crate::kustomize::log::log;
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
    .complete(|invocation, last, _, io| offered(invocation, last, io, |file| file.texts("resources")))
    .run(|invocation, _, io| remove_paths("resources", "must specify a resource file", invocation, io));

static TRANSFORMER: Command<()> = Command::new("transformer", "Removes one or more transformers from kustomization.yaml")
    .example("\n		remove transformer my-transformer.yml\n		remove transformer transformer1.yml transformer2.yml\n		remove transformer transformers/*.yml\n	")
    .complete(|invocation, last, _, io| offered(invocation, last, io, |file| file.texts("transformers")))
    .run(|invocation, _, io| remove_paths("transformers", "must specify a transformer file", invocation, io));

static LABEL: Command<()> = Command::new(
    "label",
    "Removes one or more commonLabels from kustomization.yaml",
)
.example("\n		remove label {labelKey1},{labelKey2}")
.flags(&[IGNORE])
.complete(|invocation, last, _, io| {
    offered(invocation, last, io, |file| keys(file, "commonLabels"))
})
.run(|invocation, _, io| remove_keys("commonLabels", "label", invocation, io));

static ANNOTATION: Command<()> = Command::new(
    "annotation",
    "Removes one or more commonAnnotations from kustomization.yaml",
)
.example("\n		remove annotation {annotationKey1},{annotationKey2}")
.flags(&[IGNORE])
.complete(|invocation, last, _, io| {
    offered(invocation, last, io, |file| keys(file, "commonAnnotations"))
})
.run(|invocation, _, io| remove_keys("commonAnnotations", "annotation", invocation, io));

static CONFIGMAP: Command<()> = Command::new(
    "configmap",
    "Removes the specified configmap(s) from the kustomization file",
)
.example("\n	# Removes the configmaps a and b from the kustomization file\n	kustomize edit remove configmap a,b\n\n	# Removes those of a namespace\n	kustomize edit remove configmap a,b --namespace=test\n")
.flags(&[NAMESPACE])
.args(Args::Arbitrary)
.complete(|invocation, last, _, io| offered(invocation, last, io, |file| names(file, "configMapGenerator")))
.run(|invocation, _, io| remove_generators(GeneratorField::ConfigMap, invocation, io));

static SECRET: Command<()> = Command::new(
    "secret",
    "Removes the specified secret(s) from the kustomization file",
)
.example("\n	# Removes the secrets a and b from the kustomization file\n	kustomize edit remove secret a,b\n\n	# Removes those of a namespace\n	kustomize edit remove secret a,b --namespace=test\n")
.flags(&[NAMESPACE])
.args(Args::Arbitrary)
.complete(|invocation, last, _, io| offered(invocation, last, io, |file| names(file, "secretGenerator")))
.run(|invocation, _, io| remove_generators(GeneratorField::Secret, invocation, io));

static PATCH: Command<()> = Command::new("patch", "Removes a patch from kustomization.yaml")
    .long("Removes a patch from patches field of kustomization.yaml.\nThe fields specified by flags must match all fields of the patch.")
    .example("\n		remove patch --path {filepath} --group {target group name} --version {target version}")
    .flags(&[patch_selection::FLAGS])
    .run(remove_patch);

static BUILD_METADATA: Command<()> =
    Command::new("buildmetadata", "Removes one or more buildMetadata options from the kustomization.yaml in the current directory")
        .example("\n		remove buildmetadata {option1},{option2}")
        .valid_args(BUILD_METADATA_OPTIONS)
        .run(|invocation, _, io| {
            let options = build_metadata_options(&invocation.args)?;
            rewrite(io, |kustomization| {
                keep(kustomization, "buildMetadata", |entry| !options.iter().any(|option| entry == option.as_str()));
                Ok(())
            })
        });

/// Rewrites the file if the change found something to do, else leaves every byte of it; tells which.
fn change_if(
    io: &Io<'_>,
    change: impl FnOnce(&mut EditableKustomization) -> bool,
) -> Result<bool, Failure> {
    let file = KustomizationFile::find(io)?;
    let mut kustomization = file.read()?;
    let changed = change(&mut kustomization);
    if changed {
        file.write(&kustomization)?;
    }
    Ok(changed)
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
    .map(drop)
}

fn remove_patch(invocation: &Invocation<()>, _: &mut (), io: &mut Io<'_>) -> Result<(), Failure> {
    let patch = patch_selection::patch(&invocation.flags)?;
    let removed = change_if(io, |kustomization| {
        keep(kustomization, "patches", |entry| *entry != patch)
    })?;
    if removed {
        return Ok(());
    }
    let text = invocation.flags.string("patch");
    log(
        io,
        &format!("patch {text} doesn't exist in kustomization file"),
    )
}

fn remove_keys(
    field: &str,
    what: &str,
    invocation: &Invocation<()>,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    // Both commands speak of labels here.
    let listed = match invocation.args.as_slice() {
        [] => return Err(Failure::new("must specify label")),
        [listed] => listed,
        _ => {
            return Err(Failure::new(
                "labels must be comma-separated, with no spaces",
            ));
        }
    };
    if listed.split(',').any(str::is_empty) {
        return Err(Failure::new("invalid label: '' (name is empty)"));
    }
    rewrite(io, |kustomization| {
        let mut map = kustomization.map(field);
        for key in listed.split(',') {
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
    field: GeneratorField,
    invocation: &Invocation<()>,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let what = field.word();
    let listed = match invocation.args.as_slice() {
        [] => {
            return Err(Failure::new(format!(
                "at least one {what} name must be specified"
            )));
        }
        [listed] => listed,
        args => {
            return Err(Failure::new(format!(
                "too many arguments: [{}]; to provide multiple {what}s to remove, please separate {what} names by commas",
                args.join(" ")
            )));
        }
    };
    let file = KustomizationFile::find(io)
        .map_err(|failure| within("could not read kustomization file", &failure))?;
    let mut kustomization = file
        .read()
        .map_err(|failure| within("could not read kustomization file contents", &failure))?;
    let namespace = invocation.flags.string("namespace");
    let entries = kustomization.list(field.name());
    let (found, missing): (Vec<&str>, Vec<&str>) = listed.split(',').partition(|name| {
        entries
            .iter()
            .any(|entry| is_called(entry, name, namespace))
    });
    if found.is_empty() {
        return Err(Failure::new(format!(
            "no specified {what}(s) were found in the kustomization.yaml file"
        )));
    }
    for name in missing {
        log(
            io,
            &format!("{what} {name} doesn't exist in kustomization file"),
        )?;
    }
    keep(&mut kustomization, field.name(), |entry| {
        !found.iter().any(|name| is_called(entry, name, namespace))
    });
    file.write(&kustomization)
}
