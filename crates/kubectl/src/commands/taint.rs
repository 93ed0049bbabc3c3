//! `kubectl taint`: what keeps pods away from nodes.

mod changes;

use cobra::{Command, Flag, Invocation, Io};

use super::node_selection::named;
use crate::changes::Change;
use crate::dry_run::{DRY_RUN_FLAGS, DryRun};
use crate::field_validation::VALIDATE_FLAGS;
use crate::printers::{ObjectPrinter, OutputFormat, PRINT_FLAGS};
use crate::resource::{Info, Request, select};
use crate::session::{Factory, Session};
use crate::{CommandError, object};
use changes::Changes;

pub(super) static TAINT: Command<Session> = Command::new(
    "taint NODE NAME KEY_1=VAL_1:TAINT_EFFECT_1 ... KEY_N=VAL_N:TAINT_EFFECT_N",
    "Update the taints on one or more nodes",
)
.group(super::TROUBLESHOOTING)
.long("Set and remove taints of nodes.\n\n A taint is key=value:effect, where value and = may be left out and the effect is NoSchedule, PreferNoSchedule or NoExecute. key- removes all taints of a key, key:effect- one of them.")
.example("  # Keep pods away that do not tolerate it\n  kubectl taint nodes node-1 dedicated=batch:NoSchedule\n  \n  # Take all taints of the key away\n  kubectl taint nodes node-1 dedicated-")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    DRY_RUN_FLAGS,
    VALIDATE_FLAGS,
    &[
        Flag::bool("all", "Select all nodes in the cluster"),
        Flag::string("field-manager", "Name of the manager used to track field ownership.").default("kubectl-taint"),
        Flag::bool("overwrite", "If true, taints that are there may be changed."),
        super::SELECTOR,
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| taint(invocation, factory, io).await)
});

async fn taint(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let (resources, words) = split(&invocation.args)?;
    let Some((kind, names)) = resources.split_first() else {
        return Err(CommandError::told(
            "one or more resources must be specified as <resource> <name>",
        ));
    };
    if words.is_empty() {
        return Err(CommandError::told("at least one taint update is required"));
    }
    let path = super::command_path(invocation);
    let changes =
        Changes::parse(words).map_err(|error| CommandError::usage(&path, &error.to_string()))?;
    if !matches!(kind.to_lowercase().as_str(), "node" | "nodes" | "no") {
        return Err(CommandError::told(format!(
            "invalid resource type {kind}, only node types are supported"
        )));
    }
    let (all, selector) = (flags.bool("all"), flags.string("selector"));
    if !all && selector.is_empty() && names.is_empty() {
        return Err(CommandError::told(
            "at least one resource name must be specified since 'all' parameter is not set",
        ));
    }
    changes
        .check()
        .map_err(|error| CommandError::told(error.to_string()))?;
    let args: Vec<String> = match all || !selector.is_empty() {
        true => vec!["nodes".to_owned()],
        false => names.iter().map(|name| named(name)).collect(),
    };
    let request = Request {
        args: &args,
        selector,
        types_mean_all: true,
        ..Request::default()
    };
    let selection = select(&request, factory, io).await?;
    let mut errors = selection.errors;
    for info in selection.infos {
        if let Err(error) = change(&info, &changes, invocation, factory, io).await {
            errors.push(error);
        }
    }
    CommandError::aggregate(errors)
}

/// The words that name nodes, and those that are taints.
fn split(args: &[String]) -> Result<(&[String], &[String]), CommandError> {
    let is_taint = |word: &String| word.contains(['=', ':']) || word.ends_with('-');
    let first = args.iter().position(is_taint).unwrap_or(args.len());
    let (resources, words) = args.split_at(first);
    match words.iter().find(|word| !is_taint(word)) {
        None => Ok((resources, words)),
        Some(word) => Err(CommandError::told(format!(
            "all resources must be specified before taint changes: {word}"
        ))),
    }
}

async fn change(
    info: &Info,
    changes: &Changes,
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let dry_run = DryRun::new(flags)?;
    let before = object::items(&info.object["spec"]["taints"]);
    let (did, taints) = changes
        .apply(&info.name, before, flags.bool("overwrite"))
        .map_err(|error| CommandError::told(error.to_string()))?;
    let mut after = info.object.clone();
    let spec = object::entry(&mut after, "spec");
    match (taints.is_empty(), spec.as_object_mut()) {
        (true, Some(fields)) => {
            fields.remove("taints");
        }
        _ => spec["taints"] = taints.into(),
    }
    if dry_run != DryRun::Client {
        let change = Change::between(info, &info.object, &after)?;
        let rest = factory.rest(io).await?;
        let manager = flags.string("field-manager");
        let answer = change.send(&rest, &info.path(), manager, dry_run).await?;
        factory.warnings.tell(&answer.warnings, io)?;
        after = answer.json()?;
    }
    let format = OutputFormat::new(flags, false, io)?;
    if format.is_human() {
        // A trial is not told as one.
        writeln!(io.stdout, "{} {did}", info.object_name())?;
    } else {
        let mut printer = ObjectPrinter::new(format, flags.bool("show-managed-fields"));
        write!(io.stdout, "{}", printer.print(&after)?)?;
    }
    Ok(())
}
