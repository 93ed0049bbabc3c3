//! What the arguments and flags of Helm's commands complete to, in a shell.

mod charts;
mod releases;

use cobra::{Complete, Completion, Directive, Invocation, Io};

use crate::repo::Repositories;
use crate::root::Context;
use crate::settings;

pub(crate) use charts::{one_chart, pulled_chart, release_and_chart, revised_chart};
pub(crate) use releases::{one_release, release_and_revision, releases};

/// What completes the value of a flag that asks for it.
pub(crate) fn flag(name: &'static str) -> Option<Complete<Context>> {
    match name {
        "output" => Some(output),
        "version" => Some(charts::version),
        "kube-context" => Some(kube_context),
        "namespace" => Some(releases::namespace),
        "revision" => Some(releases::revision),
        _ => None,
    }
}

/// No argument, or no more than there are.
pub(crate) fn nothing_more(
    _: &Invocation<Context>,
    _: &str,
    _: &mut Context,
    _: &mut Io<'_>,
) -> Completion {
    Completion::hint("This command does not take any more arguments (but may accept flags).")
}

/// One argument, the path of a file or whatever else the shell knows.
pub(crate) fn one_path(
    invocation: &Invocation<Context>,
    last: &str,
    context: &mut Context,
    io: &mut Io<'_>,
) -> Completion {
    if invocation.args.is_empty() {
        return Completion::none(Directive::DEFAULT);
    }
    nothing_more(invocation, last, context, io)
}

/// A name and a URL of which nothing is known.
pub(crate) fn name_and_url(
    invocation: &Invocation<Context>,
    last: &str,
    context: &mut Context,
    io: &mut Io<'_>,
) -> Completion {
    if invocation.args.len() < 2 {
        return Completion::none(Directive::NO_FILE_COMP);
    }
    nothing_more(invocation, last, context, io)
}

/// The named repositories that were not given before.
pub(crate) fn repositories(
    invocation: &Invocation<Context>,
    _: &str,
    _: &mut Context,
    io: &mut Io<'_>,
) -> Completion {
    let named = named_repositories(invocation, io).0.into_iter();
    let left = named.filter(|repository| !invocation.args.contains(&repository.name));
    Completion {
        candidates: left
            .map(|repository| format!("{}\t{}", repository.name, repository.url))
            .collect(),
        directive: Directive::NO_FILE_COMP,
    }
}

/// The name of a variable that `helm env` shows.
pub(crate) fn variable(
    invocation: &Invocation<Context>,
    last: &str,
    context: &mut Context,
    io: &mut Io<'_>,
) -> Completion {
    if !invocation.args.is_empty() {
        return nothing_more(invocation, last, context, io);
    }
    let variables = settings::variables(&invocation.flags, io).into_iter();
    Completion {
        candidates: variables.map(|(name, _)| name.to_owned()).collect(),
        directive: Directive::NO_FILE_COMP,
    }
}

/// The repositories that have a name; none where their file cannot be read.
fn named_repositories(invocation: &Invocation<Context>, io: &Io<'_>) -> Repositories {
    let path = io.resolve(invocation.flags.string("repository-config"));
    Repositories::load(&path).unwrap_or_default()
}

fn output(_: &Invocation<Context>, _: &str, _: &mut Context, _: &mut Io<'_>) -> Completion {
    let formats = [
        "json\tJSON, on one line",
        "table\ta table for people",
        "yaml\tYAML",
    ];
    Completion {
        candidates: formats.map(str::to_owned).to_vec(),
        directive: Directive::NO_FILE_COMP,
    }
}

fn kube_context(
    invocation: &Invocation<Context>,
    _: &str,
    _: &mut Context,
    io: &mut Io<'_>,
) -> Completion {
    let contexts = settings::contexts(&invocation.flags, io).into_iter();
    Completion {
        candidates: contexts
            .map(|(name, cluster)| format!("{name}\t{cluster}"))
            .collect(),
        directive: Directive::NO_FILE_COMP,
    }
}
