//! `/scale`: the number of replicas of a workload, seen as one kind.

use apimachinery::field::{Error, ErrorList};
use apimachinery::selector::from_label_selector;
use apimachinery::{Gvk, Status};
use http::StatusCode;
use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::call::Call;
use crate::custom::{ScalePaths, find_field, set_field};
use crate::options::WriteOptions;
use crate::stored::Stored;
use crate::typing::Typing;
use crate::verbs::{Patch, Target, Written, apply_scale, is_apply, patch_options, write};
use crate::{body, metadata};

pub(super) fn get(call: &Call) -> Result<Answer, Status> {
    let entry = call
        .shared
        .store
        .get(&call.key())
        .ok_or_else(|| call.not_found())?;
    let object = Stored::of(call.served(), &entry).decode();
    let scale = scale_of(call, &object)?;
    Ok(Answer::value(StatusCode::OK, call.accepted.format, &scale))
}

pub(super) async fn update(call: &Call) -> Result<Answer, Status> {
    let options = WriteOptions::of(&call.query, "UpdateOptions")?;
    let mut warnings = Vec::new();
    let scale = body::object(call, options.field_validation, &mut warnings)?;
    let name = metadata::text(&scale, "name");
    if !name.is_empty() && name != call.name() {
        return Err(Status::bad_request(format!(
            "the name of the object ({name}) does not match the name on the URL ({})",
            call.name()
        )));
    }
    let written = write_scale(call, options.dry_run, |_| Ok(scale.clone())).await?;
    Ok(answer(call, &written)?.with_warnings(warnings))
}

pub(super) async fn patch(call: &Call) -> Result<Answer, Status> {
    if is_apply(call) {
        return answer(call, &apply_scale(call, kind(call)).await?);
    }
    let patch = Patch::of(call, true)?;
    let options = patch_options(call)?;
    let kind = kind(call);
    let typing = Typing::BuiltIn(schema::kind(kind));
    let mut warnings = Vec::new();
    let written = write_scale(call, options.dry_run, |scale| {
        let (patched, odd) = patch.apply(scale, typing, options.field_validation)?;
        warnings = odd;
        Ok(patched)
    })
    .await?;
    Ok(answer(call, &written)?.with_warnings(warnings))
}

fn kind(call: &Call) -> &Gvk {
    call.body_kind()
}

fn answer(call: &Call, written: &Written) -> Result<Answer, Status> {
    let scale = scale_of(call, &written.object.decode())?;
    Ok(Answer::value(StatusCode::OK, call.accepted.format, &scale))
}

/// Changes the scale of the object and gives the object its replicas.
async fn write_scale(
    call: &Call,
    dry_run: bool,
    mut change: impl FnMut(&Value) -> Result<Value, Status>,
) -> Result<Written, Status> {
    write(call, Target::Main, dry_run, &mut Vec::new(), |old| {
        let scale = change(&scale_of(call, old)?)?;
        let replicas = scale["spec"]["replicas"].as_i64().unwrap_or(0);
        let custom = paths(call);
        if replicas < 0 && custom.is_none() {
            let error = Error::invalid(
                &"spec.replicas".into(),
                replicas,
                "must be greater than or equal to 0",
            );
            let errors: ErrorList = [error].into_iter().collect();
            return Err(Status::invalid(kind(call), call.name(), &errors));
        }
        let mut new = old.clone();
        match custom {
            Some(paths) => set_field(&mut new, &paths.spec_replicas, replicas.into()),
            None => new["spec"]["replicas"] = replicas.into(),
        }
        for key in ["resourceVersion", "uid"] {
            let value = metadata::text(&scale, key);
            metadata::of_mut(&mut new).insert(key.to_owned(), value.into());
        }
        Ok(new)
    })
    .await
}

/// Where a custom resource has its numbers.
fn paths(call: &Call) -> Option<&ScalePaths> {
    call.served().custom.as_ref()?.scale.as_ref()
}

/// The scale of a workload or a custom resource.
fn scale_of(call: &Call, object: &Value) -> Result<Value, Status> {
    let kind = kind(call);
    let numbers = match paths(call) {
        Some(paths) => custom_numbers(object, paths)?,
        None => Numbers {
            wanted: object["spec"]["replicas"].as_i64().unwrap_or(0),
            found: object["status"]["replicas"].as_i64().unwrap_or(0),
            selector: selector_text(&object["spec"]["selector"]),
        },
    };
    let mut scaled = Map::new();
    for key in [
        "name",
        "namespace",
        "uid",
        "resourceVersion",
        "creationTimestamp",
    ] {
        if let Some(value) = object["metadata"].get(key) {
            scaled.insert(key.to_owned(), value.clone());
        }
    }
    let mut spec = Map::new();
    if numbers.wanted != 0 {
        spec.insert("replicas".to_owned(), numbers.wanted.into());
    }
    let mut status = json!({"replicas": numbers.found});
    if !numbers.selector.is_empty() {
        status["selector"] = numbers.selector.into();
    }
    Ok(
        json!({"kind": kind.kind, "apiVersion": kind.api_version(), "metadata": scaled, "spec": spec, "status": status}),
    )
}

/// What a scale shows.
struct Numbers {
    wanted: i64,
    found: i64,
    selector: String,
}

fn custom_numbers(object: &Value, paths: &ScalePaths) -> Result<Numbers, Status> {
    let number = |path: &str| find_field(object, path).and_then(Value::as_i64);
    let Some(wanted) = number(&paths.spec_replicas) else {
        return Err(Status::internal_error(format!(
            "the spec replicas field {} does not exist",
            gostd::strconv::quote(&paths.spec_replicas)
        )));
    };
    let selector = paths
        .label_selector
        .as_ref()
        .and_then(|path| find_field(object, path))
        .and_then(Value::as_str);
    Ok(Numbers {
        wanted,
        found: number(&paths.status_replicas).unwrap_or(0),
        selector: selector.unwrap_or_default().to_owned(),
    })
}

/// A selector as text; replication controllers have a map where others have a label selector.
fn selector_text(selector: &Value) -> String {
    let labels = selector.as_object().filter(|map| {
        !map.is_empty() && !map.contains_key("matchLabels") && !map.contains_key("matchExpressions")
    });
    let selector = match labels {
        Some(labels) => json!({"matchLabels": labels}),
        None => selector.clone(),
    };
    from_label_selector(Some(&selector))
        .map(|selector| selector.to_string())
        .unwrap_or_default()
}
