//! `kubectl set resources`: how much containers ask for and may use.

use cobra::{Command, Flag, Invocation, Io};
use serde_json::{Map, Value};

use super::containers;
use super::edit::{self, SET_FLAGS, Unchanged, Words};
use crate::change_cause::RECORD_FLAGS;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::printers::PRINT_FLAGS;
use crate::resource::{FILE_FLAGS, FileOptions, Info, Request, select};
use crate::resource_list::resource_list;
use crate::session::{Factory, Session};
use crate::workload::pod_spec_mut;
use crate::{CommandError, object};

pub(super) static RESOURCES: Command<Session> = Command::new(
    "resources (-f FILENAME | TYPE NAME)  ([--limits=LIMITS & --requests=REQUESTS]",
    "Update resource requests/limits on objects with pod templates",
)
.long("Set how much of CPU, memory and other resources containers ask for and may use.")
.example("  # Let the container app use half a CPU at most\n  kubectl set resources deployment web -c=app --limits=cpu=500m")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    FILE_FLAGS,
    DRY_RUN_FLAGS,
    RECORD_FLAGS,
    SET_FLAGS,
    &[
        Flag::string("containers", "The names of the containers, which may hold '*'. All of them if it is left out.").short('c').default("*"),
        Flag::string("limits", "What containers may use, as 'cpu=100m,memory=256Mi'."),
        Flag::string("requests", "What containers ask for, as 'cpu=100m,memory=256Mi'."),
        super::super::SELECTOR,
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| resources(invocation, factory, io).await)
});

async fn resources(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let files = FileOptions::new(flags);
    if invocation.args.is_empty() && files.is_empty() {
        return Err(CommandError::told(crate::usage_text::MISSING_RESOURCE));
    }
    let (limits, requests) = (flags.string("limits"), flags.string("requests"));
    if limits.is_empty() && requests.is_empty() {
        return Err(CommandError::told(
            "you must specify an update to requests or limits (in the form of --requests/--limits)",
        ));
    }
    let amounts = [
        ("limits", resource_list(limits, "invalid argument syntax")?),
        (
            "requests",
            resource_list(requests, "invalid argument syntax")?,
        ),
    ];
    let request = Request {
        selector: flags.string("selector"),
        ..edit::request(&invocation.args, flags)
    };
    let infos = select(&request, factory, io).await?.all()?;
    let pattern = flags.string("containers");
    let change = |object: &mut Value, info: &Info| set(object, info, pattern, &amounts);
    let words = Words {
        did: "resource requirements updated",
        failure: "failed to patch resources update to pod template ",
        unchanged: Unchanged::Silent,
    };
    edit::send(infos, words, change, invocation, factory, io).await
}

fn set(
    object: &mut Value,
    info: &Info,
    pattern: &str,
    amounts: &[(&str, Map<String, Value>)],
) -> Result<(), CommandError> {
    let spec =
        pod_spec_mut(object, &info.resource.kind).ok_or_else(|| edit::no_pod_template(info))?;
    let mut found = false;
    for container in containers::matching(&mut spec["containers"], pattern) {
        found = true;
        for (field, amounts) in amounts.iter().filter(|(_, amounts)| !amounts.is_empty()) {
            let resources = object::entry(container, "resources");
            for (name, amount) in amounts {
                object::entry(resources, field)[name] = amount.clone();
            }
        }
    }
    match found {
        true => Ok(()),
        false => Err(CommandError::told(format!(
            "unable to find container named {pattern}"
        ))),
    }
}
