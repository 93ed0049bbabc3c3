//! What the cluster says about a write that is in order by itself.

mod claim;
mod limit_range;
mod pod;
pub(crate) mod quota;

use apimachinery::{Cause, Gvr, Status};
use serde_json::Value;
use store::Range;

use crate::call::Call;
use crate::rbac;
use crate::server::Shared;
use crate::stored::Stored;

/// The namespaces that every cluster has and that cannot be deleted.
const IMMORTAL: [&str; 3] = ["default", "kube-system", "kube-public"];

/// The namespace of this name, complete.
pub(crate) fn namespace(shared: &Shared, name: &str) -> Option<Value> {
    find(shared, &Gvr::new("", "v1", "namespaces"), None, name)
}

/// The object of this name, complete.
pub(crate) fn find(
    shared: &Shared,
    gvr: &Gvr,
    namespace: Option<&str>,
    name: &str,
) -> Option<Value> {
    let served = shared
        .registry
        .find(&gvr.group, &gvr.version, &gvr.resource)?;
    let entry = shared.store.get(&served.key(namespace, name))?;
    Some(Stored::of(&served, &entry).decode())
}

/// All objects of a resource, in a namespace or everywhere, complete.
fn all(shared: &Shared, gvr: &Gvr, namespace: Option<&str>) -> Result<Vec<Value>, Status> {
    let Some(served) = shared
        .registry
        .find(&gvr.group, &gvr.version, &gvr.resource)
    else {
        return Ok(Vec::new());
    };
    let prefix = served.prefix(namespace);
    let range = Range {
        prefix: &prefix,
        ..Range::default()
    };
    let page = shared
        .store
        .range(range)
        .map_err(|error| Status::internal_error(error.to_string()))?;
    let decode = |entry| Stored::of(&served, entry).decode();
    Ok(page.entries.iter().map(decode).collect())
}

/// Refuses a new object in a namespace that is not there or on its way out, and one that refers to what is not there.
pub(crate) fn admit_create(call: &Call, object: &mut Value, name: &str) -> Result<(), Status> {
    admit_in_namespace(call, name)?;
    rbac::admit(call, object, None, name)?;
    match (&*call.gvr().group, &*call.gvr().resource) {
        ("", "pods") => {
            limit_range::admit(call, object, name)?;
            pod::admit(call, object, name)
        }
        ("", "persistentvolumeclaims") => {
            limit_range::admit(call, object, name)?;
            claim::admit(call, object)
        }
        _ => Ok(()),
    }
}

/// Refuses a change that its writer may not make.
pub(crate) fn admit_update(call: &Call, new: &Value, old: &Value) -> Result<(), Status> {
    rbac::admit(call, new, Some(old), call.name())
}

fn admit_in_namespace(call: &Call, name: &str) -> Result<(), Status> {
    let Some(namespace) = call.namespace() else {
        return Ok(());
    };
    let Some(object) = self::namespace(&call.shared, namespace) else {
        let served = call.shared.registry.find("", "v1", "namespaces");
        let gvr = served.map(|served| served.gvr.clone()).unwrap_or_default();
        return Err(Status::not_found(&gvr, namespace));
    };
    if crate::metadata::is_deleting(&object) {
        let why = format!(
            "unable to create new content in namespace {namespace} because it is being terminated"
        );
        let mut status = Status::forbidden(call.gvr(), name, why);
        if let Some(details) = &mut status.details {
            details.causes = vec![Cause {
                reason: "NamespaceTerminating".to_owned(),
                message: format!("namespace {namespace} is being terminated"),
                field: "metadata.namespace".to_owned(),
            }];
        }
        return Err(status);
    }
    Ok(())
}

/// Refuses to delete what the cluster cannot be without.
pub(crate) fn admit_delete(call: &Call, name: &str) -> Result<(), Status> {
    if call.gvr().group.is_empty()
        && call.gvr().resource == "namespaces"
        && IMMORTAL.contains(&name)
    {
        return Err(Status::forbidden(
            call.gvr(),
            name,
            "this namespace may not be deleted",
        ));
    }
    Ok(())
}
