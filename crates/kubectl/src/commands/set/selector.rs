//! `kubectl set selector`: which pods a service means.

use cobra::{Command, Flag, Invocation, Io};
use serde_json::Value;

use super::edit::{self, SET_FLAGS, Unchanged, Words};
use crate::change_cause::RECORD_FLAGS;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::label_selector::label_selector;
use crate::printers::PRINT_FLAGS;
use crate::resource::{FILE_FLAGS, Info, select};
use crate::session::{Factory, Session};
use crate::{CommandError, object};

pub(super) static SELECTOR: Command<Session> = Command::new(
    "selector (-f FILENAME | TYPE NAME) EXPRESSIONS [--resource-version=version]",
    "Set the selector on a resource",
)
.long("Replace the selector of a service. The new one must be written as key=value pairs, separated by commas.")
.example("  # Point a service at the green pods\n  kubectl set selector service web 'app=web,version=green'")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    FILE_FLAGS,
    DRY_RUN_FLAGS,
    RECORD_FLAGS,
    SET_FLAGS,
    &[Flag::string("resource-version", "Only change an object that still has this version.")],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| selector(invocation, factory, io).await)
});

async fn selector(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let Some((expression, resources)) = invocation.args.split_last() else {
        return Err(CommandError::told(crate::usage_text::MISSING_RESOURCE));
    };
    let request = edit::request(resources, flags);
    let infos = select(&request, factory, io).await?.all()?;
    let wanted = label_selector(expression)?;
    let expressions = object::items(&wanted["matchExpressions"]);
    if !expressions.is_empty() {
        return Err(CommandError::told(format!(
            "match expression [{}] not supported on this object",
            expressions.iter().map(told).collect::<Vec<_>>().join(" ")
        )));
    }
    let wanted = wanted["matchLabels"].clone();
    let version = flags.string("resource-version");
    let change = |after: &mut Value, info: &Info| {
        if info.resource.kind != "Service" {
            return Err(CommandError::told(
                "setting a selector is only supported for Services",
            ));
        }
        object::entry(after, "spec")["selector"] = wanted.clone();
        if !version.is_empty() {
            object::set_metadata(after, "resourceVersion", version);
        }
        Ok(())
    };
    edit::send(
        infos,
        Words {
            did: "selector updated",
            failure: "failed to patch selector to Service: ",
            unchanged: Unchanged::Told,
        },
        change,
        invocation,
        factory,
        io,
    )
    .await
}

/// A term of a selector as Go prints its struct.
fn told(expression: &Value) -> String {
    let values: Vec<String> = object::items(&expression["values"])
        .iter()
        .map(object::shown)
        .collect();
    let (key, operator) = (&expression["key"], &expression["operator"]);
    format!(
        "{{{} {} [{}]}}",
        object::shown(key),
        object::shown(operator),
        values.join(" ")
    )
}
