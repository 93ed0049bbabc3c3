//! `kubectl delete`: taking objects away.

use cobra::{Command, Flag, Flags, Invocation, Io};
use serde_json::{Value, json};

use crate::CommandError;
use crate::deletion::{timeout, wait_until_gone};
use crate::dry_run::{DRY_RUN_FLAGS, DryRun};
use crate::resource::{FILE_FLAGS, Fetch, FileOptions, Info, Request, Selection, select};
use crate::session::{Factory, Session};
use cliruntime::Query;

const FORCE_WARNING: &str = "Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.";

pub(super) static DELETE: Command<Session> = Command::new(
    "delete ([-f FILENAME] | [-k DIRECTORY] | TYPE [(NAME | -l label | --all)])",
    "Delete resources by file names, stdin, resources and names, or by resources and label selector",
)
.group(super::INTERMEDIATE)
.long("Delete objects that manifests, names or a selector name.\n\n Pods get time to end; --grace-period and --now shorten it. The command returns when the objects are gone, unless --wait=false is given.")
.example("  # Delete what a manifest names\n  kubectl delete -f ./web.yaml\n  \n  # Delete by name\n  kubectl delete pod,service web\n  \n  # Delete by label\n  kubectl delete pods,services -l app=web\n  \n  # Delete a pod without giving it much time\n  kubectl delete pod web --now")
.no_flags_in_use_line()
.flags(&[
    FILE_FLAGS,
    DRY_RUN_FLAGS,
    &[
        Flag::bool("all", "Delete all objects of the given types in the namespace."),
        Flag::bool("all-namespaces", "If present, the objects of all namespaces are meant.").short('A'),
        Flag::string("cascade", "Must be \"background\", \"orphan\", or \"foreground\": what becomes of dependents.")
            .default("background")
            .optional_value("background")
            .values(&["background", "foreground", "orphan"]),
        Flag::string("field-selector", "Selector (field query) to filter on, supports '=', '==', and '!='."),
        Flag::bool("force", "If true, delete at once and without grace. Some objects may be left in an inconsistent state."),
        Flag::int("grace-period", "Seconds that the resource gets to end, -1 for its own. 0 only with --force.").default("-1"),
        Flag::bool("ignore-not-found", "Treat an object that does not exist as deleted. Defaults to \"true\" with --all."),
        Flag::bool("interactive", "If true, ask before anything is deleted.").short('i'),
        Flag::bool("now", "If true, the resource gets one second to end."),
        Flag::string("output", "Output mode. Use \"-o name\" for shorter output (resource/name).").short('o').values(&["name"]),
        Flag::string("raw", "Path to DELETE on the server as it is."),
        Flag::string("selector", "Selector (label query) to filter on, supports '=', '==', '!=', 'in', 'notin'.").short('l'),
        Flag::duration("timeout", "How long to wait until everything is gone, zero for as long as it takes.").default("0s"),
        Flag::bool("wait", "If true, wait until the objects are gone.").default("true"),
    ],
])
.suggest_for(&["rm"])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| delete(invocation, factory, io).await)
});

/// The name of a propagation policy in requests.
pub(super) fn propagation(cascade: &str) -> Result<&'static str, CommandError> {
    match cascade {
        "background" | "true" => Ok("Background"),
        "foreground" => Ok("Foreground"),
        "orphan" | "false" => Ok("Orphan"),
        other => Err(CommandError::told(format!(
            "invalid cascade value ({other}). Must be \"background\", \"foreground\", or \"orphan\""
        ))),
    }
}

struct Options {
    dry_run: DryRun,
    body: Value,
    force: bool,
    ignore_not_found: bool,
    by_name: bool,
}

impl Options {
    fn new(flags: &Flags) -> Result<Options, CommandError> {
        let output = flags.string("output");
        if !matches!(output, "" | "name") {
            return Err(CommandError::told(format!(
                "unexpected -o output mode: {output}. We only support '-o name'"
            )));
        }
        let force = flags.bool("force");
        let mut grace = flags.int("grace-period");
        if flags.bool("now") {
            if grace != -1 {
                return Err(CommandError::told(
                    "--now and --grace-period cannot be specified together",
                ));
            }
            grace = 1;
        }
        match (grace, force) {
            // Without force, no grace at all would leave the object's end to luck.
            (0, false) => grace = 1,
            (-1, true) => grace = 0,
            (1.., true) => {
                return Err(CommandError::told(
                    "--force and --grace-period greater than 0 cannot be specified together",
                ));
            }
            _ => {}
        }
        let mut body = json!({"propagationPolicy": propagation(flags.string("cascade"))?});
        if grace >= 0 {
            body["gracePeriodSeconds"] = grace.into();
        }
        let selects = flags.bool("all") || !flags.string("selector").is_empty();
        Ok(Options {
            dry_run: DryRun::new(flags)?,
            body,
            force: force && grace == 0,
            ignore_not_found: flags.bool("ignore-not-found")
                || (selects && !flags.changed("ignore-not-found")),
            by_name: output == "name",
        })
    }
}

async fn delete(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    if !flags.string("raw").is_empty() {
        let answer = factory
            .rest(io)
            .await?
            .delete(flags.string("raw"), &Query::new(), &json!({}))
            .await?;
        io.stdout.write_all(answer.bytes())?;
        return Ok(());
    }
    let options = Options::new(flags)?;
    let request = Request {
        args: &invocation.args,
        files: FileOptions::new(flags),
        selector: flags.string("selector"),
        field_selector: flags.string("field-selector"),
        all: flags.bool("all"),
        all_namespaces: flags.bool("all-namespaces"),
        fetch: Fetch::Listed,
        ..Request::default()
    };
    let Selection { infos, errors, .. } = select(&request, factory, io).await?;
    if flags.bool("interactive") && !confirmed(&infos, io)? {
        return Ok(());
    }
    let (waiting, mut errors) = send_all(infos, &options, errors, factory, io).await?;
    if flags.bool("wait") && options.dry_run == DryRun::None {
        let rest = factory.rest(io).await?;
        let patience = timeout(flags.duration("timeout"));
        for (info, uid) in &waiting {
            match tokio::time::timeout(patience, wait_until_gone(info, uid, &rest)).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => errors.push(error.into()),
                Err(_) => errors.push(CommandError::told(format!(
                    "timed out waiting for the condition on {}/{}",
                    info.resource.resource, info.name
                ))),
            }
        }
    }
    CommandError::aggregate(errors)
}

/// Deletes one after the other; returns what to wait for.
async fn send_all(
    infos: Vec<Info>,
    options: &Options,
    mut errors: Vec<CommandError>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(Vec<(Info, String)>, Vec<CommandError>), CommandError> {
    let rest = factory.rest(io).await?;
    if infos.is_empty() {
        if errors.is_empty() {
            writeln!(io.stdout, "No resources found")?;
        }
        return Ok((Vec::new(), errors));
    }
    if options.force {
        super::warn(factory, FORCE_WARNING, io)?;
    }
    let mut waiting = Vec::new();
    let mut warned = false;
    for info in infos {
        if factory.enforces_namespace() && !info.resource.namespaced && !warned {
            super::warn(
                factory,
                "deleting cluster-scoped resources, not scoped to the provided namespace",
                io,
            )?;
            warned = true;
        }
        let outcome = match options.dry_run {
            DryRun::Client => Ok(Value::Null),
            dry_run => match rest
                .delete(&info.path(), &dry_run.mark(Query::new()), &options.body)
                .await
            {
                Ok(answer) => {
                    factory.warnings.tell(&answer.warnings, io)?;
                    answer.json()
                }
                Err(error) => Err(error),
            },
        };
        match outcome {
            Ok(answer) => {
                write!(io.stdout, "{}", line(&info, options))?;
                io.stdout.flush()?;
                let uid = answer["details"]["uid"]
                    .as_str()
                    .or(answer["metadata"]["uid"].as_str())
                    .unwrap_or_default();
                waiting.push((info, uid.to_owned()));
            }
            Err(error) if error.is_not_found() && options.ignore_not_found => {}
            Err(error) => errors.push(error.while_doing("deleting", &info.source).into()),
        }
    }
    Ok((waiting, errors))
}

fn line(info: &Info, options: &Options) -> String {
    if options.by_name {
        return format!("{}\n", info.object_name());
    }
    let resource = &info.resource;
    let kind = match resource.group.as_str() {
        "" => resource.kind.to_lowercase(),
        group => format!("{}.{group}", resource.kind.to_lowercase()),
    };
    let did = if options.force {
        "force deleted"
    } else {
        "deleted"
    };
    let place = match info.namespace.as_str() {
        "" => String::new(),
        namespace => format!(" from {namespace} namespace"),
    };
    format!(
        "{kind} {:?} {did}{place}{}\n",
        info.name,
        options.dry_run.suffix()
    )
}

fn confirmed(infos: &[Info], io: &mut Io<'_>) -> Result<bool, CommandError> {
    writeln!(
        io.stdout,
        "You are about to delete the following {} resource(s):",
        infos.len()
    )?;
    for info in infos {
        writeln!(io.stdout, "{}", info.object_name())?;
    }
    write!(io.stdout, "Do you want to continue? (y/N): ")?;
    io.stdout.flush()?;
    let mut answer = [0u8; 1];
    let read = io.stdin.read(&mut answer)?;
    if read == 1 && answer[0].eq_ignore_ascii_case(&b'y') {
        return Ok(true);
    }
    writeln!(io.stdout, "deletion is cancelled")?;
    Ok(false)
}
