//! Manifests to objects.

use cobra::Io;
use serde_json::Value;

use super::built_in::built_in;
use super::files::{FileOptions, Text};
use super::info::Info;
use crate::manifest_yaml::KUBERNETES_YAML;
use crate::session::Factory;
use crate::{CommandError, object};
use cliruntime::{ApiResource, Discovery};

/// Why a text holds no usable objects.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ManifestError {
    /// Not YAML.
    #[error("error parsing {source_name}: error converting YAML to JSON: {reason}")]
    Syntax {
        /// The file.
        source_name: String,
        /// What the parser says.
        reason: String,
    },
    /// An object that does not say what it is.
    #[error("unable to decode {source_name:?}: Object 'Kind' is missing in '{text}'")]
    Untyped {
        /// The file.
        source_name: String,
        /// The object.
        text: String,
    },
    /// An object that does not say what it is, where manifests are validated.
    #[error(
        "error validating {source_name:?}: error validating data: {faults}; if you choose to ignore these errors, turn validation off with --validate=false"
    )]
    Invalid {
        /// The file.
        source_name: String,
        /// What is wrong with it.
        faults: String,
    },
    /// Something that is no object.
    #[error(
        "unable to decode {source_name:?}: json: cannot unmarshal {what} into Go value of type unstructured.detector"
    )]
    NotAnObject {
        /// The file.
        source_name: String,
        /// What it is.
        what: &'static str,
    },
    /// A kind that the server does not have.
    #[error(
        "resource mapping not found for name: {name:?} namespace: {namespace:?} from {source_name:?}: {no_match}\nensure CRDs are installed first"
    )]
    NoMapping {
        /// The object's name.
        name: String,
        /// Its namespace.
        namespace: String,
        /// The file.
        source_name: String,
        /// What is missing.
        no_match: Box<cliruntime::NoMatch>,
    },
    /// A namespace other than the one that was asked for.
    #[error(
        "the namespace from the provided object {object:?} does not match the namespace {wanted:?}. You must pass '--namespace={object}' to perform this operation."
    )]
    Namespace {
        /// The object's.
        object: String,
        /// The command line's.
        wanted: String,
    },
}

impl From<ManifestError> for CommandError {
    fn from(error: ManifestError) -> Self {
        CommandError::told(error.to_string())
    }
}

/// The objects of the named files, lists taken apart, each with what serves it; faulty ones are reported beside them.
pub(crate) async fn local_objects(
    files: &FileOptions,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(Vec<Info>, Vec<CommandError>), CommandError> {
    let (parsed, mut errors) = parsed(files, io).await?;
    let mut infos = Vec::new();
    if parsed.is_empty() {
        return Ok((infos, errors));
    }
    let discovery = factory.discovery(io).await?;
    let namespace = factory.namespace(io)?;
    for (object, source) in parsed {
        match info(
            object,
            &source,
            &discovery,
            &namespace,
            factory.enforces_namespace(),
        ) {
            Ok(info) => infos.push(info),
            Err(error) => errors.push(error.into()),
        }
    }
    Ok((infos, errors))
}

/// What an edited file holds.
pub(crate) enum Edited {
    /// Objects with what serves them, lists taken apart.
    Objects(Vec<Info>),
    /// Nothing that could be an object, and why.
    Unreadable(String),
    /// Objects that the cluster does not serve, and which.
    Unknown(String),
}

/// Reads the text of an edited file. Where it is `validated`, everything in it has to say what it is.
pub(crate) async fn edited_objects(
    text: &[u8],
    validated: bool,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<Edited, CommandError> {
    let text = Text {
        source: "edited-file".to_owned(),
        bytes: text.to_vec(),
    };
    let (discovery, namespace) = (factory.discovery(io).await?, factory.namespace(io)?);
    let parsed: Result<Vec<Value>, ManifestError> = objects(&text, validated).into_iter().collect();
    let found = parsed.and_then(|objects| {
        let info = |object| info(object, &text.source, &discovery, &namespace, false);
        objects.into_iter().map(info).collect::<Result<Vec<_>, _>>()
    });
    Ok(match found {
        Ok(infos) if infos.is_empty() && validated => Edited::Unreadable(NO_OBJECT.to_owned()),
        Ok(infos) => Edited::Objects(infos),
        Err(ManifestError::Syntax { reason, .. }) if validated => Edited::Unreadable(reason),
        Err(ManifestError::Invalid { faults, .. }) => Edited::Unreadable(faults),
        Err(error) => Edited::Unknown(error.to_string()),
    })
}

/// The objects of the named files as they are, with what serves their kinds wherever these are built in.
pub(crate) async fn unplaced_objects(
    files: &FileOptions,
    io: &mut Io<'_>,
) -> Result<(Vec<Info>, Vec<CommandError>), CommandError> {
    let (parsed, errors) = parsed(files, io).await?;
    let infos = parsed.into_iter().map(|(object, source)| Info {
        name: object::name(&object).to_owned(),
        namespace: object::namespace(&object).to_owned(),
        resource: built_in(&object).unwrap_or_else(|| unknown(&object)),
        source,
        object,
    });
    Ok((infos.collect(), errors))
}

/// What would serve an object of which only the kind is known.
fn unknown(object: &Value) -> ApiResource {
    let gvk = apimachinery::Gvk::of(object);
    ApiResource {
        group: gvk.group,
        version: gvk.version,
        kind: gvk.kind,
        ..ApiResource::default()
    }
}

/// Objects with their sources, and what is wrong with others.
type Parsed = (Vec<(Value, String)>, Vec<CommandError>);

async fn parsed(files: &FileOptions, io: &mut Io<'_>) -> Result<Parsed, CommandError> {
    files.check()?;
    let texts = files.read(io).await?;
    let (mut parsed, mut errors) = (Vec::new(), Vec::new());
    for text in &texts {
        for object in objects(text, files.validated) {
            match object {
                Ok(object) => parsed.push((object, text.source.clone())),
                Err(error) => errors.push(error.into()),
            }
        }
    }
    Ok((parsed, errors))
}

fn info(
    mut object: Value,
    source: &str,
    discovery: &Discovery,
    namespace: &str,
    enforce: bool,
) -> Result<Info, ManifestError> {
    let resource = discovery
        .by_kind(object::api_version(&object), object::kind(&object))
        .map_err(|no_match| ManifestError::NoMapping {
            name: object::name(&object).to_owned(),
            namespace: object::namespace(&object).to_owned(),
            source_name: source.to_owned(),
            no_match: Box::new(no_match),
        })?;
    let own = object::namespace(&object).to_owned();
    let namespace = if !resource.namespaced {
        String::new()
    } else if own.is_empty() {
        object::set_metadata(&mut object, "namespace", namespace);
        namespace.to_owned()
    } else if enforce && own != namespace {
        return Err(ManifestError::Namespace {
            object: own,
            wanted: namespace.to_owned(),
        });
    } else {
        own
    };
    Ok(Info {
        name: object::name(&object).to_owned(),
        namespace,
        resource: resource.clone(),
        source: source.to_owned(),
        object,
    })
}

/// The objects of a text; after a fault in the syntax nothing more is read.
fn objects(text: &Text, validated: bool) -> Vec<Result<Value, ManifestError>> {
    let mut objects = Vec::new();
    for document in documents(&text.bytes) {
        match goyaml::yaml_to_json(document, &KUBERNETES_YAML) {
            Ok(Value::Null) => {}
            Ok(value) => flatten(value, &text.source, validated, &mut objects),
            Err(error) => {
                objects.push(Err(ManifestError::Syntax {
                    source_name: text.source.clone(),
                    reason: error.to_string(),
                }));
                break;
            }
        }
    }
    objects
}

fn flatten(
    value: Value,
    source: &str,
    validated: bool,
    objects: &mut Vec<Result<Value, ManifestError>>,
) {
    if validated && let Some(faults) = faults(&value) {
        objects.push(Err(ManifestError::Invalid {
            source_name: source.to_owned(),
            faults,
        }));
        return;
    }
    let what = match &value {
        Value::Object(_) => None,
        Value::Array(_) => Some("array"),
        Value::String(_) => Some("string"),
        Value::Number(_) => Some("number"),
        Value::Bool(_) | Value::Null => Some("bool"),
    };
    if let Some(what) = what {
        objects.push(Err(ManifestError::NotAnObject {
            source_name: source.to_owned(),
            what,
        }));
        return;
    }
    if object::kind(&value).is_empty() {
        objects.push(Err(ManifestError::Untyped {
            source_name: source.to_owned(),
            text: crate::printers::compact_json(&value),
        }));
        return;
    }
    if object::is_list(&value) {
        let mut list = value;
        for item in list["items"]
            .as_array_mut()
            .map(std::mem::take)
            .unwrap_or_default()
        {
            flatten(item, source, validated, objects);
        }
        return;
    }
    objects.push(Ok(value));
}

const NO_OBJECT: &str = "invalid object to validate";

/// What validation has against something that does not say what it is.
fn faults(value: &Value) -> Option<String> {
    if !value.is_object() {
        return Some(NO_OBJECT.to_owned());
    }
    let unset = |field: &str| value[field].as_str().unwrap_or_default().is_empty();
    match (unset("apiVersion"), unset("kind")) {
        (true, true) => Some("[apiVersion not set, kind not set]".to_owned()),
        (true, false) => Some("apiVersion not set".to_owned()),
        (false, true) => Some("kind not set".to_owned()),
        (false, false) => None,
    }
}

/// The documents of a stream: the text between lines that begin with `---`.
fn documents(text: &[u8]) -> Vec<&[u8]> {
    let mut documents = Vec::new();
    let mut start = 0;
    let mut line_start = 0;
    while line_start < text.len() {
        let line_end = text[line_start..]
            .iter()
            .position(|byte| *byte == b'\n')
            .map_or(text.len(), |at| line_start + at + 1);
        let line = &text[line_start..line_end];
        if line.starts_with(b"---")
            && matches!(line.get(3), None | Some(b'\n' | b'\r' | b' ' | b'\t'))
        {
            documents.push(&text[start..line_start]);
            start = line_start;
        }
        line_start = line_end;
    }
    documents.push(&text[start..]);
    documents
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Result<Value, String>> {
        let text = Text {
            source: "x.yaml".to_owned(),
            bytes: text.as_bytes().to_vec(),
        };
        objects(&text, false)
            .into_iter()
            .map(|object| object.map_err(|error| error.to_string()))
            .collect()
    }

    #[test]
    fn documents_are_told_apart_and_lists_taken_apart() {
        let names: Vec<String> = read(
            "kind: A\napiVersion: v1\nmetadata: {name: a}\n---\n# nothing\n---\nkind: List\napiVersion: v1\nitems:\n- {kind: A, apiVersion: v1, metadata: {name: b}}\n- {kind: A, apiVersion: v1, metadata: {name: c}}\n",
        )
        .into_iter()
        .map(|object| object::name(&object.unwrap()).to_owned())
        .collect();
        assert_eq!(names, ["a", "b", "c"]);
    }

    #[test]
    fn an_object_without_a_kind_is_shown() {
        assert_eq!(
            read("apiVersion: v1\n"),
            [Err("unable to decode \"x.yaml\": Object 'Kind' is missing in '{\"apiVersion\":\"v1\"}'".to_owned())]
        );
    }
}
