//! `kubectl diff`: what applying would change.

use std::fs;
use std::process::Command as Process;

use cobra::{Command, Flag, Invocation, Io};
use serde_json::Value;

use super::apply::{CLIENT_SIDE_MANAGER, SERVER_SIDE_FLAGS, three_way};
use crate::last_applied;
use crate::printers::{compact_json, yaml};
use crate::resource::{FILE_FLAGS, FileOptions, Info, local_objects};
use crate::session::{Factory, Session};
use crate::{CommandError, object};
use cliruntime::{ApiError, Media, Query, Rest};

/// How often a comparison is tried again when the object changes meanwhile.
const RETRIES: usize = 4;

pub(super) static DIFF: Command<Session> =
    Command::new("diff -f FILENAME", "Diff the live version against a would-be applied version")
        .group(super::ADVANCED)
        .long("Show what applying manifests would change, by running \"diff -u -N\" on the live objects and on what they would become. Another program can be named in KUBECTL_EXTERNAL_DIFF.\n\n Exit status: 0 if nothing would change, 1 if something would, more if it could not be told.")
        .example("  # Show what a manifest would change\n  kubectl diff -f web.yaml\n  \n  # Show what a kustomization would change\n  kubectl diff -k overlays/prod")
        .no_flags_in_use_line()
        .flags(&[
            FILE_FLAGS,
            SERVER_SIDE_FLAGS,
            &[
                Flag::int("concurrency", "How many objects to compare at once; it is accepted, one is compared after the other.").default("1"),
                Flag::bool("prune", "Include objects that apply --prune would delete; it is accepted."),
                Flag::string("selector", "Selector (label query) to filter on, supports '=', '==', '!=', 'in', 'notin'.").short('l'),
                Flag::bool("show-managed-fields", "If true, include managed fields."),
            ],
        ])
        .run(|invocation, session, io| {
            session.drive(invocation, io, async |factory, io| diff(invocation, factory, io).await)
        });

async fn diff(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    compare(invocation, factory, io)
        .await
        .map_err(|error| match error {
            CommandError::Exit(code) => CommandError::Exit(code),
            // One means a difference here, so that trouble must be something else.
            error => {
                let failure = error.into_failure();
                CommandError::Trouble {
                    message: failure.message,
                    prefixed: failure.prefixed,
                    code: 2,
                }
            }
        })
}

async fn compare(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let files = FileOptions::new(flags);
    if files.is_empty() {
        return Err(CommandError::told("must specify one of -f and -k"));
    }
    let (infos, errors) = local_objects(&files, factory, io).await?;
    CommandError::aggregate(errors)?;
    let rest = factory.rest(io).await?;
    let folders = Folders::new()?;
    for info in infos {
        let (live, merged) = versions(&info, invocation, &rest).await?;
        let name = file_name(&info);
        let mut pair = [live, merged];
        for object in &mut pair {
            if !flags.bool("show-managed-fields") {
                object::remove_managed_fields(object);
            }
        }
        if info.resource.kind == "Secret" {
            mask(&mut pair);
        }
        let [live, merged] = pair;
        folders.write(&folders.live, &name, &live)?;
        folders.write(&folders.merged, &name, &merged)?;
    }
    folders.run(io)
}

/// The object as it is, and as it would be.
async fn versions(
    info: &Info,
    invocation: &Invocation<Session>,
    rest: &Rest,
) -> Result<(Value, Value), CommandError> {
    let mut tries = 0;
    loop {
        let live = match info.read(rest).await {
            Ok(live) => live,
            Err(error) if error.is_not_found() => Value::Null,
            Err(error) => return Err(error.into()),
        };
        match merged(info, &live, invocation, rest).await {
            Ok(merged) => return Ok((live, merged)),
            Err(CommandError::Api(error)) if error.is_conflict() && tries < RETRIES => tries += 1,
            Err(error) => return Err(error),
        }
    }
}

async fn merged(
    info: &Info,
    live: &Value,
    invocation: &Invocation<Session>,
    rest: &Rest,
) -> Result<Value, CommandError> {
    let flags = &invocation.flags;
    let query = Query::new().with("dryRun", "All");
    if flags.bool("server-side") {
        let manager = if flags.changed("field-manager") {
            flags.string("field-manager")
        } else {
            "kubectl"
        };
        let query = query
            .with("fieldManager", manager)
            .with("force", flags.bool("force-conflicts").to_string());
        return json_of(
            rest.patch(
                &info.path(),
                &query,
                Media::ApplyPatch,
                compact_json(&info.object),
            )
            .await,
        );
    }
    let manager = match flags.string("field-manager") {
        "" => CLIENT_SIDE_MANAGER,
        manager => manager,
    };
    let query = query.with("fieldManager", manager);
    let modified = last_applied::annotated(&info.object);
    if live.is_null() {
        return json_of(rest.post(&info.collection_path(), &query, &modified).await);
    }
    let mut change = three_way(info, &modified, live, true)?;
    if change.is_empty() {
        return Ok(live.clone());
    }
    // The comparison is only worth something if the object does not change meanwhile.
    object::set_metadata(
        &mut change.patch,
        "resourceVersion",
        object::resource_version(live),
    );
    json_of(
        rest.patch(
            &info.path(),
            &query,
            change.media,
            compact_json(&change.patch),
        )
        .await,
    )
}

fn json_of(answer: Result<cliruntime::Answer, ApiError>) -> Result<Value, CommandError> {
    Ok(answer?.json()?)
}

/// `apps.v1.Deployment.space.web`
fn file_name(info: &Info) -> String {
    let resource = &info.resource;
    let group = if resource.group.is_empty() {
        String::new()
    } else {
        format!("{}.", resource.group)
    };
    format!(
        "{group}{}.{}.{}.{}",
        resource.version, resource.kind, info.namespace, info.name
    )
}

/// Hides what a secret holds, but not that it differs.
fn mask(pair: &mut [Value; 2]) {
    let data = |object: &Value| object["data"].as_object().cloned().unwrap_or_default();
    let (before, after) = (data(&pair[0]), data(&pair[1]));
    let [live, merged] = pair;
    for (object, other, suffix) in [(live, &after, " (before)"), (merged, &before, " (after)")] {
        for (key, value) in object["data"].as_object_mut().into_iter().flatten() {
            let differs = other.get(key).is_some_and(|there| there != value);
            *value = format!("***{}", if differs { suffix } else { "" }).into();
        }
    }
}

/// The two folders that are compared; they go away in the end.
struct Folders {
    live: tempfile::TempDir,
    merged: tempfile::TempDir,
}

impl Folders {
    fn new() -> Result<Folders, CommandError> {
        let folder = |prefix: &str| tempfile::Builder::new().prefix(prefix).tempdir();
        Ok(Folders {
            live: folder("LIVE-")?,
            merged: folder("MERGED-")?,
        })
    }

    fn write(
        &self,
        folder: &tempfile::TempDir,
        name: &str,
        object: &Value,
    ) -> Result<(), CommandError> {
        let text = if object.is_null() {
            String::new()
        } else {
            yaml(object)
        };
        fs::write(folder.path().join(name), text)?;
        Ok(())
    }

    /// Runs the program that compares, and takes over its exit code.
    fn run(&self, io: &mut Io<'_>) -> Result<(), CommandError> {
        let external = io
            .env
            .non_empty("KUBECTL_EXTERNAL_DIFF")
            .unwrap_or("diff -u -N")
            .to_owned();
        let mut words = external.split_whitespace();
        let program = words.next().unwrap_or("diff");
        let output = Process::new(program)
            .args(words)
            .args([self.live.path(), self.merged.path()])
            .output()
            .map_err(|error| CommandError::told(format!("failed to run {program:?}: {error}")))?;
        io.stdout.write_all(&output.stdout)?;
        io.stderr.write_all(&output.stderr)?;
        match output.status.code() {
            Some(0) => Ok(()),
            Some(code) => Err(CommandError::Exit(u8::try_from(code).unwrap_or(u8::MAX))),
            None => Err(CommandError::told(format!(
                "{program} was ended by a signal"
            ))),
        }
    }
}
