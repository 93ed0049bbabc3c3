//! `helm list`.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use apimachinery::selector::LabelSelector;
use cobra::{Command, Failure, Flag, Flags, Invocation, Io};
use gostd::time::Location;
use regex::Regex;
use serde::Serialize;
use serde_json::json;

use crate::action::ActionError;
use crate::complete;
use crate::flags::{OUTPUT, Output};
use crate::release::{Release, Status, Timestamp};
use crate::root::Context;
use crate::storage::Stored;
use crate::table::Table;
use crate::{args, session};

const FLAGS: &[Flag] = &[
    Flag::bool("all-namespaces", "list the releases of all namespaces").short('A'),
    Flag::bool("date", "sort by the time of the last change").short('d'),
    Flag::bool("deployed", "list those that are deployed"),
    Flag::bool("failed", "list those that failed"),
    Flag::string("filter", "regular expression that names have to match").short('f'),
    Flag::int("max", "releases that are listed")
        .short('m')
        .default("256"),
    Flag::bool("no-headers", "leave the head of the table out"),
    Flag::int("offset", "releases that are passed over"),
    Flag::bool("pending", "list those that are being worked on"),
    Flag::bool("reverse", "sort the other way").short('r'),
    Flag::string("selector", "labels that records have to have").short('l'),
    Flag::bool("short", "list nothing but names").short('q'),
    Flag::bool("superseded", "list revisions that were replaced"),
    Flag::string("time-format", "Go layout of times"),
    Flag::bool("uninstalled", "list those whose history was kept"),
    Flag::bool("uninstalling", "list those that are being uninstalled"),
];

const LONG: &str = "
Lists releases, whatever their state unless flags name states.
";

pub(crate) static LIST: Command<Context> = Command::new("list", "list releases")
    .aliases(&["ls"])
    .long(LONG)
    .flags(&[FLAGS, OUTPUT])
    .args(args::none())
    .complete(complete::nothing_more)
    .run(run);

#[derive(Serialize)]
struct Listed {
    name: String,
    namespace: String,
    revision: String,
    updated: String,
    status: String,
    chart: String,
    app_version: String,
}

fn run(
    invocation: &Invocation<Context>,
    context: &mut Context,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let namespace = flags.bool("all-namespaces").then_some("");
    let config = session::open(context, flags, namespace, io)?;
    let filter = filter(flags)?;
    let stored = config.cluster.wait(config.storage.select("owner=helm"));
    let stored = stored.map_err(|error| session::failure("", &ActionError::from(error)))?;
    let states = states(flags);
    let named = candidates(stored, &states, flags)?
        .into_iter()
        .filter(|stored| {
            filter
                .as_ref()
                .is_none_or(|filter| filter.is_match(stored.name()))
        });
    // A record that cannot be read is no release.
    let mut releases: Vec<Release> = named.filter_map(|stored| stored.release().ok()).collect();
    releases.retain(|release| {
        // A status that nobody knows is never listed.
        let status = release.status();
        states.contains(&status) || states.is_empty() && status != Status::Unknown
    });
    releases.sort_by(|a, b| compare(a, b, flags.bool("date")));
    if flags.bool("reverse") {
        releases.reverse();
    }
    let number = |name: &str| usize::try_from(flags.int(name)).unwrap_or_default();
    let max = match number("max") {
        0 => usize::MAX,
        max => max,
    };
    let window = releases.into_iter().skip(number("offset")).take(max);
    let layout = flags.string("time-format");
    let listed: Vec<Listed> = window
        .map(|release| listed(&release, layout, &config.zone))
        .collect();
    write(&listed, flags, io)
}

fn filter(flags: &Flags) -> Result<Option<Regex>, Failure> {
    let text = flags.string("filter");
    if text.is_empty() {
        return Ok(None);
    }
    match Regex::new(text) {
        Ok(filter) => Ok(Some(filter)),
        Err(_) => {
            let error = gostd::regexp::Regexp::compile(text).map_or_else(
                |error| error.to_string(),
                |_| format!("error parsing regexp: {text}"),
            );
            Err(Failure::new(error))
        }
    }
}

/// The states that flags name; none for all that are known.
fn states(flags: &Flags) -> Vec<Status> {
    const STATES: &[(&str, &[Status])] = &[
        ("deployed", &[Status::Deployed]),
        ("failed", &[Status::Failed]),
        (
            "pending",
            &[
                Status::PendingInstall,
                Status::PendingUpgrade,
                Status::PendingRollback,
            ],
        ),
        ("superseded", &[Status::Superseded]),
        ("uninstalled", &[Status::Uninstalled]),
        ("uninstalling", &[Status::Uninstalling]),
    ];
    let asked = STATES.iter().filter(|(flag, _)| flags.bool(flag));
    asked
        .flat_map(|(_, states)| states.iter().copied())
        .collect()
}

/// The newest revision of each release, or all of them where only replaced ones are asked for; with the labels that flags ask for.
fn candidates(
    stored: Vec<Stored>,
    states: &[Status],
    flags: &Flags,
) -> Result<Vec<Stored>, Failure> {
    let selector: LabelSelector = flags
        .string("selector")
        .parse()
        .map_err(|error| Failure::new(format!("{error}")))?;
    let newest = if states == [Status::Superseded] {
        stored
    } else {
        let mut newest: BTreeMap<(String, String), Stored> = BTreeMap::new();
        for stored in stored {
            let release = (stored.namespace.clone(), stored.name().to_owned());
            let known = newest.get(&release).map(Stored::version);
            if known.is_none_or(|known| known < stored.version()) {
                newest.insert(release, stored);
            }
        }
        newest.into_values().collect()
    };
    let fits = |stored: &Stored| selector.matches(&json!(stored.labels));
    Ok(newest.into_iter().filter(fits).collect())
}

fn compare(a: &Release, b: &Release, by_date: bool) -> Ordering {
    let by_name = || a.name.cmp(&b.name);
    if !by_date {
        return by_name();
    }
    let seconds = |release: &Release| {
        let time = &release.info.last_deployed;
        (
            time.time(&Location::Utc)
                .map_or(i64::MIN, |time| time.unix_seconds()),
            time.format(".000000000", &Location::Utc),
        )
    };
    seconds(a).cmp(&seconds(b))
}

fn listed(release: &Release, layout: &str, zone: &Location) -> Listed {
    let updated: &Timestamp = &release.info.last_deployed;
    Listed {
        name: release.name.clone(),
        namespace: release.namespace.clone(),
        revision: release.version.to_string(),
        updated: match (updated.is_zero(), layout) {
            (true, _) => "-".to_owned(),
            (false, "") => updated.go_string(zone),
            (false, layout) => updated.format(layout, zone),
        },
        status: release.info.status.clone(),
        chart: release.chart_label(),
        app_version: release.app_version().to_owned(),
    }
}

fn write(listed: &[Listed], flags: &Flags, io: &mut Io<'_>) -> Result<(), Failure> {
    let format = Output::from_flags(flags);
    if flags.bool("short") {
        let names: Vec<&str> = listed.iter().map(|release| release.name.as_str()).collect();
        if format != Output::Table {
            return format.write(&names, &mut io.stdout);
        }
        for name in names {
            writeln!(io.stdout, "{name}")?;
        }
        return Ok(());
    }
    if format != Output::Table {
        return format.write(&listed, &mut io.stdout);
    }
    let mut table = Table::new();
    if !flags.bool("no-headers") {
        table.row([
            "NAME",
            "NAMESPACE",
            "REVISION",
            "UPDATED",
            "STATUS",
            "CHART",
            "APP VERSION",
        ]);
    }
    for release in listed {
        table.row([
            release.name.as_str(),
            &release.namespace,
            &release.revision,
            &release.updated,
            &release.status,
            &release.chart,
            &release.app_version,
        ]);
    }
    write!(io.stdout, "{table}")?;
    Ok(())
}
