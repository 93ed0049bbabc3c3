//! Entries of `configMapGenerator` and `secretGenerator`, which commands change alike.

use cobra::{Failure, Io};
use filesys::Disk;
use kustomize::EditableKustomization;
use serde_json::{Map, Value, json};

use crate::kustomize::kustomization_file::KustomizationFile;

/// One of the two fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GeneratorField {
    ConfigMap,
    Secret,
}

impl GeneratorField {
    /// The name of the field.
    pub(super) fn name(self) -> &'static str {
        match self {
            GeneratorField::ConfigMap => "configMapGenerator",
            GeneratorField::Secret => "secretGenerator",
        }
    }

    /// The kind of object that the entries make.
    pub(super) fn kind(self) -> &'static str {
        match self {
            GeneratorField::ConfigMap => "ConfigMap",
            GeneratorField::Secret => "Secret",
        }
    }

    /// The kind as commands call it.
    pub(super) fn word(self) -> &'static str {
        match self {
            GeneratorField::ConfigMap => "configmap",
            GeneratorField::Secret => "secret",
        }
    }

    /// Looks whether an entry makes an object.
    pub(super) fn verify(self, entry: &Value, io: &Io<'_>) -> Result<(), kustomize::Error> {
        match self {
            GeneratorField::ConfigMap => kustomize::verify_config_map(&Disk, &io.cwd, entry),
            GeneratorField::Secret => kustomize::verify_secret(&Disk, &io.cwd, entry),
        }
    }
}

/// Rewrites the file of the working directory with what a change makes of the entries.
///
/// # Errors
/// What each step says, behind the name of the step.
pub(super) fn change_entries(
    field: GeneratorField,
    io: &Io<'_>,
    change: impl FnOnce(&mut Vec<Value>, &EditableKustomization) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let file = KustomizationFile::find(io)
        .map_err(|failure| within("failed to load kustomization file", &failure))?;
    let mut kustomization = file
        .read()
        .map_err(|failure| within("failed to read kustomization file", &failure))?;
    let mut entries = kustomization.list(field.name());
    change(&mut entries, &kustomization)
        .map_err(|failure| within(&format!("failed to create {}", field.word()), &failure))?;
    kustomization.set(field.name(), Value::Array(entries));
    file.write(&kustomization)
        .map_err(|failure| within("failed to write kustomization file", &failure))
}

/// Puts words before the message.
pub(super) fn within(words: &str, failure: &Failure) -> Failure {
    Failure {
        message: format!("{words}: {}", failure.message),
        ..*failure
    }
}

/// Whether an entry has this name and namespace; without a namespace it is in `default`.
pub(super) fn is_called(entry: &Value, name: &str, namespace: &str) -> bool {
    let or_default = |namespace: &str| match namespace {
        "" => "default".to_owned(),
        namespace => namespace.to_owned(),
    };
    entry["name"] == name
        && or_default(entry["namespace"].as_str().unwrap_or_default()) == or_default(namespace)
}

/// Writes the options for all generators into an entry, as kustomize does whenever it changes one: what the entry says itself stays.
pub(super) fn inherit_options(entry: &mut Value, kustomization: &EditableKustomization) {
    let Some(Value::Object(global)) = kustomization.get("generatorOptions") else {
        return;
    };
    let mut options = entry["options"].as_object().cloned().unwrap_or_default();
    for (name, value) in global {
        match value {
            Value::Object(pairs) => {
                let own = options.entry(name.clone()).or_insert_with(|| json!({}));
                if let Some(own) = own.as_object_mut() {
                    fill(own, pairs);
                }
            }
            flag => {
                options.insert(name.clone(), flag.clone());
            }
        }
    }
    entry["options"] = Value::Object(options);
}

fn fill(own: &mut Map<String, Value>, pairs: &Map<String, Value>) {
    for (key, value) in pairs {
        own.entry(key.clone()).or_insert_with(|| value.clone());
    }
}
