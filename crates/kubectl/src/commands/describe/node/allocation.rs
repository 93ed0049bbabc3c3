//! What the pods of a node ask for, and how much of the node that is.

use std::collections::BTreeMap;

use apimachinery::Quantity;
use serde_json::Value;

use super::super::moment::age_of;
use super::super::text::Text;
use crate::object::{self, items, shown};

/// Quantities by the names of their resources.
type Resources = BTreeMap<String, Quantity>;

/// Resources that have lines of their own, or none.
const ORDINARY: [&str; 4] = ["cpu", "memory", "ephemeral-storage", "pods"];

/// Shows the pods that are not over, and what they ask for together.
pub(super) fn describe(text: &mut Text, node: &Value, pods: &[Value]) {
    let status = &node["status"];
    let available = quantities(if status["allocatable"].is_object() {
        &status["allocatable"]
    } else {
        &status["capacity"]
    });
    text.field(
        0,
        "Non-terminated Pods",
        format!("({} in total)", pods.len()),
    );
    text.line(
        1,
        "Namespace\tName\t\tCPU Requests\tCPU Limits\tMemory Requests\tMemory Limits\tAge",
    );
    text.line(
        1,
        "---------\t----\t\t------------\t----------\t---------------\t-------------\t---",
    );
    let (mut requests, mut limits) = (Resources::new(), Resources::new());
    for pod in pods {
        let (requested, limited) = (of_pod(pod, "requests"), of_pod(pod, "limits"));
        text.line(
            1,
            format!(
                "{}\t{}\t\t{}\t{}\t{}\t{}\t{}",
                object::namespace(pod),
                object::name(pod),
                share(&requested, &available, "cpu"),
                share(&limited, &available, "cpu"),
                share(&requested, &available, "memory"),
                share(&limited, &available, "memory"),
                age_of(&pod["metadata"]["creationTimestamp"])
            ),
        );
        add(&mut requests, &requested);
        add(&mut limits, &limited);
    }
    totals(text, &available, &requests, &limits);
}

fn totals(text: &mut Text, available: &Resources, requests: &Resources, limits: &Resources) {
    text.line(0, "Allocated resources:");
    text.line(
        1,
        "(Total limits may be over 100 percent, i.e., overcommitted.)",
    );
    text.line(1, "Resource\tRequests\tLimits");
    text.line(1, "--------\t--------\t------");
    let huge_pages = available
        .keys()
        .filter(|name| name.starts_with("hugepages-"));
    let shared = ORDINARY[..3].iter().map(|name| (*name).to_owned());
    for name in shared.chain(huge_pages.cloned()) {
        let (requested, limited) = (
            share(requests, available, &name),
            share(limits, available, &name),
        );
        text.line(1, format!("{name}\t{requested}\t{limited}"));
    }
    let extended = available
        .keys()
        .filter(|name| !ORDINARY.contains(&name.as_str()) && !name.starts_with("hugepages-"));
    for name in extended {
        let amount = |of: &Resources| {
            of.get(name)
                .map_or_else(|| "0".to_owned(), ToString::to_string)
        };
        text.line(
            1,
            format!("{name}\t{}\t{}", amount(requests), amount(limits)),
        );
    }
}

/// An amount with its share of what there is.
fn share(amounts: &Resources, available: &Resources, name: &str) -> String {
    let in_units = |quantity: &Quantity| {
        if name == "cpu" {
            quantity.milli_value()
        } else {
            quantity.value()
        }
    };
    let amount = amounts.get(name);
    let (part, whole) = (
        amount.map_or(0, in_units),
        available.get(name).map_or(0, in_units),
    );
    let percent = if whole == 0 {
        0
    } else {
        i128::from(part) * 100 / i128::from(whole)
    };
    let shown_amount = amount.map_or_else(|| "0".to_owned(), ToString::to_string);
    format!("{shown_amount} ({percent}%)")
}

/// What a pod needs: the sum of what runs together, or the most that a start-up step needs.
fn of_pod(pod: &Value, field: &str) -> Resources {
    let spec = &pod["spec"];
    let mut total = Resources::new();
    for container in items(&spec["containers"]) {
        add(&mut total, &quantities(&container["resources"][field]));
    }
    let mut sidecars = Resources::new();
    let mut starting = Resources::new();
    for container in items(&spec["initContainers"]) {
        let mut needed = quantities(&container["resources"][field]);
        if container["restartPolicy"] == "Always" {
            add(&mut total, &needed);
            add(&mut sidecars, &needed);
            needed = sidecars.clone();
        } else {
            add(&mut needed, &sidecars);
        }
        raise(&mut starting, &needed);
    }
    raise(&mut total, &starting);
    for (name, quantity) in quantities(&spec["resources"][field]) {
        total.insert(name, quantity);
    }
    let overhead = quantities(&spec["overhead"]);
    if field == "requests" {
        add(&mut total, &overhead);
    } else {
        for (name, quantity) in &overhead {
            total
                .entry(name.clone())
                .and_modify(|total| *total = total.plus(*quantity));
        }
    }
    total
}

fn quantities(map: &Value) -> Resources {
    let fields = map.as_object().into_iter().flatten();
    fields
        .filter_map(|(name, value)| Some((name.clone(), shown(value).parse().ok()?)))
        .collect()
}

fn add(total: &mut Resources, more: &Resources) {
    for (name, quantity) in more {
        total
            .entry(name.clone())
            .and_modify(|sum| *sum = sum.plus(*quantity))
            .or_insert(*quantity);
    }
}

fn raise(total: &mut Resources, least: &Resources) {
    for (name, quantity) in least {
        let known = total.entry(name.clone()).or_insert(*quantity);
        if known.minus(*quantity).is_negative() {
            *known = *quantity;
        }
    }
}
