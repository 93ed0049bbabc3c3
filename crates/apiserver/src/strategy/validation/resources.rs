use apimachinery::Quantity;
use apimachinery::field::{Error, ErrorList, FieldPath};
use apimachinery::validation::is_qualified_name;
use serde_json::Value;

use super::invalid;

const OF_CONTAINERS: [&str; 3] = ["cpu", "ephemeral-storage", "memory"];

/// Checks what a container needs and may use.
pub(super) fn requirements(errors: &mut ErrorList, resources: &Value, path: &FieldPath) {
    let (limits, requests) = (path.child("limits"), path.child("requests"));
    for (name, quantity) in amounts(&resources["limits"]) {
        amount(errors, name, quantity, &limits.key(name));
    }
    for (name, quantity) in amounts(&resources["requests"]) {
        amount(errors, name, quantity, &requests.key(name));
        match amounts(&resources["limits"]).find(|(limited, _)| *limited == name) {
            Some((_, limit)) if quantity != limit && !may_overcommit(name) => {
                let detail = format!("must be equal to {name} limit of {limit}");
                errors.push(Error::invalid(&requests, quantity.to_string(), detail));
            }
            Some((_, limit)) if quantity > limit => {
                let detail = format!("must be less than or equal to {name} limit of {limit}");
                errors.push(Error::invalid(&requests, quantity.to_string(), detail));
            }
            None if !may_overcommit(name) => {
                let detail = "Limit must be set for non overcommitable resources";
                errors.push(Error::required(&limits, detail));
            }
            _ => {}
        }
    }
    let named = |wanted: fn(&str) -> bool| {
        amounts(&resources["limits"])
            .chain(amounts(&resources["requests"]))
            .any(|(name, _)| wanted(name))
    };
    if named(is_huge_page) && !named(|name| matches!(name, "cpu" | "memory")) {
        errors.push(Error::forbidden(path, "HugePages require cpu or memory"));
    }
}

fn amounts(map: &Value) -> impl Iterator<Item = (&str, Quantity)> {
    let amounts = map.as_object().into_iter().flatten();
    amounts.filter_map(|(name, value)| Some((name.as_str(), Quantity::from_json(value).ok()?)))
}

fn amount(errors: &mut ErrorList, name: &str, quantity: Quantity, path: &FieldPath) {
    errors.extend(invalid(path, name, is_qualified_name(name)));
    let standard = OF_CONTAINERS.contains(&name) || is_huge_page(name);
    if !name.contains('/') && !standard {
        for detail in [
            "must be a standard resource type or fully qualified",
            "must be a standard resource for containers",
        ] {
            errors.push(Error::invalid(path, name, detail));
        }
    }
    if quantity.is_negative() {
        let detail = "must be greater than or equal to 0";
        errors.push(Error::invalid(path, quantity.to_string(), detail));
    }
    if is_extended(name) && !quantity.is_whole() {
        errors.push(Error::invalid(
            path,
            quantity.to_string(),
            "must be an integer",
        ));
    }
}

/// Resources of devices are counted, and are not shared.
fn is_extended(name: &str) -> bool {
    name.split_once('/')
        .is_some_and(|(domain, _)| !domain.ends_with("kubernetes.io"))
}

fn is_huge_page(name: &str) -> bool {
    name.starts_with("hugepages-")
}

fn may_overcommit(name: &str) -> bool {
    !is_extended(name) && !is_huge_page(name)
}
