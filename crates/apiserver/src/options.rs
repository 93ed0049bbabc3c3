//! The options of writes, from the query and, for deletes, from the body.

use apimachinery::field::{Error, ErrorList, FieldPath};
use apimachinery::{Gvk, Status};
use serde_json::Value;

use crate::call::Call;
use crate::decode::{self, MediaType};
use crate::query::Query;
use crate::strategy::Propagation;

/// What to do about fields that the kind does not have, or has twice in the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FieldValidation {
    Ignore,
    Warn,
    Strict,
}

/// The options that every write has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WriteOptions {
    pub(crate) dry_run: bool,
    pub(crate) field_validation: FieldValidation,
}

impl WriteOptions {
    /// Reads and checks the options; `kind` is the name of their type, such as `CreateOptions`.
    pub(crate) fn of(query: &Query, kind: &str) -> Result<Self, Status> {
        let mut errors = ErrorList::new();
        errors.extend(field_manager(query.text("fieldManager")));
        let dry_run = dry_run(&query.all("dryRun"), &mut errors);
        let field_validation = match query.text("fieldValidation") {
            "" | "Warn" => FieldValidation::Warn,
            "Ignore" => FieldValidation::Ignore,
            "Strict" => FieldValidation::Strict,
            other => {
                let known = ["", "Ignore", "Strict", "Warn"];
                errors.push(Error::not_supported(
                    &"fieldValidation".into(),
                    other,
                    known,
                ));
                FieldValidation::Warn
            }
        };
        refuse(kind, &errors)?;
        Ok(Self {
            dry_run,
            field_validation,
        })
    }
}

/// What a delete asks for.
#[derive(Clone, Debug)]
pub(crate) struct DeleteOptions {
    pub(crate) dry_run: bool,
    pub(crate) grace_period: Option<i64>,
    pub(crate) propagation: Option<Propagation>,
    pub(crate) uid: Option<String>,
    pub(crate) resource_version: Option<String>,
}

impl DeleteOptions {
    /// Reads the options from the body or, without one, from the query.
    pub(crate) fn of(call: &Call) -> Result<Self, Status> {
        let options = if call.body.is_empty() {
            from_query(&call.query)?
        } else {
            from_body(call)?
        };
        Self::read(&options)
    }

    /// Reads the options from an object.
    pub(crate) fn read(options: &Value) -> Result<Self, Status> {
        let mut errors = ErrorList::new();
        let dry_run: Vec<&str> = options["dryRun"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let dry_run = self::dry_run(&dry_run, &mut errors);
        let policy = options.get("propagationPolicy").and_then(Value::as_str);
        let orphan = options.get("orphanDependents").and_then(Value::as_bool);
        let path = FieldPath::new("propagationPolicy");
        let propagation = match (policy, orphan) {
            (Some(policy), Some(_)) => {
                let detail = "orphanDependents and deletionPropagation cannot be both set";
                errors.push(Error::invalid(&path, policy, detail));
                None
            }
            (Some("Foreground"), None) => Some(Propagation::Foreground),
            (Some("Background"), None) | (None, Some(false)) => Some(Propagation::Background),
            (Some("Orphan"), None) | (None, Some(true)) => Some(Propagation::Orphan),
            (Some(other), None) => {
                let known = ["Foreground", "Background", "Orphan", "nil"];
                errors.push(Error::not_supported(&path, other, known));
                None
            }
            (None, None) => None,
        };
        refuse("DeleteOptions", &errors)?;
        let precondition = |key: &str| {
            options["preconditions"]
                .get(key)
                .and_then(Value::as_str)
                .map(str::to_owned)
        };
        Ok(Self {
            dry_run,
            grace_period: options.get("gracePeriodSeconds").and_then(Value::as_i64),
            propagation,
            uid: precondition("uid"),
            resource_version: precondition("resourceVersion"),
        })
    }
}

fn from_query(query: &Query) -> Result<Value, Status> {
    let mut options = serde_json::Map::new();
    let grace = query
        .integer("gracePeriodSeconds")
        .map_err(Status::bad_request)?;
    if let Some(grace) = grace {
        options.insert("gracePeriodSeconds".to_owned(), grace.into());
    }
    if let Some(policy) = query.get("propagationPolicy") {
        options.insert("propagationPolicy".to_owned(), policy.into());
    }
    if query.get("orphanDependents").is_some() {
        options.insert(
            "orphanDependents".to_owned(),
            query.flag("orphanDependents").into(),
        );
    }
    options.insert("dryRun".to_owned(), query.all("dryRun").into());
    Ok(options.into())
}

fn from_body(call: &Call) -> Result<Value, Status> {
    let media_type = MediaType::of(call.content_type.as_deref()).ok_or_else(unknown_body_format)?;
    let decoded = decode::decode(&call.body, media_type, |_| None)
        .map_err(|error| Status::bad_request(error.to_string()))?;
    let mut options = decoded.object;
    let gvk = Gvk::of(&options);
    if !gvk.kind.is_empty() && gvk.kind != "DeleteOptions" {
        return Err(Status::bad_request(format!(
            "no kind {} is registered for version {} in scheme \"pkg/apis/meta/internalversion/scheme/register.go:27\"",
            gostd::strconv::quote(&gvk.kind),
            gostd::strconv::quote(gvk.api_version()),
        )));
    }
    let from_query = call.query.all("dryRun");
    if let (Value::Object(options), false) = (&mut options, from_query.is_empty()) {
        options.insert("dryRun".to_owned(), from_query.into());
    }
    Ok(options)
}

/// 415 of a body that is neither JSON nor YAML nor protobuf.
pub(crate) fn unknown_body_format() -> Status {
    Status::unsupported_media_type(
        "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf",
    )
}

/// 422 about options, if anything is wrong with them.
pub(crate) fn refuse(kind: &str, errors: &ErrorList) -> Result<(), Status> {
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Status::invalid(
            &Gvk::new("meta.k8s.io", "v1", kind),
            "",
            errors,
        ))
    }
}

fn dry_run(values: &[&str], errors: &mut ErrorList) -> bool {
    if values.iter().any(|value| *value != "All") {
        errors.push(Error::not_supported(
            &"dryRun".into(),
            values.to_vec(),
            ["All"],
        ));
    }
    !values.is_empty()
}

fn field_manager(manager: &str) -> Option<Error> {
    const MAX_BYTES: usize = 128;
    let path = FieldPath::new("fieldManager");
    if manager.len() > MAX_BYTES {
        return Some(Error::too_long(&path, MAX_BYTES));
    }
    let (position, character) = manager
        .char_indices()
        .find(|(_, character)| character.is_control())?;
    let detail = format!(
        "invalid character U+{:04X} (at position {position})",
        u32::from(character)
    );
    Some(Error::invalid(&path, manager, detail))
}
