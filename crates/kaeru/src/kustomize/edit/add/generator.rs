//! Adding ConfigMap and Secret generators.

use cobra::{Args, Command, Failure, Flag, Flags, Invocation, Io};
use serde_json::{Map, Value, json};

use crate::kustomize::edit::generator::{
    GeneratorField, change_entries, inherit_options, is_called, within,
};
use crate::kustomize::paths::{glob, glob_all};

const FLAGS: &[Flag] = &[
    Flag::string(
        "behavior",
        "Specify the behavior for config map generation, i.e whether to create a new configmap (the default),  to merge with a previously defined one, or to replace an existing one. Merge and replace should be used only  when overriding an existing configmap defined in a base",
    ),
    Flag::bool(
        "disableNameSuffixHash",
        "Disable the name suffix for the configmap",
    ),
    Flag::string(
        "from-env-file",
        "Specify the path to a file to read lines of key=val pairs to create a configmap (i.e. a Docker .env file).",
    ),
    Flag::string_slice(
        "from-file",
        "Key file can be specified using its file path, in which case file basename will be used as configmap key, or optionally with a key and file path, in which case the given key will be used.  Specifying a directory will iterate each named file in the directory whose basename is a valid configmap key.",
    ),
    Flag::string_array(
        "from-literal",
        "Specify a key and literal value to insert in configmap (i.e. mykey=somevalue)",
    ),
    Flag::string("namespace", "Specify the namespace of the ConfigMap"),
];

pub(super) static CONFIGMAP: Command<()> =
    Command::new("configmap NAME [--from-file=[key=]source] [--from-literal=key1=value1]", "Adds a configmap to the kustomization file")
        .example("\n	# Adds a configmap to the kustomization file (with a specified key)\n	kustomize edit add configmap my-configmap --from-file=my-key=file/path --from-literal=my-literal=12345\n")
        .flags(&[FLAGS])
        .args(Args::Arbitrary)
        .run(|invocation, _, io| add(GeneratorField::ConfigMap, None, invocation, io));

pub(super) static SECRET: Command<()> =
    Command::new("secret NAME [--from-file=[key=]source] [--from-literal=key1=value1] [--type=Opaque|kubernetes.io/tls]", "Adds a secret to the kustomization file")
        .example("\n	# Adds a secret to the kustomization file (with a specified key)\n	kustomize edit add secret my-secret --from-file=my-key=file/path --from-literal=my-literal=12345\n")
        .flags(&[FLAGS, &[Flag::string("type", "Specify the secret type this can be 'Opaque' (default), or 'kubernetes.io/tls'").default("Opaque")]])
        .args(Args::Arbitrary)
        .run(|invocation, _, io| add(GeneratorField::Secret, Some(invocation.flags.string("type")), invocation, io));

fn add(
    field: GeneratorField,
    secret_type: Option<&str>,
    invocation: &Invocation<()>,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let sources =
        sources(flags, io).map_err(|failure| within("failed to expand file source", &failure))?;
    let name = check(&invocation.args, &sources, flags)
        .map_err(|problem| Failure::new(format!("failed to validate flags: {problem}")))?;
    let namespace = flags.string("namespace");
    change_entries(field, io, |entries, kustomization| {
        let known = entries
            .iter()
            .position(|entry| is_called(entry, name, namespace));
        let index = known.unwrap_or_else(|| {
            entries.push(new_entry(name, namespace, secret_type));
            entries.len() - 1
        });
        extend(&mut entries[index], sources, flags);
        inherit_options(&mut entries[index], kustomization);
        Ok(field.verify(&entries[index], io)?)
    })
}

/// The name, if the flags make sense.
fn check<'a>(
    args: &'a [String],
    sources: &Map<String, Value>,
    flags: &Flags,
) -> Result<&'a str, &'static str> {
    let [name] = args else {
        return Err("name must be specified once");
    };
    if sources.is_empty() {
        return Err("at least from-env-file, or from-file or from-literal must be set");
    }
    if sources.contains_key("envs") && sources.len() > 1 {
        return Err("from-env-file cannot be combined with from-file or from-literal");
    }
    match flags.string("behavior") {
        "" | "create" | "merge" | "replace" => Ok(name),
        _ => Err(r#"invalid behavior: must be one of "create", "merge", or "replace""#),
    }
}

fn new_entry(name: &str, namespace: &str, secret_type: Option<&str>) -> Value {
    let mut entry = json!({ "name": name });
    if !namespace.is_empty() {
        entry["namespace"] = namespace.into();
    }
    if let Some(secret_type) = secret_type {
        entry["type"] = secret_type.into();
    }
    entry
}

/// What the flags name as sources, under the fields that they go to.
fn sources(flags: &Flags, io: &mut Io<'_>) -> Result<Map<String, Value>, Failure> {
    let mut files = Vec::new();
    for source in flags.strings("from-file") {
        files.extend(expand(source, io)?);
    }
    let env = flags.string("from-env-file");
    let envs = Some(env.to_owned()).filter(|env| !env.is_empty());
    let fields = [
        ("literals", flags.strings("from-literal").to_vec()),
        ("files", files),
        ("envs", envs.into_iter().collect()),
    ];
    let given = fields.into_iter().filter(|(_, values)| !values.is_empty());
    Ok(given
        .map(|(field, values)| (field.to_owned(), values.into()))
        .collect())
}

/// The files that a `[key=]pattern` stands for: one with a key, else any number.
fn expand(source: &str, io: &mut Io<'_>) -> Result<Vec<String>, Failure> {
    let Some((key, pattern)) = source.split_once('=').filter(|(key, _)| !key.is_empty()) else {
        return glob_all(io, &[source.to_owned()]);
    };
    match glob(io, pattern).as_slice() {
        [path] => Ok(vec![format!("{key}={path}")]),
        paths => Err(Failure::new(format!(
            "'pattern '{source}' catches files [{}], should catch only one",
            paths.join(" ")
        ))),
    }
}

fn extend(generator: &mut Value, sources: Map<String, Value>, flags: &Flags) {
    for (field, added) in sources {
        let mut values = generator[field.as_str()]
            .as_array()
            .cloned()
            .unwrap_or_default();
        values.extend(added.as_array().cloned().unwrap_or_default());
        generator[field.as_str()] = Value::Array(values);
    }
    if !flags.string("behavior").is_empty() {
        generator["behavior"] = flags.string("behavior").into();
    }
    if flags.bool("disableNameSuffixHash") {
        generator["options"] = json!({ "disableNameSuffixHash": true });
    }
}
