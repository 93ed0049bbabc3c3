//! `pods/eviction`: a delete that respects disruption budgets.

use std::sync::Arc;

use apimachinery::selector::from_label_selector;
use apimachinery::{Cause, Gvr, Status, StatusDetails};
use http::StatusCode;
use serde_json::{Value, json};
use store::Range;

use crate::answer::Answer;
use crate::call::Call;
use crate::options::{DeleteOptions, WriteOptions};
use crate::registry::Served;
use crate::request::Target;
use crate::stored::Stored;
use crate::verbs::{self, delete_object, write};
use crate::{body, metadata};

/// When to ask again while a budget is being worked out.
const RETRY_SECONDS: u32 = 10;

/// Deletes the pod that the path names, unless a budget is used up.
pub(super) async fn create(call: &Call) -> Result<Answer, Status> {
    let options = WriteOptions::of(&call.query, "CreateOptions")?;
    let eviction = body::object(call, options.field_validation, &mut Vec::new())?;
    let name = metadata::text(&eviction, "name");
    if !name.is_empty() && name != call.name() {
        return Err(Status::bad_request(
            "name in URL does not match name in Eviction object",
        ));
    }
    let entry = call
        .shared
        .store
        .get(&call.key())
        .ok_or_else(|| call.not_found())?;
    let pod = Stored::of(call.served(), &entry).decode();
    let mut delete = DeleteOptions::read(&eviction["deleteOptions"])?;
    delete.dry_run |= options.dry_run;
    if counts_for_budgets(&pod) {
        take_from_budget(call, &pod, delete.dry_run).await?;
    }
    say_why(call, delete.dry_run).await?;
    delete_object(call, &call.key(), call.name(), &delete).await?;
    let mut json = Status::success(StatusDetails::default()).to_json();
    if let Some(fields) = json.as_object_mut() {
        fields.remove("details");
        fields.insert("code".to_owned(), 201.into());
    }
    Ok(Answer::value(
        StatusCode::CREATED,
        call.accepted.format,
        &json,
    ))
}

/// Writes into the pod's status why it goes.
async fn say_why(call: &Call, dry_run: bool) -> Result<(), Status> {
    let call = call.on(Target {
        subresource: Some("status".to_owned()),
        ..call.target.clone()
    });
    let condition = json!({
        "type": "DisruptionTarget", "status": "True", "reason": "EvictionByEvictionAPI", "message": "Eviction API: evicting",
        "lastTransitionTime": call.shared.now().rfc3339(), "lastProbeTime": null,
    });
    let change = |pod: &Value| {
        let mut pod = pod.clone();
        set_condition(&mut pod["status"], condition.clone());
        Ok(pod)
    };
    write(
        &call,
        verbs::Target::Status,
        dry_run,
        &mut Vec::new(),
        change,
    )
    .await?;
    Ok(())
}

fn set_condition(status: &mut Value, condition: Value) {
    match status["conditions"].as_array_mut() {
        Some(conditions) => {
            conditions.retain(|known| known["type"] != condition["type"]);
            conditions.push(condition);
        }
        None => status["conditions"] = json!([condition]),
    }
}

/// Pods that have not started or have ended, or that are on their way out, disturb nobody.
fn counts_for_budgets(pod: &Value) -> bool {
    let phase = pod["status"]["phase"].as_str().unwrap_or_default();
    !matches!(phase, "Pending" | "Succeeded" | "Failed") && !metadata::is_deleting(pod)
}

/// Takes one eviction from the budget of the pod, if it has one.
async fn take_from_budget(call: &Call, pod: &Value, dry_run: bool) -> Result<(), Status> {
    let Some(served) = call
        .shared
        .registry
        .find("policy", "v1", "poddisruptionbudgets")
    else {
        return Ok(());
    };
    let mut budgets = budgets_of(call, &served, pod)?;
    let Some(budget) = budgets.pop() else {
        return Ok(());
    };
    if !budgets.is_empty() {
        return Err(Status::internal_error(
            "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
        ));
    }
    if !is_ready(pod) && may_evict_unready(&budget) {
        return Ok(());
    }
    let mut budget_call = Call::internal(
        &call.shared,
        &served,
        call.namespace().map(str::to_owned),
        metadata::text(&budget, "name"),
    );
    budget_call.target.subresource = Some("status".to_owned());
    let now = call.shared.now().rfc3339();
    let change = |budget: &Value| taken(budget, call.name(), &now);
    write(
        &budget_call,
        verbs::Target::Status,
        dry_run,
        &mut Vec::new(),
        change,
    )
    .await?;
    Ok(())
}

/// The budgets of the namespace that select a pod.
fn budgets_of(call: &Call, served: &Arc<Served>, pod: &Value) -> Result<Vec<Value>, Status> {
    let prefix = served.prefix(call.namespace());
    let range = Range {
        prefix: &prefix,
        ..Range::default()
    };
    let page = call
        .shared
        .store
        .range(range)
        .map_err(|error| Status::internal_error(error.to_string()))?;
    let budgets = page
        .entries
        .iter()
        .map(|entry| Stored::of(served, entry).decode());
    let selects = |budget: &Value| {
        from_label_selector(budget["spec"].get("selector"))
            .is_ok_and(|selector| selector.matches_object(pod))
    };
    Ok(budgets.filter(selects).collect())
}

fn is_ready(pod: &Value) -> bool {
    let conditions = pod["status"]["conditions"].as_array().into_iter().flatten();
    conditions
        .into_iter()
        .any(|condition| condition["type"] == "Ready" && condition["status"] == "True")
}

/// A pod that is not ready may go if the budget does not mind, or as long as enough others are healthy.
fn may_evict_unready(budget: &Value) -> bool {
    let number = |key: &str| budget["status"][key].as_i64().unwrap_or(0);
    budget["spec"]["unhealthyPodEvictionPolicy"] == "AlwaysAllow"
        || (number("currentHealthy") >= number("desiredHealthy") && number("desiredHealthy") > 0)
}

/// The budget after an eviction.
fn taken(budget: &Value, pod: &str, now: &str) -> Result<Value, Status> {
    let observed = budget["status"]["observedGeneration"].as_i64().unwrap_or(0);
    if observed < budget["metadata"]["generation"].as_i64().unwrap_or(0) {
        let name = metadata::text(budget, "name");
        let why = format!("The disruption budget {name} is still being processed by the server.");
        return Err(refused(why, RETRY_SECONDS));
    }
    let allowed = budget["status"]["disruptionsAllowed"].as_i64().unwrap_or(0);
    if allowed < 0 {
        let gvr = Gvr::new("policy", "v1", "poddisruptionbudgets");
        return Err(Status::forbidden(
            &gvr,
            metadata::text(budget, "name"),
            "pdb disruptions allowed is negative",
        ));
    }
    if allowed == 0 {
        return Err(used_up(budget));
    }
    let mut budget = budget.clone();
    budget["status"]["disruptionsAllowed"] = (allowed - 1).into();
    if !budget["status"]["disruptedPods"].is_object() {
        budget["status"]["disruptedPods"] = json!({});
    }
    budget["status"]["disruptedPods"][pod] = now.into();
    if allowed == 1 {
        let generation = budget["metadata"]["generation"].clone();
        let condition = json!({
            "type": "DisruptionAllowed", "status": "False", "reason": "InsufficientPods", "message": "",
            "observedGeneration": generation, "lastTransitionTime": now,
        });
        set_condition(&mut budget["status"], condition);
    }
    Ok(budget)
}

fn used_up(budget: &Value) -> Status {
    let number = |key: &str| budget["status"][key].as_i64().unwrap_or(0);
    let why = format!(
        "The disruption budget {} needs {} healthy pods and has {} currently",
        metadata::text(budget, "name"),
        number("desiredHealthy"),
        number("currentHealthy")
    );
    refused(why, 0)
}

fn refused(why: String, retry_seconds: u32) -> Status {
    let mut status = Status::too_many_requests(
        "Cannot evict pod as it would violate the pod's disruption budget.",
        retry_seconds,
    );
    if let Some(details) = &mut status.details {
        details.causes = vec![Cause {
            reason: "DisruptionBudget".to_owned(),
            message: why,
            field: String::new(),
        }];
    }
    status
}
