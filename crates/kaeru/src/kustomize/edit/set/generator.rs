//! Changing ConfigMap and Secret generators.

use cobra::{Args, Command, Failure, Flag, Flags, Invocation, Io};
use serde_json::Value;

use crate::kustomize::completion::{names, offered};
use crate::kustomize::edit::generator::{
    GeneratorField, change_entries, inherit_options, is_called,
};

const FLAGS: &[Flag] = &[
    Flag::string_array(
        "from-literal",
        "Specify an existing key and a new value to update a literal (i.e. mykey=newvalue)",
    ),
    Flag::string("namespace", "Current namespace of the target"),
    Flag::string("new-namespace", "New namespace value for the target"),
];

const LONG: &str = "Gives existing keys of a generator in the kustomization file other values, or moves it to another namespace.\nName, namespace and keys must be those of an entry; without --namespace the namespace is default.";

pub(super) static CONFIGMAP: Command<()> =
    Command::new("configmap NAME [--from-literal=key1=value1] [--namespace=namespace-name] [--new-namespace=new-namespace-name]", "Edits the value for an existing key for a ConfigMap in the kustomization.yaml file")
        .long(LONG)
        .example("\n	# Gives the key key1 of a generator in the kustomization file another value\n	kustomize edit set configmap my-configmap --from-literal=key1=2\n\n	# Moves a generator to another namespace\n	kustomize edit set configmap my-configmap --namespace=current --new-namespace=new\n")
        .flags(&[FLAGS])
        .args(Args::Arbitrary)
        .complete(|invocation, last, _, io| offered(invocation, last, io, |file| names(file, "configMapGenerator")))
        .run(|invocation, _, io| change(GeneratorField::ConfigMap, invocation, io));

pub(super) static SECRET: Command<()> =
    Command::new("secret NAME [--from-literal=key1=value1] [--namespace=namespace-name] [--new-namespace=new-namespace-name]", "Edits the value for an existing key for a Secret in the kustomization.yaml file")
        .long(LONG)
        .example("\n	# Gives the key key1 of a generator in the kustomization file another value\n	kustomize edit set secret my-secret --from-literal=key1=2\n\n	# Moves a generator to another namespace\n	kustomize edit set secret my-secret --namespace=current --new-namespace=new\n")
        .flags(&[FLAGS])
        .args(Args::Arbitrary)
        .complete(|invocation, last, _, io| offered(invocation, last, io, |file| names(file, "secretGenerator")))
        .run(|invocation, _, io| change(GeneratorField::Secret, invocation, io));

fn change(
    field: GeneratorField,
    invocation: &Invocation<()>,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let name = check(&invocation.args, flags)
        .map_err(|problem| Failure::new(format!("failed to validate flags: {problem}")))?;
    let kind = field.kind();
    change_entries(field, io, |entries, kustomization| {
        let wanted = |entry: &&mut Value| is_called(entry, name, flags.string("namespace"));
        let Some(entry) = entries.iter_mut().find(wanted) else {
            return Err(Failure::new(format!(
                "could not set new {kind} value: unable to find {kind} with name {name:?}"
            )));
        };
        for literal in flags.strings("from-literal") {
            update(entry, literal).map_err(|problem| {
                Failure::new(format!("failed to update literal sources: {problem}"))
            })?;
        }
        if !flags.string("new-namespace").is_empty() {
            entry["namespace"] = flags.string("new-namespace").into();
        }
        inherit_options(entry, kustomization);
        field
            .verify(entry, io)
            .map_err(|error| Failure::new(format!("failed to validate {kind} structure: {error}")))
    })
}

/// The name, if the flags make sense.
fn check<'a>(args: &'a [String], flags: &Flags) -> Result<&'a str, &'static str> {
    let [name] = args else {
        return Err("name must be specified once");
    };
    if flags.strings("from-literal").is_empty() && flags.string("new-namespace").is_empty() {
        return Err("at least one of [--from-literal, --new-namespace] must be specified");
    }
    Ok(name)
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
