//! Adding ConfigMap and Secret generators.

use cobra::{Args, Command, Failure, Flag, Flags, Invocation, Io};
use serde_json::{Map, Value, json};

use crate::kustomize::kustomization_file::rewrite;
use crate::kustomize::paths::glob;

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
        .run(|invocation, _, io| add("configMapGenerator", None, invocation, io));

pub(super) static SECRET: Command<()> =
    Command::new("secret NAME [--from-file=[key=]source] [--from-literal=key1=value1] [--type=Opaque|kubernetes.io/tls]", "Adds a secret to the kustomization file")
        .example("\n	# Adds a secret to the kustomization file (with a specified key)\n	kustomize edit add secret my-secret --from-file=my-key=file/path --from-literal=my-literal=12345\n")
        .flags(&[FLAGS, &[Flag::string("type", "Specify the secret type this can be 'Opaque' (default), or 'kubernetes.io/tls'").default("Opaque")]])
        .args(Args::Arbitrary)
        .run(|invocation, _, io| add("secretGenerator", Some(invocation.flags.string("type")), invocation, io));

fn add(
    field: &str,
    secret_type: Option<&str>,
    invocation: &Invocation<()>,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let invalid = |problem: &str| Failure::new(format!("failed to validate flags: {problem}"));
    let [name] = invocation.args.as_slice() else {
        return Err(invalid("name must be specified once"));
    };
    let sources = sources(flags, io);
    if sources.is_empty() {
        return Err(invalid(
            "at least from-env-file, or from-file or from-literal must be set",
        ));
    }
    if !flags.string("from-env-file").is_empty() && sources.len() > 1 {
        return Err(invalid(
            "from-env-file cannot be combined with from-file or from-literal",
        ));
    }
    if !matches!(
        flags.string("behavior"),
        "" | "create" | "merge" | "replace"
    ) {
        return Err(invalid(
            r#"invalid behavior: must be one of "create", "merge", or "replace""#,
        ));
    }
    rewrite(io, |kustomization| {
        let mut generators = kustomization.list(field);
        let namespace = flags.string("namespace");
        let same = |entry: &&mut Value| {
            entry["name"] == name.as_str()
                && entry["namespace"].as_str().unwrap_or_default() == namespace
        };
        match generators.iter_mut().find(same) {
            Some(generator) => extend(generator, sources, flags),
            None => {
                let mut generator = json!({ "name": name });
                if !namespace.is_empty() {
                    generator["namespace"] = namespace.into();
                }
                if let Some(secret_type) = secret_type {
                    generator["type"] = secret_type.into();
                }
                extend(&mut generator, sources, flags);
                generators.push(generator);
            }
        }
        kustomization.set(field, Value::Array(generators));
        Ok(())
    })
}

/// What the flags name as sources, under the fields that they go to.
fn sources(flags: &Flags, io: &Io<'_>) -> Map<String, Value> {
    let mut sources = Map::new();
    let literals: Vec<Value> = flags
        .strings("from-literal")
        .iter()
        .map(|literal| literal.as_str().into())
        .collect();
    let files: Vec<Value> = flags
        .strings("from-file")
        .iter()
        .flat_map(|file| files(file, io))
        .map(Value::from)
        .collect();
    let env = flags.string("from-env-file");
    let envs: Vec<Value> = if env.is_empty() {
        Vec::new()
    } else {
        vec![env.into()]
    };
    for (field, values) in [("literals", literals), ("files", files), ("envs", envs)] {
        if !values.is_empty() {
            sources.insert(field.to_owned(), Value::Array(values));
        }
    }
    sources
}

/// The files that a `[key=]pattern` stands for.
fn files(source: &str, io: &Io<'_>) -> Vec<String> {
    match source.split_once('=') {
        Some((key, pattern)) => match glob(io, pattern).as_slice() {
            [path] => vec![format!("{key}={path}")],
            _ => vec![source.to_owned()],
        },
        None => {
            let found = glob(io, source);
            if found.is_empty() {
                vec![source.to_owned()]
            } else {
                found
            }
        }
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
        generator["options"]["disableNameSuffixHash"] = true.into();
    }
}
