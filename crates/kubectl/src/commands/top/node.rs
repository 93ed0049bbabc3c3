//! `kubectl top node`.

use std::collections::BTreeMap;

use cobra::{Command, Flag, Invocation, Io};
use serde_json::Value;

use super::metrics::{self, TOP_FLAGS};
use super::usage::{Usage, mebibytes};
use crate::object::{self, items};
use crate::session::{Factory, Session};
use crate::{CommandError, commands};
use cliruntime::{Query, ResourcePath, Rest};

const USE: &str = "node [NAME | -l label]";
const UNKNOWN: &str = "<unknown>";

pub(super) static NODE: Command<Session> =
    Command::new(USE, "Display resource (CPU/memory) usage of nodes")
        .aliases(&["nodes", "no"])
        .example("  # How much the nodes use\n  kubectl top node")
        .no_flags_in_use_line()
        .flags(&[
            TOP_FLAGS,
            &[
                commands::SELECTOR,
                Flag::bool(
                    "show-capacity",
                    "Show percentages of what nodes have rather than of what they give to pods.",
                ),
            ],
        ])
        .run(|invocation, session, io| {
            session.drive(invocation, io, async |factory, io| {
                nodes(invocation, factory, io).await
            })
        });

async fn nodes(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    metrics::check(invocation, USE)?;
    let flags = &invocation.flags;
    let name = invocation.args.first().map_or("", String::as_str);
    if !name.is_empty() && !flags.string("selector").is_empty() {
        return Err(CommandError::told(
            "only one of NAME or --selector can be provided",
        ));
    }
    let (mut metrics, rest) = metrics::read("nodes", "", invocation, factory, io).await?;
    if metrics.is_empty() {
        return Err(metrics::not_yet());
    }
    metrics.sort_by_key(|metric| {
        let rank = Usage::of(&metric["usage"]).rank(flags.string("sort-by"));
        (rank, object::name(metric).to_owned())
    });
    let nodes = read_nodes(name, flags.string("selector"), &rest).await?;
    let field = match flags.bool("show-capacity") {
        true => "capacity",
        false => "allocatable",
    };
    let has = nodes
        .iter()
        .map(|node| (object::name(node), &node["status"][field]));
    let rows = rows(&metrics, has.collect(), flags.bool("show-swap"));
    metrics::print(
        rows.into_iter()
            .skip(usize::from(flags.bool("no-headers")))
            .collect(),
        io,
    )
}

async fn read_nodes(name: &str, selector: &str, rest: &Rest) -> Result<Vec<Value>, CommandError> {
    let path = ResourcePath {
        name,
        ..ResourcePath::v1("", "nodes", "")
    };
    let query = Query::new().with_non_empty("labelSelector", selector);
    let answer = rest.get(&path.to_path(), &query).await?.json()?;
    Ok(match name {
        "" => items(&answer["items"]).to_vec(),
        _ => vec![answer],
    })
}

/// The heading, a line for each metric, and one for each node that nobody has measured.
fn rows(metrics: &[Value], mut has: BTreeMap<&str, &Value>, shows_swap: bool) -> Vec<Vec<String>> {
    let mut heading = vec!["NAME", "CPU(cores)", "CPU(%)", "MEMORY(bytes)", "MEMORY(%)"];
    if shows_swap {
        heading.extend(["SWAP(bytes)", "SWAP(%)"]);
    }
    let columns = heading.len();
    let mut rows = vec![heading.into_iter().map(str::to_owned).collect()];
    for metric in metrics {
        let name = object::name(metric);
        let node = has.remove(name).unwrap_or(&Value::Null);
        let mut row = vec![name.to_owned()];
        row.extend(cells(&metric["usage"], node, shows_swap));
        rows.push(row);
    }
    for name in has.into_keys() {
        let mut row = vec![UNKNOWN.to_owned(); columns];
        name.clone_into(&mut row[0]);
        rows.push(row);
    }
    rows
}

fn cells(used: &Value, has: &Value, shows_swap: bool) -> Vec<String> {
    let (usage, available) = (Usage::of(used), Usage::of(has));
    let percent = |part: i64, whole: i64| match whole {
        0 => UNKNOWN.to_owned(),
        whole => format!("{}%", part * 100 / whole),
    };
    let mut cells = vec![
        format!("{}m", usage.millicores),
        percent(usage.millicores, available.millicores),
        mebibytes(usage.bytes),
        percent(usage.bytes, available.bytes),
    ];
    if shows_swap {
        let swap = usage.swap;
        cells.push(swap.map_or_else(|| UNKNOWN.to_owned(), mebibytes));
        let whole = available.swap.unwrap_or_default();
        cells.push(percent(swap.unwrap_or_default(), whole));
    }
    cells
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_node_that_nobody_has_measured_is_shown_as_unknown() {
        let metrics =
            [json!({"metadata": {"name": "a"}, "usage": {"cpu": "500m", "memory": "1Gi"}})];
        let has = json!({"cpu": "2", "memory": "4Gi"});
        let rows = rows(&metrics, BTreeMap::from([("a", &has), ("b", &has)]), true);
        let lines: Vec<String> = rows[1..].iter().map(|row| row.join(" ")).collect();
        assert_eq!(
            lines,
            [
                "a 500m 25% 1024Mi 25% <unknown> <unknown>",
                "b <unknown> <unknown> <unknown> <unknown> <unknown> <unknown>"
            ]
        );
    }
}
