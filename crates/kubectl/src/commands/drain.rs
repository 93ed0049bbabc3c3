//! `kubectl drain`: getting the pods off a node.

mod eviction;
mod pods;

use cobra::{Command, Flag, Flags, Invocation, Io};

use super::cordon::cordon;
use super::node_selection::nodes;
use crate::CommandError;
use crate::dry_run::{DRY_RUN_FLAGS, DryRun};
use crate::printers::{Outcome, result_line};
use crate::resource::Info;
use crate::session::{Factory, Session};
use eviction::Removal;
use pods::{PodList, Wanted};

pub(super) static DRAIN: Command<Session> = Command::new("drain NODE", "Drain node in preparation for maintenance")
    .group(super::TROUBLESHOOTING)
    .long("Let a node take no new pods and evict those that it has.\n\n Disruption budgets are respected: a pod that must not go yet is tried again until it may. Pods of daemon sets stay, since they would come back at once; pods that nothing would make anew, and pods that lose what they have on the node's disk, go only if that is said.")
    .example("  # Get the pods off a node, but for those of daemon sets\n  kubectl drain node-1 --ignore-daemonsets\n  \n  # The same, giving pods a quarter of an hour to end\n  kubectl drain node-1 --ignore-daemonsets --grace-period=900")
    .no_flags_in_use_line()
    .flags(&[
        DRY_RUN_FLAGS,
        &[
            super::CHUNK_SIZE,
            super::SELECTOR,
            Flag::bool("delete-emptydir-data", "Go on even if pods have data on the node's disk (emptyDir) that they lose."),
            Flag::bool("disable-eviction", "Delete pods rather than evict them, whatever disruption budgets say."),
            Flag::bool("force", "Go on even if there are pods that no controller would make anew."),
            Flag::int("grace-period", "Seconds that each pod has to end; -1 leaves it to the pod.").default("-1"),
            Flag::bool("ignore-daemonsets", "Leave pods of daemon sets alone."),
            Flag::string("pod-selector", "Labels of the pods to get off the node."),
            Flag::int("skip-wait-for-delete-timeout", "Do not wait for pods that have been ending for more seconds than this."),
            Flag::duration("timeout", "How long to try, zero means as long as it takes."),
        ],
    ])
    .run(|invocation, session, io| {
        session.drive(invocation, io, async |factory, io| drain(invocation, factory, io).await)
    });

async fn drain(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let dry_run = DryRun::new(flags)?;
    check_pod_selector(flags)?;
    let nodes = nodes(invocation, factory, io).await?;
    cordon(&nodes, true, dry_run, factory, io).await?;
    let mut pending = Vec::new();
    let mut fatal = Vec::new();
    for node in &nodes {
        match empty(node, flags, dry_run, factory, io).await {
            Ok(()) => {
                let did = "drained";
                write!(io.stdout, "{}", result_line(node, Outcome { did, dry_run }))?;
            }
            Err(errors) => {
                writeln!(
                    io.stderr,
                    "error: unable to drain node {:?} due to error: {}, continuing command...",
                    node.name,
                    together(&errors)
                )?;
                pending.push(&node.name);
                fatal.extend(errors);
            }
        }
    }
    if pending.is_empty() {
        return Ok(());
    }
    writeln!(io.stderr, "There are pending nodes to be drained:")?;
    for node in pending {
        writeln!(io.stderr, " {node}")?;
    }
    Err(CommandError::verbatim(fatal.join("\n")))
}

fn check_pod_selector(flags: &Flags) -> Result<(), CommandError> {
    let selector: Result<apimachinery::selector::LabelSelector, _> =
        flags.string("pod-selector").parse();
    match selector {
        Ok(_) => Ok(()),
        Err(_) => Err(CommandError::told(
            "--pod-selector=<pod_selector> must be a valid label selector",
        )),
    }
}

/// Several complaints as one text.
fn together(errors: &[String]) -> String {
    match errors {
        [error] => error.clone(),
        errors => format!("[{}]", errors.join(", ")),
    }
}

/// Gets the pods off one node.
async fn empty(
    node: &Info,
    flags: &Flags,
    dry_run: DryRun,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), Vec<String>> {
    let told = |error: CommandError| vec![error.into_failure().message];
    let wanted = Wanted::new(flags);
    let rest = factory.rest(io).await.map_err(told)?;
    let list = PodList::of_node(&node.name, &wanted, &rest)
        .await
        .map_err(|error| vec![error.to_string()])?;
    let errors = list.errors();
    if !errors.is_empty() {
        return Err(errors);
    }
    let written = |error: std::io::Error| vec![error.to_string()];
    if let Some(warnings) = list.warnings() {
        writeln!(io.stderr, "Warning: {warnings}").map_err(written)?;
    }
    let pods = list.removable();
    if dry_run == DryRun::Client {
        for pod in &pods {
            writeln!(io.stdout, "evicting pod {} (dry run)", pods::full_name(pod))
                .map_err(written)?;
        }
        return Ok(());
    }
    let removal = Removal::new(flags, dry_run, factory, io)
        .await
        .map_err(told)?;
    let errors = removal.run(&pods, &rest, io).await.map_err(written)?;
    if errors.is_empty() {
        return Ok(());
    }
    if let Ok(left) = PodList::of_node(&node.name, &wanted, &rest).await {
        let left = left.removable();
        if !left.is_empty() {
            writeln!(
                io.stderr,
                "There are pending pods in node {:?} when an error occurred: {}",
                node.name,
                together(&errors)
            )
            .map_err(written)?;
        }
        for pod in left {
            writeln!(io.stderr, "pod/{}", crate::object::name(pod)).map_err(written)?;
        }
    }
    Err(errors)
}
