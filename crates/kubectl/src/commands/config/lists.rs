//! Lists of what the kubeconfig has.

use cobra::{Command, Flag, Invocation, Io};
use serde_json::{Map, Value};

use super::files::{Files, Section};
use super::local;
use crate::CommandError;
use crate::object::shown;
use crate::printers::Columns;
use crate::session::Session;

pub(super) static GET_CLUSTERS: Command<Session> =
    Command::new("get-clusters", "Display clusters defined in the kubeconfig")
        .example("  # Which clusters there are\n  kubectl config get-clusters")
        .run(|invocation, _, io| {
            local(invocation, io, |invocation, io| {
                names(Section::Clusters, invocation, io)
            })
        });

pub(super) static GET_USERS: Command<Session> =
    Command::new("get-users", "Display users defined in the kubeconfig")
        .example("  # Which users there are\n  kubectl config get-users")
        .run(|invocation, _, io| {
            local(invocation, io, |invocation, io| {
                names(Section::Users, invocation, io)
            })
        });

pub(super) static GET_CONTEXTS: Command<Session> = Command::new(
    "get-contexts [(-o|--output=)name)]",
    "Describe one or many contexts",
)
.example("  # Which contexts there are, and which is in use\n  kubectl config get-contexts")
.no_flags_in_use_line()
.flags(&[&[
    Flag::bool("no-headers", "Print the table without its first line."),
    Flag::string("output", "Format: name.")
        .short('o')
        .values(&["name"]),
]])
.run(|invocation, _, io| local(invocation, io, contexts));

fn names(
    section: Section,
    invocation: &Invocation<Session>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let entries = Files::read(invocation, io)?.entries(section);
    writeln!(io.stdout, "NAME")?;
    for name in entries.keys() {
        writeln!(io.stdout, "{name}")?;
    }
    Ok(())
}

fn contexts(invocation: &Invocation<Session>, io: &mut Io<'_>) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let only_names = match flags.string("output") {
        "" => false,
        "name" => true,
        other => {
            return Err(CommandError::told(format!(
                "--output {other} is not available in kubectl config get-contexts; resetting to default output format"
            )));
        }
    };
    let files = Files::read(invocation, io)?;
    let (all, current) = (files.entries(Section::Contexts), files.current());
    let wanted: Vec<String> = match invocation.args.as_slice() {
        [] => all.keys().cloned().collect(),
        names => names.to_vec(),
    };
    let (known, unknown): (Vec<String>, Vec<String>) =
        wanted.into_iter().partition(|name| all.contains_key(name));
    if only_names {
        for name in &known {
            writeln!(io.stdout, "{name}")?;
        }
    } else {
        let mut rows = Vec::new();
        if !flags.bool("no-headers") {
            let names = ["CURRENT", "NAME", "CLUSTER", "AUTHINFO", "NAMESPACE"];
            rows.push(names.map(str::to_owned).to_vec());
        }
        rows.extend(known.iter().map(|name| row(name, &all, &current)));
        write!(io.stdout, "{}", Columns::default().layout(&rows))?;
    }
    let errors = unknown
        .into_iter()
        .map(|name| CommandError::told(format!("context {name} not found")));
    CommandError::aggregate(errors.collect())
}

fn row(name: &str, all: &Map<String, Value>, current: &str) -> Vec<String> {
    let context = &all[name];
    let mark = if name == current { "*" } else { "" };
    vec![
        mark.to_owned(),
        name.to_owned(),
        shown(&context["cluster"]),
        shown(&context["user"]),
        shown(&context["namespace"]),
    ]
}
