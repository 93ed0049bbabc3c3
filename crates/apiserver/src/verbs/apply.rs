//! Server-side apply.

use apimachinery::field::{Error, ErrorList};
use apimachinery::{Cause, Gvk, Reason, Status, StatusDetails};
use http::StatusCode;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::call::Call;
use crate::managed_fields::{self, Applier, ApplyConflict};
use crate::options::{WriteOptions, refuse};
use crate::typing::Typing;
use crate::verbs::{Target, Written, create_applied, write_applied};
use crate::{metadata, render};

const CONTENT_TYPE: &str = "application/apply-patch+yaml";

/// Whether the body is an object to apply.
pub(crate) fn is_apply(call: &Call) -> bool {
    call.content_type
        .as_deref()
        .is_some_and(|kind| kind.starts_with(CONTENT_TYPE))
}

/// Applies the object in the body to the one that the path names, which is created if it is not there.
pub(crate) async fn apply(call: &Call) -> Result<Answer, Status> {
    let options = options(call)?;
    let served = call.served();
    let applied = read(call, &served.gvk, served.typing())?;
    let applier = applier(call);
    let merge = |live: &Value| merge(call, live, &applied, &applier);
    let mut warnings = Vec::new();
    if call.shared.store.get(&call.key()).is_none() && call.target.subresource.is_none() {
        let gvk = &served.gvk;
        let object = merge(&json!({"apiVersion": gvk.api_version(), "kind": gvk.kind}))?;
        let created = create_applied(call, object, options.dry_run, &mut warnings).await?;
        return Ok(render::object(call, StatusCode::CREATED, &created)?.with_warnings(warnings));
    }
    let written = write_applied(
        call,
        Target::of(call),
        options.dry_run,
        &mut warnings,
        merge,
    )
    .await?;
    Ok(render::object(call, StatusCode::OK, &written.object)?.with_warnings(warnings))
}

/// Applies the scale in the body: its replicas are a field of the object that is scaled.
pub(crate) async fn apply_scale(call: &Call, scale: &Gvk) -> Result<Written, Status> {
    let options = options(call)?;
    if call.served().custom.is_some() {
        return Err(Status::plain_error(format!(
            "failed to create manager for existing fields: failed to convert live object (/; {scale}) to proper version: request to convert CR to an invalid group/version: {}",
            scale.api_version()
        )));
    }
    let body = read(call, scale, Typing::BuiltIn(schema::kind(scale)))?;
    let applied = json!({"spec": body["spec"]});
    let applier = applier(call);
    write_applied(
        call,
        Target::Main,
        options.dry_run,
        &mut Vec::new(),
        |live| merge(call, live, &applied, &applier),
    )
    .await
}

fn options(call: &Call) -> Result<WriteOptions, Status> {
    let options = WriteOptions::of(&call.query, "PatchOptions")?;
    if call.query.text("fieldManager").is_empty() {
        let error = Error::required(&"fieldManager".into(), "is required for apply patch");
        refuse("PatchOptions", &[error].into_iter().collect::<ErrorList>())?;
    }
    Ok(options)
}

fn applier(call: &Call) -> Applier {
    Applier {
        manager: call.field_manager(),
        api_version: call.served().gvk.api_version(),
        subresource: call.target.subresource.clone().unwrap_or_default(),
        time: call.write_time(),
        force: call.query.flag("force"),
        own_status: call.served().policy.status,
    }
}

fn merge(call: &Call, live: &Value, applied: &Value, applier: &Applier) -> Result<Value, Status> {
    let typing = call.served().typing();
    managed_fields::apply(live, applied, typing, applier).map_err(|conflict| refusal(&conflict))
}

/// The object in the body, which has to be of the kind and without fields that the kind does not have.
fn read(call: &Call, expected: &Gvk, typing: Typing<'_>) -> Result<Value, Status> {
    let options = goyaml::DecodeOptions {
        dialect: goyaml::Dialect::V2,
        strict: true,
    };
    let value = goyaml::yaml_to_json(&call.body, &options).map_err(|error| {
        Status::bad_request(format!(
            "error decoding YAML: error converting YAML to JSON: {error}"
        ))
    })?;
    let gvk = Gvk::of(&value);
    if gvk != *expected {
        return Err(Status::bad_request(format!("invalid object type: {gvk}")));
    }
    if value["metadata"]
        .get("managedFields")
        .is_some_and(|fields| !fields.is_null())
    {
        return Err(Status::bad_request("metadata.managedFields must be nil"));
    }
    // A fault names the object as it names itself, not by the path.
    let (namespace, name) = (
        metadata::text(&value, "namespace").to_owned(),
        metadata::text(&value, "name").to_owned(),
    );
    if !name.is_empty() && name != call.name() {
        return Err(Status::bad_request(format!(
            "the name of the object ({name}) does not match the name on the URL ({})",
            call.name()
        )));
    }
    let fault = managed_fields::fault(typing, &value);
    let decoded = typing.conform(value);
    if let Some(fault) = fault.or(decoded.type_error) {
        return Err(Status::plain_error(format!(
            "failed to create typed patch object ({namespace}/{name}; {gvk}): {fault}"
        )));
    }
    let mut object = decoded.object;
    metadata::of_mut(&mut object).insert("name".to_owned(), call.name().into());
    metadata::put_in_namespace(&mut object, call.served(), call.namespace())?;
    Ok(object)
}

/// 409 with every conflict.
fn refusal(conflict: &ApplyConflict) -> Status {
    let count: usize = conflict.managers.iter().map(|(_, paths)| paths.len()).sum();
    let told: Vec<String> = conflict
        .managers
        .iter()
        .map(|(manager, paths)| match &paths[..] {
            [path] if count == 1 => format!("conflict with {manager}: {path}"),
            paths => format!("conflicts with {manager}:\n- {}", paths.join("\n- ")),
        })
        .collect();
    let noun = if count == 1 { "conflict" } else { "conflicts" };
    let message = format!("Apply failed with {count} {noun}: {}", told.join("\n"));
    let causes = conflict.managers.iter().flat_map(|(manager, paths)| {
        paths.iter().map(move |path| Cause {
            reason: "FieldManagerConflict".to_owned(),
            message: format!("conflict with {manager}"),
            field: path.clone(),
        })
    });
    Status::failure(Reason::Conflict, message).with_details(StatusDetails {
        causes: causes.collect(),
        ..StatusDetails::default()
    })
}
