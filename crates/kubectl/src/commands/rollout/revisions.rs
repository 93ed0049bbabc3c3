//! The revisions of a workload: the replica sets of a deployment, the controller revisions of other sets.

use patch::strategic;
use serde_json::Value;

use crate::change_cause::CHANGE_CAUSE;
use crate::resource::Info;
use crate::workload::revision_of;
use crate::{CommandError, object};
use cliruntime::{Query, ResourcePath, Rest};

/// One revision of a workload.
#[derive(Clone, Debug)]
pub(super) struct Revision {
    pub(super) number: i64,
    /// What holds it: a replica set or a controller revision.
    pub(super) holder: Value,
    /// The pod template of that time.
    pub(super) template: Value,
}

impl Revision {
    /// Why it came about; empty if nobody said.
    pub(super) fn change_cause(&self) -> &str {
        object::annotation(&self.holder, CHANGE_CAUSE).unwrap_or_default()
    }
}

/// The revisions that the server still has, oldest first.
///
/// # Errors
/// If the kind has none, or the server refuses.
pub(super) async fn revisions(info: &Info, rest: &Rest) -> Result<Vec<Revision>, CommandError> {
    let mut revisions = match info.resource.kind.as_str() {
        "Deployment" => replica_sets(info, rest).await?,
        "DaemonSet" | "StatefulSet" => controller_revisions(info, rest).await?,
        kind => {
            return Err(CommandError::told(format!(
                "error retrieving history for {kind:?}, no visitor method exists for {{{} {kind}}}",
                info.resource.group
            )));
        }
    };
    revisions.sort_by_key(|revision| revision.number);
    Ok(revisions)
}

async fn replica_sets(info: &Info, rest: &Rest) -> Result<Vec<Revision>, CommandError> {
    let owned = owned(info, "replicasets", "ReplicaSet", rest).await?;
    Ok(owned
        .into_iter()
        .map(|set| Revision {
            number: revision_of(&set),
            template: set["spec"]["template"].clone(),
            holder: set,
        })
        .filter(|revision| revision.number > 0)
        .collect())
}

async fn controller_revisions(info: &Info, rest: &Rest) -> Result<Vec<Revision>, CommandError> {
    let owned = owned(info, "controllerrevisions", "ControllerRevision", rest).await?;
    let mut revisions = Vec::new();
    for holder in owned {
        let template = applied(info, &holder["data"])?["spec"]["template"].clone();
        revisions.push(Revision {
            number: holder["revision"].as_i64().unwrap_or(0),
            template,
            holder,
        });
    }
    Ok(revisions)
}

/// The set as a controller revision has it.
fn applied(info: &Info, data: &Value) -> Result<Value, CommandError> {
    match schema::kind(&info.resource.gvk()) {
        Some(definition) => strategic::apply(info.object.clone(), data.clone(), definition)
            .map_err(|error| CommandError::told(error.to_string())),
        None => Ok(info.object.clone()),
    }
}

/// The objects of a resource that the selector finds and that the workload controls.
async fn owned(
    info: &Info,
    resource: &str,
    kind: &str,
    rest: &Rest,
) -> Result<Vec<Value>, CommandError> {
    let selector = apimachinery::selector::from_label_selector(info.object["spec"].get("selector"))
        .map_err(|error| CommandError::told(error.to_string()))?;
    let path = ResourcePath {
        group: "apps",
        version: "v1",
        namespace: &info.namespace,
        resource,
        ..ResourcePath::default()
    };
    let query = Query::new().with_non_empty("labelSelector", &selector.to_string());
    let list = rest.get(&path.to_path(), &query).await?.json()?;
    let uid = object::uid(&info.object);
    let controls = |item: &&Value| {
        let owners = item["metadata"]["ownerReferences"]
            .as_array()
            .into_iter()
            .flatten();
        owners
            .into_iter()
            .any(|owner| owner["controller"] == true && owner["uid"] == uid)
    };
    let items = list["items"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    Ok(items
        .iter()
        .filter(controls)
        .map(|item| {
            let mut item = item.clone();
            item["kind"] = kind.into();
            item["apiVersion"] = "apps/v1".into();
            item
        })
        .collect())
}
