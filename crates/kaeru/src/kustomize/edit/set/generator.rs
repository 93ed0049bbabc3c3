//! Changing ConfigMap and Secret generators.

use cobra::{Args, Command, Failure, Flag, Invocation, Io};
use serde_json::Value;

use crate::kustomize::kustomization_file::rewrite;

const FLAGS: &[Flag] = &[
    Flag::string_array(
        "from-literal",
        "Specify an existing key and a new value to update a literal (i.e. mykey=newvalue)",
    ),
    Flag::string("namespace", "Current namespace of the target"),
    Flag::string("new-namespace", "New namespace value for the target"),
];

pub(super) static CONFIGMAP: Command<()> =
    Command::new("configmap NAME [--from-literal=key1=value1] [--namespace=namespace-name] [--new-namespace=new-namespace-name]", "Edits the value for an existing key for a configmap in the kustomization file")
        .flags(&[FLAGS])
        .args(Args::Arbitrary)
        .run(|invocation, _, io| change("configMapGenerator", "configmap", invocation, io));

pub(super) static SECRET: Command<()> =
    Command::new("secret NAME [--from-literal=key1=value1] [--namespace=namespace-name] [--new-namespace=new-namespace-name]", "Edits the value for an existing key for a Secret in the kustomization.yaml file")
        .flags(&[FLAGS])
        .args(Args::Arbitrary)
        .run(|invocation, _, io| change("secretGenerator", "secret", invocation, io));

fn change(
    field: &str,
    what: &str,
    invocation: &Invocation<()>,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let [name] = invocation.args.as_slice() else {
        return Err(Failure::new(
            "failed to validate flags: name must be specified once",
        ));
    };
    let (literals, new_namespace) = (flags.strings("from-literal"), flags.string("new-namespace"));
    if literals.is_empty() && new_namespace.is_empty() {
        return Err(Failure::new(
            "failed to validate flags: at least one of [--from-literal, --new-namespace] must be specified",
        ));
    }
    let failed = |problem: String| Failure::new(format!("failed to create {what}: {problem}"));
    rewrite(io, |kustomization| {
        let mut generators = kustomization.list(field);
        let namespace = flags.string("namespace");
        let same = |entry: &&mut Value| {
            entry["name"] == name.as_str()
                && entry["namespace"].as_str().unwrap_or_default() == namespace
        };
        let Some(generator) = generators.iter_mut().find(same) else {
            return Err(failed(format!("unable to find {what} with name {name:?}")));
        };
        for literal in literals {
            update(generator, literal).map_err(|problem| {
                failed(format!("failed to update literal sources: {problem}"))
            })?;
        }
        if !new_namespace.is_empty() {
            generator["namespace"] = new_namespace.into();
        }
        kustomization.set(field, Value::Array(generators));
        Ok(())
    })
}

/// Puts a new value in the place of the one that a key has.
fn update(generator: &mut Value, literal: &str) -> Result<(), String> {
    let Some((key, _)) = literal.split_once('=') else {
        return Err(format!(
            "invalid literal source {literal}, expected key=value"
        ));
    };
    let mut literals = generator["literals"].as_array_mut().into_iter().flatten();
    let same = |entry: &&mut Value| {
        entry
            .as_str()
            .and_then(|entry| entry.split_once('='))
            .is_some_and(|(known, _)| known == key)
    };
    match literals.find(same) {
        Some(entry) => {
            *entry = literal.into();
            Ok(())
        }
        None => Err(format!("key '{key}' not found in resource")),
    }
}
