//! `kubectl rollout status`: waiting for a rollout to complete.

use std::time::Duration;

use cobra::{Command, Flag, Invocation, Io};

use super::live_progress::LiveProgress;
use super::status_viewers::{has_viewer, progress};
use super::workloads;
use crate::deletion::timeout;
use crate::resource::{FILE_FLAGS, Info, select};
use crate::rollout_picture::{Observation, RolloutPicture};
use crate::session::{Factory, Session};
use crate::{CommandError, object};
use cliruntime::{Query, Rest, Watch, WatchEvent};

/// How often a person sees a new picture.
const REDRAW: Duration = Duration::from_millis(250);

pub(super) static STATUS: Command<Session> =
    Command::new("status (TYPE NAME | TYPE/NAME) [flags]", "Show the status of the rollout")
        .long("Show how far a rollout is, and wait until it is complete, unless --watch=false is given.\n\n With --revision, another revision that takes over ends the waiting with an error.")
        .example("  # Wait until a deployment is rolled out\n  kubectl rollout status deployment/web")
        .no_flags_in_use_line()
        .flags(&[
            FILE_FLAGS,
            &[
                Flag::int64("revision", "The revision that must be rolling out; 0 for the newest.").default("0"),
                Flag::string("selector", "Selector (label query) to filter on, supports '=', '==', '!=', 'in', 'notin'.").short('l'),
                Flag::duration("timeout", "How long to wait, zero for as long as it takes.").default("0s"),
                Flag::bool("watch", "Wait until the rollout is complete.").short('w').default("true"),
            ],
        ])
        .run(|invocation, session, io| {
            session.drive(invocation, io, async |factory, io| status(invocation, factory, io).await)
        });

async fn status(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    if flags.int("revision") < 0 {
        return Err(CommandError::told(format!(
            "revision must be a positive integer: {}",
            flags.int("revision")
        )));
    }
    let request = workloads(invocation);
    let infos = select(&request, factory, io).await?.all()?;
    if infos.is_empty() {
        writeln!(
            io.stderr,
            "No resources found in {} namespace.",
            factory.namespace(io)?
        )?;
        return Ok(());
    }
    let rest = factory.rest(io).await?;
    let patience = timeout(flags.duration("timeout"));
    let waits = flags.bool("watch");
    for info in infos {
        let follow = follow(&info, flags.int("revision"), waits, &rest, io);
        match tokio::time::timeout(patience, follow).await {
            Ok(outcome) => outcome?,
            Err(_) => return Err(CommandError::told("timed out waiting for the condition")),
        }
    }
    Ok(())
}

async fn follow(
    info: &Info,
    revision: i64,
    waits: bool,
    rest: &Rest,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    if !has_viewer(&info.resource.kind) {
        return Err(CommandError::told(format!(
            "no status viewer has been implemented for {}",
            info.resource.kind
        )));
    }
    let mut live = LiveProgress::new(io);
    loop {
        let object = info.read(rest).await?;
        if shown(&object, info, revision, &mut live, io)? || !waits {
            return Ok(());
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
        while let Some(event) = next(&mut changes, info, rest, &mut live, io).await? {
            match event.kind.as_str() {
                "DELETED" => return Err(CommandError::told("object has been deleted")),
                "BOOKMARK" => {}
                _ => {
                    if shown(&event.object, info, revision, &mut live, io)? {
                        return Ok(());
                    }
                }
            }
        }
    }
}

/// The next change of the workload; until it comes, a person sees how its pods and the traffic move.
async fn next(
    changes: &mut Watch,
    info: &Info,
    rest: &Rest,
    live: &mut LiveProgress,
    io: &mut Io<'_>,
) -> Result<Option<WatchEvent>, CommandError> {
    if !live.is_live() {
        return Ok(changes.next().await?);
    }
    let mut moments = tokio::time::interval(REDRAW);
    loop {
        tokio::select! {
            event = changes.next() => return Ok(event?),
            _ = moments.tick() => {
                // Whoever may not see the pods still sees how far the rollout is.
                if let Ok(picture) = picture(info, rest).await {
                    live.draw(&picture, io)?;
                }
            }
        }
    }
}

async fn picture(info: &Info, rest: &Rest) -> Result<RolloutPicture, CommandError> {
    let selector = apimachinery::selector::from_label_selector(info.object["spec"].get("selector"))
        .map_err(|error| CommandError::told(error.to_string()))?;
    let observation = Observation::read(rest, &info.namespace, &selector.to_string()).await?;
    Ok(observation.picture(&info.resource.kind, &info.object))
}

/// Shows how far the object is; says whether that is all.
fn shown(
    object: &serde_json::Value,
    info: &Info,
    revision: i64,
    live: &mut LiveProgress,
    io: &mut Io<'_>,
) -> Result<bool, CommandError> {
    match progress(object, &info.resource.kind, revision) {
        Ok(progress) => {
            live.show(&progress, object, io)?;
            Ok(progress.done)
        }
        Err(failure) => {
            live.clear(io)?;
            Err(CommandError::told(failure))
        }
    }
}
