//! Resource quotas: what a namespace may hold.
//!
//! What is used is counted among the objects that are there, under a lock that is held until the new one is there, too: however many
//! come at once, no quota is exceeded.

mod scope;
mod status;
mod usage;

use std::collections::BTreeMap;

use apimachinery::{Gvr, Quantity, Status};
use serde_json::Value;
use tokio::sync::MutexGuard;

pub(crate) use status::refresh;

use super::all;
use crate::call::Call;
use crate::server::Shared;
pub(super) use usage::{Usage, amounts, containers, pod_amounts};
use usage::{is_compute, lacking, of_object};

/// The quotas of a namespace, sorted by name.
fn quotas(shared: &Shared, namespace: &str) -> Result<Vec<Value>, Status> {
    all(
        shared,
        &Gvr::new("", "v1", "resourcequotas"),
        Some(namespace),
    )
}

/// Refuses a new object, or what a change adds, if that is more than a quota allows. Nobody else is admitted before the guard is dropped.
pub(crate) async fn admit<'a>(
    call: &'a Call,
    new: &Value,
    old: Option<&Value>,
    name: &str,
) -> Result<Option<MutexGuard<'a, ()>>, Status> {
    let Some(namespace) = call.namespace() else {
        return Ok(None);
    };
    if quotas(&call.shared, namespace)?.is_empty() {
        return Ok(None);
    }
    let guard = call.shared.quota.lock().await;
    for quota in quotas(&call.shared, namespace)? {
        if let Some(why) = fault(call, namespace, &quota, new, old)? {
            return Err(Status::forbidden(call.gvr(), name, why));
        }
    }
    Ok(Some(guard))
}

/// What the quotas' `spec.hard` says.
fn hard(quota: &Value) -> Usage {
    let entries = quota["spec"]["hard"].as_object().into_iter().flatten();
    entries
        .filter_map(|(resource, limit)| Some((resource.clone(), Quantity::from_json(limit).ok()?)))
        .collect()
}

/// Why the quota does not allow what is new, if so.
fn fault(
    call: &Call,
    namespace: &str,
    quota: &Value,
    new: &Value,
    old: Option<&Value>,
) -> Result<Option<String>, Status> {
    let gvr = call.gvr();
    let is_pod = gvr.group.is_empty() && gvr.resource == "pods";
    if is_pod && !scope::matches(quota, new) || !is_pod && scope::has_any(quota) {
        return Ok(None);
    }
    let hard = hard(quota);
    let quota_name = quota["metadata"]["name"].as_str().unwrap_or_default();
    if is_pod && old.is_none() {
        let wanted = hard.keys().filter(|resource| is_compute(resource));
        let missing: Vec<String> = wanted
            .filter_map(|resource| {
                let containers = lacking(new, resource);
                (!containers.is_empty())
                    .then(|| format!("{resource} for: {}", containers.join(",")))
            })
            .collect();
        if !missing.is_empty() {
            let told = missing.join("; ");
            return Ok(Some(format!(
                "failed quota: {quota_name}: must specify {told}"
            )));
        }
    }
    let before = old.map(|old| of_object(gvr, old)).unwrap_or_default();
    let added: Usage = of_object(gvr, new)
        .into_iter()
        .map(|(resource, amount)| match before.get(&resource) {
            Some(before) => (resource, amount.minus(*before)),
            None => (resource, amount),
        })
        .filter(|(resource, amount)| {
            hard.contains_key(resource) && !amount.is_zero() && !amount.is_negative()
        })
        .collect();
    if added.is_empty() {
        return Ok(None);
    }
    let used = status::used(&call.shared, namespace, quota, &hard)?;
    let exceeded: Vec<&String> = added
        .iter()
        .filter(|(resource, amount)| {
            let used = used.get(*resource).copied();
            let total = used.map_or(**amount, |used| used.plus(**amount));
            hard.get(*resource).is_some_and(|limit| total > *limit)
        })
        .map(|(resource, _)| resource)
        .collect();
    if exceeded.is_empty() {
        return Ok(None);
    }
    let shown = |amounts: &BTreeMap<String, Quantity>| {
        let shown: Vec<String> = exceeded
            .iter()
            .filter_map(|resource| Some(format!("{resource}={}", amounts.get(*resource)?)))
            .collect();
        shown.join(",")
    };
    Ok(Some(format!(
        "exceeded quota: {quota_name}, requested: {}, used: {}, limited: {}",
        shown(&added),
        shown(&used),
        shown(&hard)
    )))
}
