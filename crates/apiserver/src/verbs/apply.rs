//! Server-side apply.

use apimachinery::field::{Error, ErrorList};
use apimachinery::{Cause, Gvk, Reason, Status, StatusDetails};
use http::StatusCode;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::call::Call;
use crate::decode::conform;
use crate::managed_fields::{self, Applier, ApplyConflict};
use crate::options::{WriteOptions, refuse};
use crate::verbs::{Target, create_applied, write_applied};
use crate::{metadata, render};

pub(super) const CONTENT_TYPE: &str = "application/apply-patch+yaml";

/// Applies the object in the body to the one that the path names, which is created if it is not there.
pub(crate) async fn apply(call: &Call) -> Result<Answer, Status> {
    let options = WriteOptions::of(&call.query, "PatchOptions")?;
    if call.query.text("fieldManager").is_empty() {
        let error = Error::required(&"fieldManager".into(), "is required for apply patch");
        refuse("PatchOptions", &[error].into_iter().collect::<ErrorList>())?;
    }
    let applied = read(call)?;
    let applier = Applier {
        manager: call.field_manager(),
        api_version: call.served().gvk.api_version(),
        subresource: call.target.subresource.clone().unwrap_or_default(),
        time: call.shared.now().rfc3339(),
        force: call.query.flag("force"),
    };
    let definition = call.served().definition;
    let merge = |live: &Value| {
        managed_fields::apply(live, &applied, definition, &applier)
            .map_err(|conflict| refusal(&conflict))
    };
    let mut warnings = Vec::new();
    if call.shared.store.get(&call.key()).is_none() && call.target.subresource.is_none() {
        let gvk = &call.served().gvk;
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

/// The object in the body, which has to be of the kind and without fields that the kind does not have.
fn read(call: &Call) -> Result<Value, Status> {
    let options = goyaml::DecodeOptions {
        dialect: goyaml::Dialect::V2,
        strict: true,
    };
    let value = goyaml::yaml_to_json(&call.body, &options).map_err(|error| {
        Status::bad_request(format!(
            "error decoding YAML: error converting YAML to JSON: {error}"
        ))
    })?;
    let (gvk, expected) = (Gvk::of(&value), &call.served().gvk);
    if gvk != *expected {
        return Err(Status::bad_request(format!("invalid object type: {gvk}")));
    }
    if value["metadata"]
        .get("managedFields")
        .is_some_and(|fields| !fields.is_null())
    {
        return Err(Status::bad_request("metadata.managedFields must be nil"));
    }
    let name = metadata::text(&value, "name");
    if !name.is_empty() && name != call.name() {
        return Err(Status::bad_request(format!(
            "the name of the object ({name}) does not match the name on the URL ({})",
            call.name()
        )));
    }
    let decoded = conform(value, |_| call.served().definition);
    let odd = decoded
        .strict
        .first()
        .map(|odd| match odd.strip_prefix("unknown field \"") {
            Some(path) => format!(
                ".{}: field not declared in schema",
                path.trim_end_matches('"')
            ),
            None => odd.clone(),
        });
    if let Some(fault) = decoded.type_error.or(odd) {
        let place = format!(
            "{}/{}; {gvk}",
            call.namespace().unwrap_or_default(),
            call.name()
        );
        return Err(Status::plain_error(format!(
            "failed to create typed patch object ({place}): {fault}"
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
            [path] => format!("conflict with {manager}: {path}"),
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
