//! `pods/eviction`: a delete that respects disruption budgets.

use apimachinery::selector::from_label_selector;
use apimachinery::{Cause, Status, StatusDetails};
use http::StatusCode;
use serde_json::Value;
use store::Range;

use crate::answer::Answer;
use crate::call::Call;
use crate::options::{DeleteOptions, WriteOptions};
use crate::stored::Stored;
use crate::verbs::delete_object;
use crate::{body, metadata};

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
    if counts_for_budgets(&pod) {
        check_budgets(call, &pod)?;
    }
    let mut delete = DeleteOptions::read(&eviction["deleteOptions"])?;
    delete.dry_run |= options.dry_run;
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

/// Pods that have not started or have ended, or that are on their way out, disturb nobody.
fn counts_for_budgets(pod: &Value) -> bool {
    let phase = pod["status"]["phase"].as_str().unwrap_or_default();
    !matches!(phase, "Pending" | "Succeeded" | "Failed") && !metadata::is_deleting(pod)
}

fn check_budgets(call: &Call, pod: &Value) -> Result<(), Status> {
    let Some(budgets) = call
        .shared
        .registry
        .find("policy", "v1", "poddisruptionbudgets")
    else {
        return Ok(());
    };
    let prefix = budgets.prefix(call.namespace());
    let range = Range {
        prefix: &prefix,
        ..Range::default()
    };
    let page = call
        .shared
        .store
        .range(range)
        .map_err(|error| Status::internal_error(error.to_string()))?;
    for entry in &page.entries {
        let budget = Stored::of(&budgets, entry).decode();
        let selector = from_label_selector(budget["spec"].get("selector"));
        if !selector.is_ok_and(|selector| selector.matches_object(pod)) {
            continue;
        }
        let allowed = budget["status"]["disruptionsAllowed"].as_i64().unwrap_or(0);
        if allowed <= 0 {
            return Err(budget_used_up(&budget));
        }
    }
    Ok(())
}

fn budget_used_up(budget: &Value) -> Status {
    let mut status = Status::too_many_requests(
        "Cannot evict pod as it would violate the pod's disruption budget.",
        0,
    );
    let number = |key: &str| budget["status"][key].as_i64().unwrap_or(0);
    if let Some(details) = &mut status.details {
        details.causes = vec![Cause {
            reason: "DisruptionBudget".to_owned(),
            message: format!(
                "The disruption budget {} needs {} healthy pods and has {} currently",
                metadata::text(budget, "name"),
                number("desiredHealthy"),
                number("currentHealthy")
            ),
            field: String::new(),
        }];
    }
    status
}
