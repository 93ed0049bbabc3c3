//! The object in a request's body.

use apimachinery::field::{Error, ErrorList};
use apimachinery::{Gvk, Status};
use serde_json::Value;

use crate::call::Call;
use crate::custom::{self, CustomKind};
use crate::decode::{self, DecodeError, Decoded, MediaType};
use crate::options::{FieldValidation, unknown_body_format};

/// Decodes the body as the kind that the path expects, and lets `warnings` know of odd fields.
pub(crate) fn object(
    call: &Call,
    validation: FieldValidation,
    warnings: &mut Vec<String>,
) -> Result<Value, Status> {
    let expected = call.body_kind();
    if let Some(custom) = call
        .served()
        .custom
        .as_ref()
        .filter(|custom| custom.gvk == *expected)
    {
        return custom_object(call, custom, validation, warnings);
    }
    let media_type = MediaType::of(call.content_type.as_deref()).ok_or_else(unknown_body_format)?;
    let definition = |gvk: &Gvk| {
        let same = (gvk.kind.is_empty() || gvk.kind == expected.kind)
            && gvk.api_version() == expected.api_version()
            || gvk.version.is_empty();
        schema::kind(if same { expected } else { gvk })
    };
    let decoded = decode::decode(&call.body, media_type, definition)
        .map_err(|error| refusal(&error, expected))?;
    let gvk = Gvk::of(&decoded.object);
    check_kind(&gvk, expected)?;
    let mut object = take(decoded, expected, validation, warnings)?;
    if !object.is_object() {
        object = Value::Object(serde_json::Map::new());
    }
    object["apiVersion"] = expected.api_version().into();
    object["kind"] = expected.kind.clone().into();
    Ok(object)
}

/// Decodes the body as a custom resource, which has no form in protobuf.
fn custom_object(
    call: &Call,
    custom: &CustomKind,
    validation: FieldValidation,
    warnings: &mut Vec<String>,
) -> Result<Value, Status> {
    let expected = &custom.gvk;
    let media_type = MediaType::of(call.content_type.as_deref())
        .filter(|media_type| *media_type != MediaType::Protobuf)
        .ok_or_else(|| {
            Status::unsupported_media_type(
                "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml",
            )
        })?;
    let decoded = decode::decode(&call.body, media_type, |_| None)
        .map_err(|error| refusal(&error, expected))?;
    let mut object = decoded.object;
    if !object.is_object() {
        object = Value::Object(serde_json::Map::new());
    }
    check_custom_kind(&object, expected)?;
    let mut conformed = custom::conform(object, &custom.schema);
    if let Some(error) = conformed.type_error {
        return Err(Status::bad_request(error));
    }
    conformed.strict.splice(0..0, decoded.strict);
    let mut object = take(conformed, expected, validation, warnings)?;
    object["apiVersion"] = expected.api_version().into();
    object["kind"] = expected.kind.clone().into();
    Ok(object)
}

/// Whether the body's own `apiVersion` and `kind` are those of the custom resource; absent ones are.
fn check_custom_kind(object: &Value, expected: &Gvk) -> Result<(), Status> {
    let found = Gvk::of(object);
    let version_given = !found.version.is_empty();
    if version_given && found.group_version() != expected.group_version() {
        return Err(Status::bad_request(format!(
            "the API version in the data ({}) does not match the expected API version ({})",
            found.api_version(),
            expected.api_version(),
        )));
    }
    if found.kind.is_empty() || found.kind == expected.kind {
        return Ok(());
    }
    let error = Error::invalid(
        &"kind".into(),
        &*found.kind,
        format!("must be {}", expected.kind),
    );
    let kind = expected.group_version().with_kind(&*found.kind);
    let errors: ErrorList = [error].into_iter().collect();
    Err(Status::invalid(
        &kind,
        crate::metadata::text(object, "name"),
        &errors,
    ))
}

/// Refuses or tells what strict decoding found, and returns the object.
fn take(
    decoded: Decoded,
    kind: &Gvk,
    validation: FieldValidation,
    warnings: &mut Vec<String>,
) -> Result<Value, Status> {
    match validation {
        FieldValidation::Ignore => {}
        FieldValidation::Warn => warnings.extend(decoded.strict),
        FieldValidation::Strict if decoded.strict.is_empty() => {}
        FieldValidation::Strict => {
            return Err(Status::bad_request(format!(
                "{} in version {} cannot be handled as a {}: strict decoding error: {}",
                kind.kind,
                gostd::strconv::quote(&kind.version),
                kind.kind,
                decoded.strict.join(", "),
            )));
        }
    }
    Ok(decoded.object)
}

fn refusal(error: &DecodeError, expected: &Gvk) -> Status {
    let kind = &expected.kind;
    Status::bad_request(match error {
        DecodeError::Type(_) => {
            let version = gostd::strconv::quote(&expected.version);
            format!("{kind} in version {version} cannot be handled as a {kind}: {error}")
        }
        DecodeError::Json(..) | DecodeError::Other(..) => {
            format!("the object provided is unrecognized (must be of type {kind}): {error}")
        }
    })
}

/// Whether the body's own `apiVersion` and `kind` are those that the path expects; absent ones are.
fn check_kind(found: &Gvk, expected: &Gvk) -> Result<(), Status> {
    let version_given = !found.version.is_empty();
    let kind_fits = found.kind.is_empty() || found.kind == expected.kind;
    if kind_fits && (!version_given || found.group_version() == expected.group_version()) {
        return Ok(());
    }
    let version = if version_given {
        &found.version
    } else {
        &expected.version
    };
    let reason = if !kind_fits {
        let group = if found.group.is_empty() {
            "core"
        } else {
            found.group.split('.').next().unwrap_or_default()
        };
        let group = if expected.group.is_empty() {
            "core"
        } else {
            expected.group.split('.').next().unwrap_or(group)
        };
        format!(
            "converting ({version}.{}) to ({group}.{}): unknown conversion",
            found.kind, expected.kind
        )
    } else if found.group == expected.group {
        format!(
            "no kind {} is registered for version {} in scheme \"pkg/api/legacyscheme/scheme.go:30\"",
            gostd::strconv::quote(&found.kind),
            gostd::strconv::quote(found.api_version()),
        )
    } else {
        return Err(Status::bad_request(format!(
            "the API version in the data ({}) does not match the expected API version ({})",
            found.api_version(),
            expected.api_version(),
        )));
    };
    Err(Status::bad_request(format!(
        "{} in version {} cannot be handled as a {}: {reason}",
        found.kind,
        gostd::strconv::quote(version),
        expected.kind,
    )))
}
