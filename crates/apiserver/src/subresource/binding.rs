//! `pods/binding`: the scheduler's decision.

use apimachinery::field::{Error, ErrorList};
use apimachinery::{Status, StatusDetails, Timestamp};
use http::StatusCode;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::call::Call;
use crate::options::{FieldValidation, WriteOptions};
use crate::request::Target;
use crate::verbs::{self, write};
use crate::{body, metadata};

/// Gives the pod that the body names the node in the body: the older way, a collection of bindings.
pub(super) async fn create_by_name(call: &Call) -> Result<Answer, Status> {
    let binding = body::object(call, FieldValidation::Ignore, &mut Vec::new())?;
    let pods = call.shared.registry.find("", "v1", "pods");
    let target = Target {
        served: pods.ok_or_else(Status::no_such_resource)?,
        name: Some(metadata::text(&binding, "name").to_owned()),
        subresource: Some("binding".to_owned()),
        ..call.target.clone()
    };
    create(&call.on(target)).await
}

/// Gives the pod that the path names the node in the body.
pub(super) async fn create(call: &Call) -> Result<Answer, Status> {
    let options = WriteOptions::of(&call.query, "CreateOptions")?;
    let mut warnings = Vec::new();
    let binding = body::object(call, options.field_validation, &mut warnings)?;
    let name = metadata::text(&binding, "name");
    if !name.is_empty() && name != call.name() {
        return Err(Status::bad_request(
            "name in URL does not match name in Binding object",
        ));
    }
    let node = binding["target"]["name"].as_str().unwrap_or_default();
    if node.is_empty() {
        let errors: ErrorList = [Error::required(&"target.name".into(), "")]
            .into_iter()
            .collect();
        return Err(Status::invalid(call.body_kind(), call.name(), &errors));
    }
    let now = call.shared.now();
    write(
        call,
        verbs::Target::Whole,
        options.dry_run,
        &mut Vec::new(),
        |pod| bind(call, pod, &binding, node, now),
    )
    .await?;
    let status = Status {
        code: 201,
        ..Status::success(StatusDetails::default())
    };
    let mut json = status.to_json();
    if let Some(fields) = json.as_object_mut() {
        fields.remove("details");
        fields.insert("code".to_owned(), 201.into());
    }
    Ok(Answer::value(StatusCode::CREATED, call.accepted.format, &json).with_warnings(warnings))
}

fn bind(
    call: &Call,
    pod: &Value,
    binding: &Value,
    node: &str,
    now: Timestamp,
) -> Result<Value, Status> {
    let name = call.name();
    let refuse = |why: String| {
        let mut about = call.gvr().clone();
        about.resource = "pods/binding".to_owned();
        Err(Status::conflict(&about, name, why))
    };
    if metadata::is_deleting(pod) {
        return refuse(format!(
            "pod {name} is being deleted, cannot be assigned to a host"
        ));
    }
    if let Some(taken) = pod["spec"]["nodeName"]
        .as_str()
        .filter(|taken| !taken.is_empty())
    {
        return refuse(format!(
            "pod {name} is already assigned to node {}",
            gostd::strconv::quote(taken)
        ));
    }
    let mut bound = pod.clone();
    bound["spec"]["nodeName"] = node.into();
    for key in ["annotations", "labels"] {
        for (name, value) in binding["metadata"][key].as_object().into_iter().flatten() {
            bound["metadata"][key][name] = value.clone();
        }
    }
    set_scheduled(&mut bound, now);
    Ok(bound)
}

fn set_scheduled(pod: &mut Value, now: Timestamp) {
    let mut condition = json!({
        "type": "PodScheduled",
        "status": "True",
        "lastProbeTime": null,
        "lastTransitionTime": now.rfc3339(),
    });
    if let Some(generation) = pod["metadata"].get("generation") {
        condition["observedGeneration"] = generation.clone();
    }
    let conditions = &mut pod["status"]["conditions"];
    match conditions.as_array_mut() {
        Some(list) => {
            list.retain(|condition| condition["type"] != "PodScheduled");
            list.push(condition);
        }
        None => *conditions = json!([condition]),
    }
}
