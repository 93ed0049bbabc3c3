//! `kubectl cordon` and `uncordon`: whether a node takes new pods.

use cobra::{Command, Invocation, Io};
use serde_json::Value;

use super::node_selection::nodes;
use crate::CommandError;
use crate::changes::Change;
use crate::dry_run::{DRY_RUN_FLAGS, DryRun};
use crate::object;
use crate::printers::{Outcome, result_line};
use crate::resource::Info;
use crate::session::{Factory, Session};

/// The name under which the server records these changes.
const MANAGER: &str = "kubectl";

pub(super) static CORDON: Command<Session> =
    Command::new("cordon NODE", "Mark node as unschedulable")
        .group(super::TROUBLESHOOTING)
        .long("Let a node take no new pods.")
        .example("  # Let a node take no new pods\n  kubectl cordon node-1")
        .no_flags_in_use_line()
        .flags(&[DRY_RUN_FLAGS, &[super::SELECTOR]])
        .run(|invocation, session, io| {
            session.drive(invocation, io, async |factory, io| {
                run(true, invocation, factory, io).await
            })
        });

pub(super) static UNCORDON: Command<Session> =
    Command::new("uncordon NODE", "Mark node as schedulable")
        .group(super::TROUBLESHOOTING)
        .long("Let a node take new pods again.")
        .example("  # Let a node take new pods again\n  kubectl uncordon node-1")
        .no_flags_in_use_line()
        .flags(&[DRY_RUN_FLAGS, &[super::SELECTOR]])
        .run(|invocation, session, io| {
            session.drive(invocation, io, async |factory, io| {
                run(false, invocation, factory, io).await
            })
        });

async fn run(
    unschedulable: bool,
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let dry_run = DryRun::new(&invocation.flags)?;
    let nodes = nodes(invocation, factory, io).await?;
    cordon(&nodes, unschedulable, dry_run, factory, io).await
}

/// Lets the nodes take no pods, or take them again.
pub(super) async fn cordon(
    nodes: &[Info],
    unschedulable: bool,
    dry_run: DryRun,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let (verb, did) = match unschedulable {
        true => ("cordon", "cordoned"),
        false => ("uncordon", "uncordoned"),
    };
    for node in nodes {
        let was = node.object["spec"]["unschedulable"] == true;
        if was == unschedulable {
            let did = &format!("already {did}");
            write!(io.stdout, "{}", result_line(node, Outcome { did, dry_run }))?;
            continue;
        }
        let mut after = node.object.clone();
        let spec = object::entry(&mut after, "spec");
        match (unschedulable, spec.as_object_mut()) {
            (false, Some(fields)) => {
                fields.remove("unschedulable");
            }
            _ => spec["unschedulable"] = Value::Bool(true),
        }
        if dry_run != DryRun::Client {
            let change = Change::between(node, &node.object, &after)?;
            let rest = factory.rest(io).await?;
            if let Err(error) = change.send(&rest, &node.path(), MANAGER, dry_run).await {
                writeln!(
                    io.stderr,
                    "error: unable to {verb} node {:?}: {error}",
                    node.name
                )?;
                continue;
            }
        }
        write!(io.stdout, "{}", result_line(node, Outcome { did, dry_run }))?;
    }
    Ok(())
}
