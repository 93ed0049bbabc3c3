//! `kubectl set selector`: which pods a service means.

use cobra::{Command, Flag, Invocation, Io};
use serde_json::{Map, Value};

use super::edit::{self, SET_FLAGS, Unchanged};
use crate::change_cause::RECORD_FLAGS;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::printers::PRINT_FLAGS;
use crate::resource::{FILE_FLAGS, FileOptions, Info, Request, select};
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
    let mut wanted = Map::new();
    for term in expression.split(',') {
        let Some((key, value)) = term.split_once('=') else {
            return Err(CommandError::told(format!("invalid selector: {term}")));
        };
        wanted.insert(
            key.trim().to_owned(),
            value.trim_start_matches('=').trim().into(),
        );
    }
    let request = Request {
        args: resources,
        files: FileOptions::new(flags),
        all: flags.bool("all"),
        latest: !flags.bool("local"),
        ..Request::default()
    };
    let infos = select(&request, factory, io).await?.all()?;
    let version = flags.string("resource-version");
    let change = |after: &mut Value, info: &Info| {
        if info.resource.kind != "Service" {
            return Err(CommandError::told(
                "setting a selector is only supported for Services",
            ));
        }
        object::entry(after, "spec")["selector"] = Value::Object(wanted.clone());
        if !version.is_empty() {
            object::set_metadata(after, "resourceVersion", version);
        }
        Ok(())
    };
    edit::send(
        infos,
        "selector",
        Unchanged::Told,
        change,
        invocation,
        factory,
        io,
    )
    .await
}
