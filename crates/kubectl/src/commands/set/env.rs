//! `kubectl set env`: environment variables of containers.

mod changes;
mod listing;
mod source;

use cobra::{Command, Flag, Invocation, Io};
use serde_json::Value;

use super::edit::{self, SET_FLAGS, Unchanged, Words};
use crate::CommandError;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::printers::PRINT_FLAGS;
use crate::resource::{FILE_FLAGS, FileOptions, Info, Request, select};
use crate::session::{Factory, Session};
use changes::Changes;

pub(super) static ENV: Command<Session> = Command::new(
    "env RESOURCE/NAME KEY_1=VAL_1 ... KEY_N=VAL_N",
    "Update environment variables on a pod template",
)
.long("Show, set and remove environment variables of containers in pods, deployments and other objects with pod templates.\n\n KEY=VALUE sets a variable, KEY- removes it, and - reads such words from the standard input.")
.example("  # Set a variable\n  kubectl set env deployment/web LEVEL=debug\n  \n  # Remove it again\n  kubectl set env deployment/web LEVEL-\n  \n  # Show all of them\n  kubectl set env deployment/web --list\n  \n  # Take them from a config map\n  kubectl set env --from=configmap/settings deployment/web")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    FILE_FLAGS,
    DRY_RUN_FLAGS,
    SET_FLAGS,
    &[
        Flag::string("containers", "The names of the containers, which may hold '*'. All of them if it is left out.").short('c').default("*"),
        Flag::string_array("env", "Pair of name and value to set.").short('e'),
        Flag::string("from", "Config map or secret to take variables from."),
        Flag::string_slice("keys", "Which keys to take from there; all of them if it is left out."),
        Flag::bool("list", "If true, show the variables and change nothing."),
        Flag::bool("overwrite", "If true, variables that are there may be changed.").default("true"),
        Flag::string("prefix", "Text before the names of variables from a config map or secret."),
        Flag::bool("resolve", "If true, show the values that references lead to."),
        super::super::SELECTOR,
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| env(invocation, factory, io).await)
});

async fn env(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let (resources, words) = split(&invocation.args)?;
    let files = FileOptions::new(flags);
    if resources.is_empty() && files.is_empty() {
        return Err(CommandError::told(
            "one or more resources must be specified as <resource> <name> or <resource>/<name>",
        ));
    }
    if flags.bool("list") && !flags.string("output").is_empty() {
        return Err(CommandError::told(
            "--list and --output may not be specified together",
        ));
    }
    let words: Vec<String> = flags.strings("env").iter().chain(words).cloned().collect();
    let mut changes = Changes::parse(&words, io)?;
    if !flags.string("from").is_empty() {
        changes
            .set
            .extend(source::variables(invocation, factory, io).await?);
    }
    let prefix = flags.string("prefix");
    if !prefix.is_empty() {
        changes.prefix(prefix);
    }
    let request = Request {
        selector: flags.string("selector"),
        ..edit::request(resources, flags)
    };
    let infos = select(&request, factory, io).await?.all()?;
    if flags.bool("list") {
        return listing::list(&infos, invocation, factory, io).await;
    }
    let mut unmatched = Vec::new();
    let change = |object: &mut Value, info: &Info| {
        let found = changes.apply(
            object,
            info,
            flags.string("containers"),
            flags.bool("overwrite"),
        )?;
        if !found {
            unmatched.push(format!("{}/{}", info.resource.kind, info.name));
        }
        Ok(())
    };
    let words = Words {
        did: "env updated",
        failure: "failed to patch env update to pod template: ",
        unchanged: Unchanged::Silent,
    };
    let outcome = edit::send(infos, words, change, invocation, factory, io).await;
    for object in unmatched {
        let pattern = flags.string("containers");
        writeln!(
            io.stderr,
            "Warning: {object} does not have any containers matching {pattern:?}"
        )?;
    }
    outcome
}

/// The words that name objects, and those that say what to change.
fn split(args: &[String]) -> Result<(&[String], &[String]), CommandError> {
    let changes = |word: &String| word.find('=').is_some_and(|at| at > 0) || word.ends_with('-');
    let first = args.iter().position(changes).unwrap_or(args.len());
    let (resources, words) = args.split_at(first);
    if !words.iter().all(changes) {
        return Err(CommandError::told(format!(
            "all resources must be specified before environment changes: {}",
            args.join(" ")
        )));
    }
    Ok((resources, words))
}
