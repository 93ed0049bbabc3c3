//! kubectl's verbs, a file each.

mod absent;
mod annotate;
mod api_resources;
mod api_versions;
mod apply;
mod completion;
mod create;
mod delete;
mod diff;
mod expose;
mod get;
mod kustomize;
mod label;
mod metadata_edits;
mod options;
mod patch;
mod replace;
mod rollout;
mod run;
mod scale;
mod set;
mod version;
mod wait;

use cobra::{Command, Completion, Directive, Failure, Invocation, Io};

use crate::CommandError;
use crate::session::{Factory, Session};

pub(crate) const BEGINNER: &str = "Basic Commands (Beginner):";
pub(crate) const INTERMEDIATE: &str = "Basic Commands (Intermediate):";
pub(crate) const DEPLOY: &str = "Deploy Commands:";
pub(crate) const ADVANCED: &str = "Advanced Commands:";
pub(crate) const SETTINGS: &str = "Settings Commands:";
pub(crate) const OTHER: &str = "Other Commands:";

/// Every verb, in the order in which help lists the groups and suggestions list the verbs.
pub(crate) const ALL: &[&Command<Session>] = &[
    &create::CREATE,
    &expose::EXPOSE,
    &run::RUN,
    &set::SET,
    &absent::EXPLAIN,
    &get::GET,
    &absent::EDIT,
    &delete::DELETE,
    &rollout::ROLLOUT,
    &scale::SCALE,
    &absent::AUTOSCALE,
    &absent::CERTIFICATE,
    &absent::CLUSTER_INFO,
    &absent::TOP,
    &absent::CORDON,
    &absent::UNCORDON,
    &absent::DRAIN,
    &absent::TAINT,
    &absent::DESCRIBE,
    &absent::LOGS,
    &absent::ATTACH,
    &absent::EXEC,
    &absent::PORT_FORWARD,
    &absent::PROXY,
    &absent::CP,
    &absent::AUTH,
    &absent::DEBUG,
    &absent::EVENTS,
    &diff::DIFF,
    &apply::APPLY,
    &patch::PATCH,
    &replace::REPLACE,
    &wait::WAIT,
    &kustomize::KUSTOMIZE,
    &label::LABEL,
    &annotate::ANNOTATE,
    &completion::COMPLETION,
    &api_resources::API_RESOURCES,
    &api_versions::API_VERSIONS,
    &absent::CONFIG,
    &absent::KUBERC,
    &absent::PLUGIN,
    &version::VERSION,
    &options::OPTIONS,
];

/// The words by which kubectl names a command: `kubectl rollout undo`.
pub(crate) fn command_path(invocation: &Invocation<Session>) -> String {
    let names: Vec<&str> = invocation
        .path
        .iter()
        .map(|command| command.name())
        .collect();
    names.join(" ")
}

/// What a command without a verb of its own does: it shows its help and fails.
pub(crate) fn group(
    invocation: &Invocation<Session>,
    _: &mut Session,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let path = command_path(invocation);
    if let Some(word) = invocation.args.first() {
        return Err(
            CommandError::usage(&path, &format!("unknown command {word:?}")).into_failure(),
        );
    }
    let env = io.env.clone();
    write!(
        io.stdout,
        "{}",
        crate::templates::help(&invocation.site(&env))
    )?;
    Err(Failure::silent(1))
}

/// Completes the values of flags that name things of the kubeconfig or formats.
pub(crate) fn complete_flag(name: &'static str) -> Option<cobra::Complete<Session>> {
    match name {
        "output" => Some(complete_output),
        _ => None,
    }
}

fn complete_output(
    invocation: &Invocation<Session>,
    word: &str,
    _: &mut Session,
    _: &mut Io<'_>,
) -> Completion {
    let tables = invocation.flags.has("no-headers");
    let candidates = crate::printers::allowed_formats(tables)
        .into_iter()
        .filter(|format| format.starts_with(word))
        .map(str::to_owned)
        .collect();
    Completion {
        candidates,
        directive: Directive::NO_FILE_COMP,
    }
}

/// Tells a warning on the error stream, in kubectl's words.
pub(crate) fn warn(factory: &Factory<'_>, text: &str, io: &mut Io<'_>) -> Result<(), CommandError> {
    factory.warnings.tell(&[text.to_owned()], io)?;
    Ok(())
}
