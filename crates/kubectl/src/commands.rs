//! kubectl's verbs, a file each.

mod absent;
mod annotate;
mod api_resources;
mod api_versions;
mod apply;
mod attach;
mod auth;
mod autoscale;
mod cluster_info;
mod completion;
mod config;
mod cordon;
mod cp;
mod create;
mod debug;
mod delete;
mod describe;
mod diff;
mod drain;
mod edit;
mod events;
mod exec;
mod explain;
mod expose;
mod get;
mod kustomize;
mod label;
mod logs;
mod metadata_edits;
mod node_selection;
mod options;
mod patch;
mod port_forward;
mod process;
mod proxy;
mod replace;
mod rollout;
mod run;
mod scale;
mod set;
mod taint;
mod top;
mod version;
mod wait;

use cobra::{Command, Completion, Directive, Failure, Flag, Invocation, Io};

use crate::CommandError;
use crate::session::{Factory, Session};
use cliruntime::ApiResource;

pub(crate) const BEGINNER: &str = "Basic Commands (Beginner):";
pub(crate) const INTERMEDIATE: &str = "Basic Commands (Intermediate):";
pub(crate) const DEPLOY: &str = "Deploy Commands:";
pub(crate) const ADVANCED: &str = "Advanced Commands:";
pub(crate) const SETTINGS: &str = "Settings Commands:";
pub(crate) const TROUBLESHOOTING: &str = "Troubleshooting and Debugging Commands:";
pub(crate) const OTHER: &str = "Other Commands:";

/// Where complaints about a missing type send people.
pub(crate) const SUGGEST_API_RESOURCES: &str =
    "Use \"kubectl api-resources\" for a complete list of supported resources.";

/// `-A`, of commands that read objects of one namespace otherwise.
pub(crate) const ALL_NAMESPACES: Flag = Flag::bool(
    "all-namespaces",
    "If present, take the objects of all namespaces, whatever --namespace says.",
)
.short('A');

/// `--chunk-size`, of commands that read lists.
pub(crate) const CHUNK_SIZE: Flag = Flag::int64(
    "chunk-size",
    "Ask for large lists in pieces of this size. 0 asks for all at once.",
)
.default("500");

/// `-l`, of commands that work on lists.
pub(crate) const SELECTOR: Flag = Flag::string(
    "selector",
    "Selector (label query) to filter on, supports '=', '==', '!=', 'in', 'notin'.",
)
.short('l');

/// Every verb, in the order in which help lists the groups and suggestions list the verbs.
pub(crate) const ALL: &[&Command<Session>] = &[
    &create::CREATE,
    &expose::EXPOSE,
    &run::RUN,
    &set::SET,
    &explain::EXPLAIN,
    &get::GET,
    &edit::EDIT,
    &delete::DELETE,
    &rollout::ROLLOUT,
    &scale::SCALE,
    &autoscale::AUTOSCALE,
    &absent::CERTIFICATE,
    &cluster_info::CLUSTER_INFO,
    &top::TOP,
    &cordon::CORDON,
    &cordon::UNCORDON,
    &drain::DRAIN,
    &taint::TAINT,
    &describe::DESCRIBE,
    &logs::LOGS,
    &attach::ATTACH,
    &exec::EXEC,
    &port_forward::PORT_FORWARD,
    &proxy::PROXY,
    &cp::CP,
    &auth::AUTH,
    &debug::DEBUG,
    &events::EVENTS,
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
    &config::CONFIG,
    &absent::KUBERC,
    &absent::PLUGIN,
    &version::VERSION,
    &options::OPTIONS,
];

/// How errors name the type that Go has for a resource's objects: `*v1.ConfigMap`.
pub(crate) fn go_type(resource: &ApiResource) -> String {
    match schema::kind(&resource.gvk()) {
        Some(_) => format!("*{}.{}", resource.version, resource.kind),
        None => "*unstructured.Unstructured".to_owned(),
    }
}

/// The words by which kubectl names a command: `kubectl rollout undo`.
pub(crate) fn command_path(invocation: &Invocation<Session>) -> String {
    let names: Vec<&str> = invocation
        .path
        .iter()
        .map(|command| command.name())
        .collect();
    names.join(" ")
}

/// What a command without a verb of its own does: it shows its help on the error stream and fails.
pub(crate) fn group(
    invocation: &Invocation<Session>,
    _: &mut Session,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let help = help_of_group(invocation, io)?;
    write!(io.stderr, "{help}")?;
    Err(Failure::silent(1))
}

/// The same with the help on the output, as `rollout` has it.
pub(crate) fn group_on_output(
    invocation: &Invocation<Session>,
    _: &mut Session,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let help = help_of_group(invocation, io)?;
    write!(io.stdout, "{help}")?;
    Err(Failure::silent(1))
}

fn help_of_group(invocation: &Invocation<Session>, io: &Io<'_>) -> Result<String, Failure> {
    if let Some(word) = invocation.args.first() {
        let path = command_path(invocation);
        return Err(
            CommandError::usage(&path, &format!("unknown command {word:?}")).into_failure(),
        );
    }
    Ok(crate::templates::help(&invocation.site(&io.env)))
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
