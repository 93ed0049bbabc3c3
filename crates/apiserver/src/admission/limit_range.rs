//! Limit ranges: how much a container, a pod or a claim may take, and what it takes unless it says otherwise.

use std::cmp::Ordering;

use apimachinery::{Gvr, Quantity, Status};
use serde_json::{Value, json};

use super::all;
use super::quota::{Usage, amounts, containers, pod_amounts};
use crate::call::Call;
use crate::metadata;

/// The annotation that tells what was filled in.
const NOTE: &str = "kubernetes.io/limit-ranger";

/// Fills in what a pod's containers leave out, and refuses what is out of range.
pub(super) fn admit(call: &Call, object: &mut Value, name: &str) -> Result<(), Status> {
    let ranges = all(
        &call.shared,
        &Gvr::new("", "v1", "limitranges"),
        call.namespace(),
    )?;
    let is_pod = call.gvr().resource == "pods";
    for range in &ranges {
        let items: Vec<&Value> = range["spec"]["limits"]
            .as_array()
            .into_iter()
            .flatten()
            .collect();
        if is_pod {
            for item in items.iter().filter(|item| item["type"] == "Container") {
                fill_in(object, item);
            }
        }
        let mut faults = Vec::new();
        for item in items {
            match (is_pod, item["type"].as_str().unwrap_or_default()) {
                (true, "Container") => {
                    let spec = &object["spec"];
                    let both =
                        containers(spec, "containers").chain(containers(spec, "initContainers"));
                    for container in both {
                        let resources = &container["resources"];
                        let (requests, limits) = (
                            amounts(&resources["requests"]),
                            amounts(&resources["limits"]),
                        );
                        check(item, "Container", &requests, &limits, &mut faults);
                    }
                }
                (true, "Pod") => {
                    let spec = &object["spec"];
                    let (requests, limits) =
                        (pod_amounts(spec, "requests"), pod_amounts(spec, "limits"));
                    check(item, "Pod", &requests, &limits, &mut faults);
                }
                (false, "PersistentVolumeClaim") => {
                    let requests = amounts(&object["spec"]["resources"]["requests"]);
                    check_claim(item, &requests, &mut faults);
                }
                _ => {}
            }
        }
        if !faults.is_empty() {
            let why = crate::rbac::aggregate(&faults);
            return Err(Status::forbidden(call.gvr(), name, why));
        }
    }
    Ok(())
}

/// Gives the containers of a pod the requests and limits that they do not name, and notes it.
fn fill_in(pod: &mut Value, item: &Value) {
    let mut notes = Vec::new();
    for list in ["containers", "initContainers"] {
        let what = if list == "containers" {
            "container"
        } else {
            "init container"
        };
        let containers = pod["spec"].get_mut(list).and_then(Value::as_array_mut);
        for container in containers.into_iter().flatten() {
            let name = container["name"].as_str().unwrap_or_default().to_owned();
            for (kind, defaults, word) in [
                ("requests", "defaultRequest", "request"),
                ("limits", "default", "limit"),
            ] {
                let mut set = Vec::new();
                for (resource, amount) in item[defaults].as_object().into_iter().flatten() {
                    if container["resources"][kind].get(resource).is_none() {
                        container["resources"][kind][resource] = amount.clone();
                        set.push(resource.clone());
                    }
                }
                if !set.is_empty() {
                    notes.push(format!("{} {word} for {what} {name}", set.join(", ")));
                }
            }
        }
    }
    if notes.is_empty() {
        return;
    }
    let note = format!("LimitRanger plugin set: {}", notes.join("; "));
    let annotations = metadata::of_mut(pod)
        .entry("annotations")
        .or_insert_with(|| json!({}));
    annotations[NOTE] = note.into();
}

fn check(item: &Value, what: &str, requests: &Usage, limits: &Usage, faults: &mut Vec<String>) {
    for (resource, bound) in amounts(&item["min"]) {
        let (request, limit) = (requests.get(&resource), limits.get(&resource));
        let begin = format!("minimum {resource} usage per {what} is {bound}");
        faults.extend(match (request, limit) {
            (None, _) => Some(format!("{begin}.  No request is specified")),
            (Some(request), _) if *request < bound => {
                Some(format!("{begin}, but request is {request}"))
            }
            (_, Some(limit)) if *limit < bound => Some(format!("{begin}, but limit is {limit}")),
            _ => None,
        });
    }
    for (resource, bound) in amounts(&item["max"]) {
        let (request, limit) = (requests.get(&resource), limits.get(&resource));
        let begin = format!("maximum {resource} usage per {what} is {bound}");
        faults.extend(match (request, limit) {
            (_, None) => Some(format!("{begin}.  No limit is specified")),
            (_, Some(limit)) if *limit > bound => Some(format!("{begin}, but limit is {limit}")),
            (Some(request), _) if *request > bound => {
                Some(format!("{begin}, but request is {request}"))
            }
            _ => None,
        });
    }
    for (resource, bound) in amounts(&item["maxLimitRequestRatio"]) {
        let (request, limit) = (requests.get(&resource), limits.get(&resource));
        faults.extend(ratio_fault(&resource, what, &bound, request, limit));
    }
}

/// A limit may be so many times the request, at most.
fn ratio_fault(
    resource: &str,
    what: &str,
    bound: &Quantity,
    request: Option<&Quantity>,
    limit: Option<&Quantity>,
) -> Option<String> {
    let begin = format!("{resource} max limit to request ratio per {what} is {bound}, but ");
    let (Some(request), Some(limit)) = (
        request.filter(|request| !request.is_zero()),
        limit.filter(|limit| !limit.is_zero()),
    ) else {
        return Some(format!("{begin}no request is specified or request is 0"));
    };
    let ratio = limit.approximate() / request.approximate();
    match ratio.partial_cmp(&bound.approximate()) {
        Some(Ordering::Greater) => Some(format!("{begin}provided ratio is {ratio:.6}")),
        _ => None,
    }
}

fn check_claim(item: &Value, requests: &Usage, faults: &mut Vec<String>) {
    let zero = Quantity::from_value(0);
    for (resource, bound) in amounts(&item["min"]) {
        let request = requests.get(&resource).copied().unwrap_or(zero);
        if request < bound {
            faults.push(format!(
                "minimum {resource} usage per PersistentVolumeClaim is {bound}, but request is {request}"
            ));
        }
    }
    for (resource, bound) in amounts(&item["max"]) {
        let request = requests.get(&resource).copied().unwrap_or(zero);
        if request > bound {
            faults.push(format!(
                "maximum {resource} usage per PersistentVolumeClaim is {bound}, but request is {request}"
            ));
        }
    }
}
