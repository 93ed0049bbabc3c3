//! `kubectl top pod`.

use std::collections::BTreeSet;
use std::time::Duration;

use apimachinery::{Clock as _, SystemClock, Timestamp};
use cobra::{Command, Flag, Flags, Invocation, Io};
use serde_json::Value;

use super::metrics::{self, TOP_FLAGS};
use super::usage::Usage;
use crate::object::{self, items, shown};
use crate::session::{Factory, Session};
use crate::{CommandError, commands};
use cliruntime::{Query, ResourcePath, Rest};

const USE: &str = "pod [NAME | -l label]";
/// A pod of this age should have been measured.
const MEASURED_AFTER: Duration = Duration::from_secs(120);

pub(super) static POD: Command<Session> =
    Command::new(USE, "Display resource (CPU/memory) usage of pods")
        .aliases(&["pods", "po"])
        .example("  # How much the pods of the namespace use, the largest first\n  kubectl top pod --sort-by=memory")
        .no_flags_in_use_line()
        .flags(&[
            TOP_FLAGS,
            &[
                commands::ALL_NAMESPACES,
                Flag::bool("containers", "Show each container of the pods."),
                Flag::string("field-selector", "Selector (field query) to filter on."),
                commands::SELECTOR,
                Flag::bool("sum", "Add a line with the sums."),
            ],
        ])
        .run(|invocation, session, io| {
            session.drive(invocation, io, async |factory, io| pods(invocation, factory, io).await)
        });

async fn pods(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    metrics::check(invocation, USE)?;
    let flags = &invocation.flags;
    let (labels, fields) = (flags.string("selector"), flags.string("field-selector"));
    let selects = !labels.is_empty() || !fields.is_empty();
    if !invocation.args.is_empty() && selects {
        return Err(CommandError::told(
            "only one of NAME or selector can be provided",
        ));
    }
    let everywhere = flags.bool("all-namespaces");
    let namespace = match everywhere {
        true => String::new(),
        false => factory.namespace(io)?,
    };
    let (mut metrics, rest) = metrics::read("pods", &namespace, invocation, factory, io).await?;
    if !fields.is_empty() {
        let selected = list(&namespace, labels, fields, &rest).await?;
        let selected: BTreeSet<_> = selected.iter().map(place).collect();
        metrics.retain(|metric| selected.contains(&place(metric)));
    }
    if metrics.is_empty() {
        let pods = list(&namespace, labels, fields, &rest).await?;
        if let Some(error) = unmeasured(&pods) {
            return Err(error);
        }
        match everywhere {
            true => writeln!(io.stderr, "No resources found")?,
            false => writeln!(io.stderr, "No resources found in {namespace} namespace.")?,
        }
        return Ok(());
    }
    metrics::print(Table::of(flags).rows(metrics), io)
}

async fn list(
    namespace: &str,
    labels: &str,
    fields: &str,
    rest: &Rest,
) -> Result<Vec<Value>, CommandError> {
    let path = ResourcePath::v1("", "pods", namespace).to_path();
    let query = Query::new()
        .with_non_empty("labelSelector", labels)
        .with_non_empty("fieldSelector", fields);
    Ok(rest.collection(&path, &query, 0).await?.items)
}

fn place(object: &Value) -> (String, String) {
    (
        object::namespace(object).to_owned(),
        object::name(object).to_owned(),
    )
}

/// What is to be said of pods without metrics: the first that is old enough for them, or that they are too young.
fn unmeasured(pods: &[Value]) -> Option<CommandError> {
    let old = pods.iter().find_map(|pod| {
        let made = Timestamp::parse(pod["metadata"]["creationTimestamp"].as_str()?)?;
        let age = SystemClock.now().since(made);
        (age > MEASURED_AFTER).then_some((pod, age))
    });
    match old {
        Some((pod, age)) => {
            let (namespace, name) = place(pod);
            Some(CommandError::told(format!(
                "Metrics not available for pod {namespace}/{name}, age: {}",
                gostd::time::Duration(i64::try_from(age.as_nanos()).unwrap_or(i64::MAX))
            )))
        }
        None if pods.is_empty() => None,
        None => Some(metrics::not_yet()),
    }
}

/// What of the pods is shown, and in what order.
struct Table<'a> {
    everywhere: bool,
    containers: bool,
    swap: bool,
    headers: bool,
    sum: bool,
    sort_by: &'a str,
}

impl<'a> Table<'a> {
    fn of(flags: &'a Flags) -> Self {
        Table {
            everywhere: flags.bool("all-namespaces"),
            containers: flags.bool("containers"),
            swap: flags.bool("show-swap"),
            headers: !flags.bool("no-headers"),
            sum: flags.bool("sum"),
            sort_by: flags.string("sort-by"),
        }
    }

    fn rows(&self, mut metrics: Vec<Value>) -> Vec<Vec<String>> {
        metrics.sort_by_key(|metric| (of_pod(metric).rank(self.sort_by), place(metric)));
        let mut rows = Vec::new();
        if self.headers {
            rows.push(self.heading());
        }
        for metric in &metrics {
            rows.extend(self.rows_of(metric));
        }
        if self.sum {
            let sum = metrics.iter().map(of_pod);
            rows.extend(self.sum_rows(sum.fold(Usage::default(), Usage::plus)));
        }
        rows
    }

    fn heading(&self) -> Vec<String> {
        let columns = [
            ("NAMESPACE", self.everywhere),
            ("POD", self.containers),
            ("NAME", true),
            ("CPU(cores)", true),
            ("MEMORY(bytes)", true),
            ("SWAP(bytes)", self.swap),
        ];
        let shown = columns.iter().filter(|(_, shown)| *shown);
        shown.map(|(name, _)| (*name).to_owned()).collect()
    }

    /// The line of a pod, or those of its containers.
    fn rows_of(&self, metric: &Value) -> Vec<Vec<String>> {
        let (namespace, name) = place(metric);
        let mut start = vec![namespace, name];
        if !self.everywhere {
            start.remove(0);
        }
        if !self.containers {
            return vec![[start, of_pod(metric).cells(self.swap)].concat()];
        }
        let mut containers: Vec<(String, Usage)> = items(&metric["containers"])
            .iter()
            .map(|container| (shown(&container["name"]), Usage::of(&container["usage"])))
            .collect();
        if self.sort_by.is_empty() {
            containers.sort_by(|(one, _), (other, _)| one.cmp(other));
        } else {
            containers.sort_by_key(|(_, usage)| usage.rank(self.sort_by));
        }
        containers
            .into_iter()
            .map(|(name, usage)| {
                let start = start.iter().cloned().chain([name]);
                start.chain(usage.cells(self.swap)).collect()
            })
            .collect()
    }

    /// The sums under a rule. The real one counts the columns before them by what the heading has, and draws no rule over the swap.
    fn sum_rows(&self, sum: Usage) -> [Vec<String>; 2] {
        let before = match self.headers {
            true => self.heading().len() - 2,
            false => 1 + usize::from(self.swap),
        };
        let blank = vec![String::new(); before];
        let rule = vec!["________".to_owned(); 2];
        [
            [blank.clone(), rule].concat(),
            [blank, sum.cells(self.swap)].concat(),
        ]
    }
}

fn of_pod(metric: &Value) -> Usage {
    items(&metric["containers"])
        .iter()
        .map(|container| Usage::of(&container["usage"]))
        .fold(Usage::default(), Usage::plus)
}
