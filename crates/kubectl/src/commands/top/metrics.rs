//! Asking a cluster for what its nodes and pods use.

use apimachinery::selector::LabelSelector;
use cobra::{Flag, Invocation, Io};
use serde_json::Value;

use crate::CommandError;
use crate::object::items;
use crate::printers::Columns;
use crate::session::{Factory, Session};
use cliruntime::{Query, ResourcePath, Rest};

const GROUP: &str = "metrics.k8s.io";

/// Flags of all that is measured.
pub(super) const TOP_FLAGS: &[Flag] = &[
    Flag::bool("no-headers", "Print the table without its first line."),
    Flag::bool("show-swap", "Show what is swapped out as well."),
    Flag::string("sort-by", "Sort by 'cpu' or 'memory', the largest first."),
    Flag::bool(
        "use-protocol-buffers",
        "It is accepted and makes no difference.",
    )
    .default("true"),
];

/// Refuses more than one name, an unknown order, and a label selector that cannot be read.
pub(super) fn check(invocation: &Invocation<Session>, usage: &str) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    if invocation.args.len() > 1 {
        let path = super::super::command_path(invocation);
        return Err(CommandError::usage(&path, usage));
    }
    if !matches!(flags.string("sort-by"), "" | "cpu" | "memory") {
        return Err(CommandError::told("--sort-by accepts only cpu or memory"));
    }
    let selector = flags.string("selector").parse::<LabelSelector>();
    selector.map_err(|error| CommandError::told(error.to_string()))?;
    Ok(())
}

/// The metrics of one thing, or of all that the label selector finds.
pub(super) async fn read(
    resource: &str,
    namespace: &str,
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(Vec<Value>, Rest), CommandError> {
    let discovery = factory.discovery(io).await?;
    let served = discovery
        .resources()
        .iter()
        .find(|known| known.group == GROUP);
    let Some(served) = served else {
        return Err(CommandError::told("Metrics API not available"));
    };
    let name = invocation.args.first().map_or("", String::as_str);
    let path = ResourcePath {
        group: GROUP,
        version: &served.version,
        namespace,
        resource,
        name,
        subresource: "",
    };
    let query = Query::new().with_non_empty("labelSelector", invocation.flags.string("selector"));
    let rest = factory.rest(io).await?;
    let answer = rest.get(&path.to_path(), &query).await?.json()?;
    let metrics = match name {
        "" => items(&answer["items"]).to_vec(),
        _ => vec![answer],
    };
    Ok((metrics, rest))
}

/// What is complained while nothing is measured yet.
pub(super) fn not_yet() -> CommandError {
    CommandError::told("metrics not available yet")
}

/// Prints rows of which every cell has its column, the last one too.
pub(super) fn print(rows: Vec<Vec<String>>, io: &mut Io<'_>) -> Result<(), CommandError> {
    let closed: Vec<Vec<String>> = rows
        .into_iter()
        .map(|mut row| {
            row.push(String::new());
            row
        })
        .collect();
    write!(io.stdout, "{}", Columns::default().layout(&closed))?;
    Ok(())
}
