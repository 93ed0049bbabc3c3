//! Server-side apply: the server merges, and remembers who manages what.

use cobra::Io;
use serde_json::{Value, json};

use super::client_side::MANAGER as CLIENT_SIDE_MANAGER;
use super::{Options, SERVER_SIDE_MANAGER};
use crate::last_applied::LAST_APPLIED;
use crate::resource::Info;
use crate::session::Factory;
use crate::{CommandError, object};
use cliruntime::{ApiError, Media, Query, Rest};

/// The manager of the annotation that client-side apply goes on using.
const LAST_APPLIED_MANAGER: &str = "kubectl-last-applied";

/// Applies one manifest, and returns the word for what happened.
pub(super) async fn apply(
    info: &mut Info,
    options: &Options,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<&'static str, CommandError> {
    let rest = factory.rest(io).await?;
    let manifest = info.object.clone();
    let answer = send(info, &manifest, options, &rest)
        .await
        .map_err(conflicts)?;
    factory.warnings.tell(&answer.1, io)?;
    info.refresh(answer.0);
    if options.dry_run == crate::dry_run::DryRun::None && options.subresource.is_empty() {
        keep_last_applied(info, options, &rest).await?;
        if migrate(info, options, &rest).await? {
            let again = send(info, &manifest, options, &rest)
                .await
                .map_err(conflicts)?;
            info.refresh(again.0);
        }
    }
    Ok("serverside-applied")
}

async fn send(
    info: &Info,
    manifest: &Value,
    options: &Options,
    rest: &Rest,
) -> Result<(Value, Vec<String>), ApiError> {
    let query = options.dry_run.mark(
        Query::new()
            .with("fieldManager", &options.manager)
            .with("fieldValidation", options.validation)
            .with("force", options.force_conflicts.to_string()),
    );
    let body = format!("{}\n", crate::printers::compact_json(manifest));
    let answer = rest
        .patch(
            &info.subresource_path(&options.subresource),
            &query,
            Media::ApplyPatch,
            body,
        )
        .await?;
    Ok((answer.json()?, answer.warnings))
}

/// Keeps the annotation of client-side apply on an object that has it: somebody must go on managing it.
async fn keep_last_applied(
    info: &mut Info,
    options: &Options,
    rest: &Rest,
) -> Result<(), CommandError> {
    let Some(remembered) = object::annotation(&info.object, LAST_APPLIED) else {
        return Ok(());
    };
    if options.manager != SERVER_SIDE_MANAGER || is_managed_by_apply(&info.object) {
        return Ok(());
    }
    let patch = json!({
        "apiVersion": object::api_version(&info.object),
        "kind": object::kind(&info.object),
        "metadata": {
            "name": info.name, "namespace": info.namespace, "annotations": {LAST_APPLIED: remembered},
        },
    });
    let query = Query::new()
        .with("fieldManager", LAST_APPLIED_MANAGER)
        .with("fieldValidation", options.validation);
    let body = format!("{}\n", crate::printers::compact_json(&patch));
    let answer = rest
        .patch(&info.path(), &query, Media::ApplyPatch, body)
        .await?;
    info.refresh(answer.json()?);
    Ok(())
}

/// Whether some server-side manager has the annotation already.
fn is_managed_by_apply(object: &Value) -> bool {
    let entries = object["metadata"]["managedFields"].as_array();
    let field = format!("f:{LAST_APPLIED}");
    entries.into_iter().flatten().any(|entry| {
        let annotations = &entry["fieldsV1"]["f:metadata"]["f:annotations"];
        entry["operation"] == "Apply" && annotations.get(&field).is_some()
    })
}

/// Hands over what client-side apply managed, so that it can be given up by leaving it out of the manifest.
async fn migrate(info: &mut Info, options: &Options, rest: &Rest) -> Result<bool, CommandError> {
    let fields = info.object["metadata"]["managedFields"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let Some(migrated) = handed_over(&fields, &options.manager) else {
        return Ok(false);
    };
    let version = object::resource_version(&info.object);
    let patch = json!([
        {"op": "replace", "path": "/metadata/managedFields", "value": migrated},
        {"op": "replace", "path": "/metadata/resourceVersion", "value": version},
    ]);
    let query = Query::new()
        .with("fieldManager", &options.manager)
        .with("fieldValidation", options.validation);
    let answer = rest
        .patch(&info.path(), &query, Media::JsonPatch, patch.to_string())
        .await?;
    info.refresh(answer.json()?);
    Ok(true)
}

/// The entries with those of client-side apply made the manager's own; none if there is nothing to hand over.
fn handed_over(fields: &[Value], manager: &str) -> Option<Vec<Value>> {
    let is_client_side = |entry: &Value| {
        entry["manager"] == CLIENT_SIDE_MANAGER
            && entry["operation"] == "Update"
            && entry["subresource"].is_null()
    };
    let old = fields.iter().find(|entry| is_client_side(entry))?;
    let mut own = json!({"manager": manager, "operation": "Apply", "apiVersion": old["apiVersion"], "fieldsType": "FieldsV1", "fieldsV1": old["fieldsV1"]});
    let mut migrated = Vec::new();
    for entry in fields.iter().filter(|entry| !is_client_side(entry)) {
        let is_own = entry["manager"] == manager
            && entry["operation"] == "Apply"
            && entry["subresource"].is_null();
        if is_own {
            union(&mut own["fieldsV1"], &entry["fieldsV1"]);
            own["apiVersion"] = entry["apiVersion"].clone();
        } else {
            migrated.push(entry.clone());
        }
    }
    migrated.insert(0, own);
    Some(migrated)
}

/// Adds the fields of one set to another.
fn union(into: &mut Value, from: &Value) {
    let (Value::Object(into), Value::Object(from)) = (into, from) else {
        return;
    };
    for (key, value) in from {
        match into.get_mut(key) {
            Some(known) => union(known, value),
            None => {
                into.insert(key.clone(), value.clone());
            }
        }
    }
}

/// The complaint about fields that others manage, with what can be done.
fn conflicts(error: ApiError) -> CommandError {
    if !error.is_conflict() {
        return error.into();
    }
    CommandError::told(format!(
        "{error}\nPlease review the fields above--they currently have other managers. Here
are the ways you can resolve this warning:
* If you intend to manage all of these fields, please re-run the apply
  command with the `--force-conflicts` flag.
* If you do not intend to manage all of the fields, please edit your
  manifest to remove references to the fields that should keep their
  current managers.
* You may co-own fields by updating your manifest to match the existing
  value; in this case, you'll become the manager if the other manager(s)
  stop managing the field (remove it from their configuration).
See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_client_side_apply_managed_becomes_the_managers_own() {
        let fields = [
            json!({"manager": "other", "operation": "Update", "apiVersion": "v1", "fieldsV1": {"f:x": {}}}),
            json!({"manager": "kubectl-client-side-apply", "operation": "Update", "apiVersion": "v1", "fieldsV1": {"f:a": {"f:b": {}}}}),
            json!({"manager": "kubectl", "operation": "Apply", "apiVersion": "v1", "fieldsV1": {"f:a": {"f:c": {}}}}),
        ];
        let migrated = handed_over(&fields, "kubectl").unwrap();
        assert_eq!(migrated.len(), 2);
        assert_eq!(
            migrated[0]["fieldsV1"],
            json!({"f:a": {"f:b": {}, "f:c": {}}})
        );
        assert_eq!(migrated[1], fields[0]);
        assert_eq!(handed_over(&fields[..1], "kubectl"), None);
    }
}
