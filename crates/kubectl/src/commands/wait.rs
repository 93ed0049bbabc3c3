//! `kubectl wait`: waiting until objects are as wanted.

mod condition;

use std::time::Duration;

use cobra::{Command, Flag, Invocation, Io};
use tokio::time::Instant;

use crate::deletion::wait_until_gone;
use crate::printers::{ObjectPrinter, Outcome, OutputFormat, PRINT_FLAGS, result_line};
use crate::resource::{FILENAME, Fetch, FileOptions, Info, RECURSIVE, Request, select};
use crate::session::{Factory, Session};
use crate::{CommandError, object};
use cliruntime::{Query, Rest};
use condition::Condition;

const LONG_TIME: Duration = Duration::from_secs(7 * 24 * 3600);
const POLL: Duration = Duration::from_millis(200);

pub(super) static WAIT: Command<Session> = Command::new(
    "wait ([-f FILENAME] | resource.group/resource.name | resource.group [(-l label | --all)]) [--for=create|--for=delete|--for condition=available|--for=jsonpath='{}'[=value]]",
    "Wait for a specific condition on one or many resources",
)
.group(super::ADVANCED)
.long("Wait until objects exist, are gone, have a condition, or have a value in a field.")
.example("  # Wait until a deployment is available\n  kubectl wait --for=condition=Available deployment/web\n  \n  # Wait until a pod is gone\n  kubectl wait --for=delete pod/web --timeout=60s\n  \n  # Wait until a pod runs\n  kubectl wait --for=jsonpath='{.status.phase}'=Running pod/web")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    &[
        FILENAME,
        RECURSIVE,
        Flag::bool("all", "Select all objects of the given types in the namespace"),
        Flag::bool("all-namespaces", "If present, the objects of all namespaces are meant.").short('A'),
        Flag::string("field-selector", "Selector (field query) to filter on, supports '=', '==', and '!='."),
        Flag::string("for", "What to wait for: [create|delete|condition=condition-name[=condition-value]|jsonpath='{JSONPath expression}'=[JSONPath value]]."),
        Flag::bool("local", "If true, only look at the given files."),
        Flag::string("selector", "Selector (label query) to filter on, supports '=', '==', '!=', 'in', 'notin'.").short('l'),
        Flag::duration("timeout", "How long to wait. Zero looks once and does not wait, a negative time waits a week.").default("30s"),
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| wait(invocation, factory, io).await)
});

async fn wait(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let condition = Condition::parse(flags.string("for"))?;
    let patience = flags.duration("timeout").to_std().unwrap_or(LONG_TIME);
    let deadline = Instant::now() + patience;
    let named = condition == Condition::Created;
    let request = Request {
        args: &invocation.args,
        files: FileOptions::new(flags),
        selector: flags.string("selector"),
        field_selector: flags.string("field-selector"),
        all: flags.bool("all"),
        all_namespaces: flags.bool("all-namespaces"),
        fetch: if named { Fetch::Listed } else { Fetch::Live },
        latest: !named,
        ..Request::default()
    };
    let selection = select(&request, factory, io).await?;
    let mut errors = selection.errors;
    if condition == Condition::Deleted {
        errors.retain(|error| !error.is_not_found());
    }
    let format = OutputFormat::new(flags, false, io)?;
    let human = format.is_human();
    let mut printer = ObjectPrinter::new(format, flags.bool("show-managed-fields"));
    if selection.infos.is_empty() && errors.is_empty() && condition != Condition::Deleted {
        return Err(CommandError::told("no matching resources found"));
    }
    let rest = factory.rest(io).await?;
    // The real one waits for one object to be created, and of several it wants that they are there.
    let looks_once = condition == Condition::Created && selection.infos.len() > 1;
    for info in selection.infos {
        let awaited = match looks_once {
            true => info.read(&rest).await.map_err(CommandError::from),
            false => until(&info, &condition, patience, deadline, &rest).await,
        };
        match awaited {
            Ok(object) if human || object.is_null() => {
                let outcome = Outcome {
                    did: "condition met",
                    dry_run: crate::dry_run::DryRun::None,
                };
                write!(io.stdout, "{}", result_line(&info, outcome))?;
            }
            Ok(object) => write!(io.stdout, "{}", printer.print(&object)?)?,
            Err(error) => errors.push(error),
        }
        io.stdout.flush()?;
    }
    CommandError::aggregate(errors)
}

/// Waits for one object; returns it as it is then, or null if it is gone.
async fn until(
    info: &Info,
    condition: &Condition,
    patience: Duration,
    deadline: Instant,
    rest: &Rest,
) -> Result<serde_json::Value, CommandError> {
    if patience.is_zero() {
        return match info.read(rest).await {
            Ok(object) if condition.is_met(&object)? => Ok(object),
            Err(error) if error.is_not_found() && *condition == Condition::Deleted => {
                Ok(serde_json::Value::Null)
            }
            Err(error) => Err(error.into()),
            Ok(_) => Err(CommandError::told(format!(
                "condition not met for {}/{}",
                info.resource.resource, info.name
            ))),
        };
    }
    let waiting = async {
        match condition {
            Condition::Deleted => {
                wait_until_gone(info, object::uid(&info.object), rest).await?;
                Ok(serde_json::Value::Null)
            }
            Condition::Created => created(info, rest).await,
            _ => met(info, condition, rest).await,
        }
    };
    let began_late = Instant::now() >= deadline;
    tokio::time::timeout_at(deadline, waiting)
        .await
        .map_err(|_| late(info, condition, began_late))?
}

/// What is said when the time is over; whoever waits for a deletion hears it otherwise if there was no time from the start.
fn late(info: &Info, condition: &Condition, began_late: bool) -> CommandError {
    match condition {
        Condition::Created => CommandError::told("timed out waiting for the condition"),
        Condition::Deleted if began_late => {
            CommandError::verbatim("context deadline exceeded".to_owned())
        }
        _ => CommandError::told(format!(
            "timed out waiting for the condition on {}/{}",
            info.resource.resource, info.name
        )),
    }
}

async fn created(info: &Info, rest: &Rest) -> Result<serde_json::Value, CommandError> {
    loop {
        match info.read(rest).await {
            Ok(object) => return Ok(object),
            Err(error) if error.is_not_found() => tokio::time::sleep(POLL).await,
            Err(error) => return Err(error.into()),
        }
    }
}

async fn met(
    info: &Info,
    condition: &Condition,
    rest: &Rest,
) -> Result<serde_json::Value, CommandError> {
    loop {
        let object = info.read(rest).await?;
        if condition.is_met(&object)? {
            return Ok(object);
        }
        let query = Query::new()
            .with("fieldSelector", format!("metadata.name={}", info.name))
            .with("resourceVersion", object::resource_version(&object))
            .with("watch", "true");
        let mut changes = match rest
            .watch(&info.collection_path(), &query, "application/json")
            .await
        {
            Ok(changes) => changes,
            Err(error) if error.is_expired() => continue,
            Err(error) => return Err(error.into()),
        };
        while let Some(event) = changes.next().await? {
            match event.kind.as_str() {
                "BOOKMARK" | "DELETED" => {}
                _ if condition.is_met(&event.object)? => return Ok(event.object),
                _ => {}
            }
        }
    }
}
