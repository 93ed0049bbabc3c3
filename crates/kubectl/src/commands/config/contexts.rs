//! Contexts: which is the current one, and what they bring together.

use cobra::{Command, Flag, Invocation, Io};
use serde_json::{Value, json};

use super::files::{Files, Section};
use super::{local, unexpected};
use crate::CommandError;
use crate::session::Session;

pub(super) static CURRENT_CONTEXT: Command<Session> =
    Command::new("current-context", "Display the current-context")
        .example("  # Which context is in use\n  kubectl config current-context")
        .run(|invocation, _, io| local(invocation, io, current_context));

pub(super) static USE_CONTEXT: Command<Session> = Command::new(
    "use-context CONTEXT_NAME",
    "Set the current-context in a kubeconfig file",
)
.aliases(&["use"])
.example("  # Use the context shop from now on\n  kubectl config use-context shop")
.no_flags_in_use_line()
.run(|invocation, _, io| local(invocation, io, use_context));

pub(super) static RENAME_CONTEXT: Command<Session> = Command::new(
    "rename-context CONTEXT_NAME NEW_NAME",
    "Rename a context from the kubeconfig file",
)
.long("Give a context another name. If it is the current one it stays so.")
.example("  # Call the context kaeru shop\n  kubectl config rename-context kaeru shop")
.no_flags_in_use_line()
.run(|invocation, _, io| local(invocation, io, rename_context));

pub(super) static SET_CONTEXT: Command<Session> = Command::new(
    "set-context [NAME | --current] [--cluster=cluster_nickname] [--user=user_nickname] [--namespace=namespace]",
    "Set a context entry in kubeconfig",
)
.long("Make a context, or change the fields of one that are given.")
.example("  # Work in the namespace shop from now on\n  kubectl config set-context --current --namespace=shop")
.no_flags_in_use_line()
.flags(&[&[
    Flag::string("cluster", "The cluster of the context"),
    Flag::bool("current", "Change the current context"),
    Flag::string("namespace", "The namespace of the context").short('n'),
    Flag::string("user", "The user of the context"),
]])
.run(|invocation, _, io| local(invocation, io, set_context));

fn current_context(invocation: &Invocation<Session>, io: &mut Io<'_>) -> Result<(), CommandError> {
    match Files::read(invocation, io)?.current() {
        name if name.is_empty() => Err(CommandError::told("current-context is not set")),
        name => Ok(writeln!(io.stdout, "{name}")?),
    }
}

fn use_context(invocation: &Invocation<Session>, io: &mut Io<'_>) -> Result<(), CommandError> {
    let [name] = invocation.args.as_slice() else {
        return Err(unexpected(invocation, io));
    };
    let mut files = Files::read(invocation, io)?;
    if files.entry(Section::Contexts, name).is_none() {
        return Err(CommandError::told(format!(
            "no context exists with the name: {name:?}"
        )));
    }
    files.set_current(name)?;
    writeln!(io.stdout, "Switched to context {name:?}.")?;
    Ok(())
}

fn rename_context(invocation: &Invocation<Session>, io: &mut Io<'_>) -> Result<(), CommandError> {
    let [name, new_name] = invocation.args.as_slice() else {
        return Err(unexpected(invocation, io));
    };
    let mut files = Files::read(invocation, io)?;
    let file = files.default_file().to_owned();
    let Some(context) = files.entry(Section::Contexts, name) else {
        return Err(CommandError::told(format!(
            "cannot rename the context {name:?}, it's not in {file}"
        )));
    };
    if files.entry(Section::Contexts, new_name).is_some() {
        return Err(CommandError::told(format!(
            "cannot rename the context {name:?}, the context {new_name:?} already exists in {file}"
        )));
    }
    let is_current = files.current() == *name;
    files.set(Section::Contexts, new_name, Some(context))?;
    files.set(Section::Contexts, name, None)?;
    if is_current {
        files.set_current(new_name)?;
    }
    writeln!(io.stdout, "Context {name:?} renamed to {new_name:?}.")?;
    Ok(())
}

fn set_context(invocation: &Invocation<Session>, io: &mut Io<'_>) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let mut files = Files::read(invocation, io)?;
    let name = match (invocation.args.as_slice(), flags.bool("current")) {
        ([], true) => match files.current() {
            name if name.is_empty() => {
                return Err(CommandError::told("no current context is set"));
            }
            name => name,
        },
        ([], false) => {
            return Err(CommandError::told(
                "you must specify a non-empty context name or --current",
            ));
        }
        ([_], true) => {
            return Err(CommandError::told(
                "you cannot specify both a context name and --current",
            ));
        }
        ([name], false) => name.clone(),
        _ => return Err(unexpected(invocation, io)),
    };
    let before = files.entry(Section::Contexts, &name);
    let did = match before {
        Some(_) => "modified",
        None => "created",
    };
    let mut context = before.filter(Value::is_object).unwrap_or_else(|| json!({}));
    for field in ["cluster", "user", "namespace"] {
        if flags.changed(field) {
            context[field] = flags.string(field).into();
        }
    }
    if let Some(fields) = context.as_object_mut()
        && fields
            .get("namespace")
            .is_some_and(|namespace| *namespace == "")
    {
        fields.remove("namespace");
    }
    files.set(Section::Contexts, &name, Some(context))?;
    writeln!(io.stdout, "Context {name:?} {did}.")?;
    Ok(())
}
