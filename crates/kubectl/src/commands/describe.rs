//! `kubectl describe`: objects with all that belongs to them, for people.

mod certificate_signing_request;
mod config_map;
mod container;
mod context;
mod cron_job;
mod csi_node;
mod daemon_set;
mod deployment;
mod endpoint_slice;
mod endpoints;
mod events;
mod generic;
mod horizontal_pod_autoscaler;
mod ingress;
mod ingress_class;
mod job;
mod kinds;
mod limit_range;
mod moment;
mod namespace;
mod network_policy;
mod node;
mod persistent_volume;
mod persistent_volume_claim;
mod pod;
mod pod_disruption_budget;
mod pod_template;
mod pods_status;
mod priority_class;
mod replica_set;
mod resource_quota;
mod role;
mod role_binding;
mod secret;
mod service;
mod service_account;
mod stateful_set;
mod storage;
mod storage_class;
mod text;
mod tolerations;
mod topology;
mod volume;

use std::collections::BTreeSet;

use cobra::{Command, Flag, Invocation, Io};

use crate::CommandError;
use crate::resource::{FILE_FLAGS, FileOptions, Request, Selection, select};
use crate::session::{Factory, Session};
use context::Context;

pub(crate) use pod_template::describe as describe_pod_template;
pub(crate) use text::Text;

pub(super) static DESCRIBE: Command<Session> = Command::new(
    "describe (-f FILENAME | TYPE [NAME_PREFIX | -l label] | TYPE/NAME)",
    "Show details of a specific resource or group of resources",
)
.group(super::TROUBLESHOOTING)
.long("Show objects with all that belongs to them: what they ask for, how it stands, and what has happened lately.\n\n Where no object has the name, those are shown whose names begin with it.")
.example("  # Describe a node\n  kubectl describe nodes kaeru-0\n  \n  # Describe the pods of an application\n  kubectl describe pods -l app=web\n  \n  # Describe the pods whose names begin so\n  kubectl describe pods web-")
.no_flags_in_use_line()
.flags(&[
    FILE_FLAGS,
    &[
        super::ALL_NAMESPACES,
        super::CHUNK_SIZE,
        super::SELECTOR,
        Flag::bool(
            "show-events",
            "If true, show what has happened to the objects; by default only where a single one is described.",
        )
        .default("true"),
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| describe(invocation, factory, io).await)
});

async fn describe(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let files = FileOptions::new(flags);
    if invocation.args.is_empty() && files.is_empty() {
        return Err(CommandError::told(format!(
            "You must specify the type of resource to describe. {}\n",
            super::SUGGEST_API_RESOURCES
        )));
    }
    let request = Request {
        args: &invocation.args,
        files,
        selector: flags.string("selector"),
        all_namespaces: flags.bool("all-namespaces"),
        types_mean_all: true,
        latest: true,
        chunk_size: flags.int("chunk-size"),
        ..Request::default()
    };
    let mut selection = select(&request, factory, io).await?;
    selection.tell_manifest_faults_as_they_are();
    let rest = factory.rest(io).await?;
    let found = selection.infos.len();
    let single = found == 1 && selection.errors.is_empty();
    let context = Context {
        rest: &rest,
        show_events: flags.bool("show-events") && (single || flags.changed("show-events")),
        chunk_size: flags.int("chunk-size"),
    };
    if let ([kind, prefix], [error]) = (invocation.args.as_slice(), selection.errors.as_slice())
        && error.is_not_found()
    {
        return describe_by_prefix(kind, prefix, error, &context, factory, io).await;
    }
    describe_all(selection, &context, io).await?;
    if found == 0 {
        match flags.bool("all-namespaces") {
            true => writeln!(io.stderr, "No resources found")?,
            false => writeln!(
                io.stderr,
                "No resources found in {} namespace.",
                factory.namespace(io)?
            )?,
        }
    }
    Ok(())
}

async fn describe_all(
    selection: Selection,
    context: &Context<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let Selection {
        infos, mut errors, ..
    } = selection;
    let mut told = BTreeSet::new();
    let mut first = true;
    for info in &infos {
        match kinds::describe(info, context).await {
            Ok(text) => {
                let gap = if std::mem::take(&mut first) {
                    ""
                } else {
                    "\n\n"
                };
                write!(io.stdout, "{gap}{}", text.finish())?;
            }
            Err(error) => {
                if told.insert(error.to_string()) {
                    errors.push(error.into());
                }
            }
        }
    }
    CommandError::aggregate(errors)
}

/// Describes the objects whose names begin with a word, where none has it as its name.
async fn describe_by_prefix(
    kind: &str,
    prefix: &str,
    not_found: &CommandError,
    context: &Context<'_>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let args = [kind.to_owned()];
    let request = Request {
        args: &args,
        types_mean_all: true,
        chunk_size: context.chunk_size,
        ..Request::default()
    };
    let infos = select(&request, factory, io).await?.all()?;
    let mut matches = infos
        .iter()
        .filter(|info| info.name.starts_with(prefix))
        .peekable();
    if matches.peek().is_none() {
        return Err(not_found.clone());
    }
    for info in matches {
        writeln!(
            io.stdout,
            "{}",
            kinds::describe(info, context).await?.finish()
        )?;
    }
    Ok(())
}
