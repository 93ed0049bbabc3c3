//! Changing parts of objects.

use ::patch::{json_patch, merge_patch, strategic};
use apimachinery::field::{Error, ErrorList};
use apimachinery::{Gvk, Reason, Status, StatusDetails};
use http::StatusCode;
use serde_json::Value;

use crate::answer::Answer;
use crate::call::Call;
use crate::decode::{decode_json, syntax_error};
use crate::options::{FieldValidation, WriteOptions, refuse};
use crate::render;
use crate::typing::Typing;
use crate::verbs::apply;
use crate::verbs::{Target, write};

const MAX_OPERATIONS: usize = 10_000;

/// Patches the object that the path names.
pub(crate) async fn patch(call: &Call) -> Result<Answer, Status> {
    if apply::is_apply(call) {
        return apply::apply(call).await;
    }
    let patch = Patch::of(call, call.served().definition.is_some())?;
    let options = patch_options(call)?;
    let (mut warnings, mut odd_fields) = (Vec::new(), Vec::new());
    let typing = call.served().typing();
    let written = write(
        call,
        Target::of(call),
        options.dry_run,
        &mut warnings,
        |old| {
            let (object, odd) = patch.apply(old, typing, options.field_validation)?;
            odd_fields = odd;
            Ok(object)
        },
    )
    .await?;
    if options.field_validation == FieldValidation::Warn {
        warnings.extend(odd_fields);
    }
    Ok(render::object(call, StatusCode::OK, &written.object)?.with_warnings(warnings))
}

/// Reads and checks the options of a patch.
pub(crate) fn patch_options(call: &Call) -> Result<WriteOptions, Status> {
    let options = WriteOptions::of(&call.query, "PatchOptions")?;
    if call.query.get("force").is_some() {
        let error = Error::forbidden(&"force".into(), "may not be specified for non-apply patch");
        refuse("PatchOptions", &[error].into_iter().collect::<ErrorList>())?;
    }
    Ok(options)
}

/// A patch that was read.
pub(crate) struct Patch {
    change: Change,
    /// Keys that the patch has twice.
    repeated: Vec<String>,
}

enum Change {
    Json(Vec<json_patch::Operation>),
    Merge(Value),
    Strategic(Value),
}

impl Patch {
    /// Reads the body by its content type; strategic patches are for kinds whose fields are known.
    pub(crate) fn of(call: &Call, strategic: bool) -> Result<Self, Status> {
        let content_type = call.content_type.as_deref().unwrap_or_default();
        match content_type.split(';').next().unwrap_or_default().trim() {
            "application/json-patch+json" => Self::json(&call.body),
            "application/merge-patch+json" => {
                Self::object(&call.body, "error decoding patch: ", Change::Merge)
            }
            "application/strategic-merge-patch+json" if strategic => {
                Self::object(&call.body, "", Change::Strategic)
            }
            _ if !strategic => Err(Status::unsupported_media_type(
                "the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml",
            )),
            _ => Err(
                Status::unsupported_media_type("415: Unsupported Media Type")
                    .with_details(StatusDetails::default()),
            ),
        }
    }

    fn json(body: &[u8]) -> Result<Self, Status> {
        let refuse = |error: String| Status::bad_request(format!("error decoding patch: {error}"));
        if let Some(error) = syntax_error(body) {
            return Err(refuse(error));
        }
        let operations: Value =
            serde_json::from_slice(body).map_err(|error| refuse(error.to_string()))?;
        let Some(list) = operations.as_array() else {
            let found = go_type(&operations);
            return Err(refuse(format!(
                "json: cannot unmarshal {found} into Go value of type []handlers.jsonPatchOp"
            )));
        };
        if list.len() > MAX_OPERATIONS {
            return Err(Status::too_large(format!(
                "The allowed maximum operations in a JSON patch is {MAX_OPERATIONS}, got {}",
                list.len()
            )));
        }
        let operations =
            json_patch::parse(&operations).map_err(|error| refuse(error.to_string()))?;
        Ok(Self {
            change: Change::Json(operations),
            repeated: Vec::new(),
        })
    }

    fn object(body: &[u8], prefix: &str, change: fn(Value) -> Change) -> Result<Self, Status> {
        let refuse = |error: String| Status::bad_request(format!("{prefix}{error}"));
        let decoded = decode_json(body, None).map_err(refuse)?;
        if !decoded.object.is_object() {
            let found = go_type(&decoded.object);
            return Err(refuse(format!(
                "json: cannot unmarshal {found} into Go value of type map[string]interface {{}}"
            )));
        }
        Ok(Self {
            change: change(decoded.object),
            repeated: decoded.strict,
        })
    }

    /// Applies the patch to an object and decodes the result; returns what strict decoding finds odd, too.
    pub(crate) fn apply(
        &self,
        old: &Value,
        typing: Typing<'_>,
        validation: FieldValidation,
    ) -> Result<(Value, Vec<String>), Status> {
        let patched = match &self.change {
            Change::Json(operations) => {
                json_patch::apply(old.clone(), operations).map_err(|_| Status::rejected())?
            }
            Change::Merge(patch) => merge_patch::apply(old.clone(), patch.clone()),
            Change::Strategic(patch) => match typing {
                Typing::BuiltIn(Some(definition)) => {
                    strategic::apply(old.clone(), patch.clone(), definition)
                        .map_err(|error| strategic_status(&error))?
                }
                Typing::BuiltIn(None) | Typing::Custom(_) => {
                    merge_patch::apply(old.clone(), patch.clone())
                }
            },
        };
        let decoded = typing.conform(patched.clone());
        let mut odd = self.repeated.clone();
        odd.extend(decoded.strict);
        if let Some(error) = decoded.type_error {
            return Err(self.invalid(&patched, &self.in_own_words(error)));
        }
        if validation == FieldValidation::Strict && !odd.is_empty() {
            return Err(self.invalid(
                &patched,
                &format!("strict decoding error: {}", odd.join(", ")),
            ));
        }
        keep_type_meta(decoded.object, old).map(|object| (object, odd))
    }

    /// Strategic patches are converted without going through JSON, by code that has other words.
    fn in_own_words(&self, error: String) -> String {
        match (&self.change, error.rsplit_once(" of type ")) {
            (Change::Strategic(_), Some((_, wanted))) => format!("unrecognized type: {wanted}"),
            _ => error,
        }
    }

    /// 422 of a patch whose result is no object of the kind.
    fn invalid(&self, patched: &Value, detail: &str) -> Status {
        let shown = match &self.change {
            Change::Strategic(patch) => go_text(patch),
            Change::Json(_) | Change::Merge(_) => patched.to_string(),
        };
        let error = Error::invalid(&"patch".into(), shown, detail);
        Status::invalid(
            &Gvk::default(),
            "",
            &[error].into_iter().collect::<ErrorList>(),
        )
    }
}

/// A patch may not turn an object into one of another kind.
fn keep_type_meta(mut object: Value, old: &Value) -> Result<Value, Status> {
    if let Some(fields) = object.as_object_mut() {
        for key in ["apiVersion", "kind"] {
            fields.insert(key.to_owned(), old[key].clone());
        }
    }
    let (name, old_name) = (
        crate::metadata::text(&object, "name"),
        crate::metadata::text(old, "name"),
    );
    if name != old_name {
        return Err(Status::bad_request(format!(
            "the name of the object ({name}) does not match the name on the URL ({old_name})"
        )));
    }
    Ok(object)
}

/// Patches that are malformed are the client's fault, those that contradict the schema count as the server's.
fn strategic_status(error: &strategic::Error) -> Status {
    match error {
        strategic::Error::Document
        | strategic::Error::PrimitiveList
        | strategic::Error::RetainKeys
        | strategic::Error::SetElementOrder => Status::bad_request(error.to_string()),
        other => Status::failure(Reason::Unknown, other.to_string()),
    }
}

fn go_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// A value as Go's `%v` prints it.
fn go_text(value: &Value) -> String {
    match value {
        Value::Null => "<nil>".to_owned(),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::Array(items) => format!(
            "[{}]",
            items.iter().map(go_text).collect::<Vec<_>>().join(" ")
        ),
        Value::Object(map) => {
            let pairs: Vec<String> = map
                .iter()
                .map(|(key, value)| format!("{key}:{}", go_text(value)))
                .collect();
            format!("map[{}]", pairs.join(" "))
        }
    }
}
