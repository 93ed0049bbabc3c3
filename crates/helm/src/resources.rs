//! The objects of a release on the cluster.

mod apply;
mod build;
mod client_side;
mod deletion;
mod managed_fields;
mod ownership;

use cliruntime::{ApiError, ApiResource, Query, ResourcePath, Rest};
use serde_json::Value;

pub(crate) use apply::{Applied, ApplyError, Applying, create, update};
pub(crate) use build::{BuildError, build};
pub(crate) use deletion::{Propagation, delete, is_kept};
pub(crate) use ownership::{OwnershipError, claim, conflicts, is_owned};

/// How many requests are under way at once.
pub(crate) const AT_ONCE: usize = 16;

/// An object as a manifest has it, and where it belongs.
#[derive(Clone, Debug)]
pub(crate) struct Resource {
    /// The object.
    pub(crate) object: Value,
    /// Its kind as the cluster has it.
    pub(crate) api: ApiResource,
    /// Its namespace; empty for the whole cluster.
    pub(crate) namespace: String,
    /// Its name.
    pub(crate) name: String,
}

impl Resource {
    /// Where the object is.
    pub(crate) fn path(&self) -> String {
        self.path_of(&self.name)
    }

    /// Where objects of its kind are.
    pub(crate) fn collection(&self) -> String {
        self.path_of("")
    }

    fn path_of(&self, name: &str) -> String {
        ResourcePath {
            group: &self.api.group,
            version: &self.api.version,
            namespace: &self.namespace,
            resource: &self.api.resource,
            name,
            ..ResourcePath::default()
        }
        .to_path()
    }

    /// Reads what the cluster has; none if there is no such object.
    pub(crate) async fn live(&self, rest: &Rest) -> Result<Option<Value>, ApiError> {
        match rest.get(&self.path(), &Query::new()).await {
            Ok(answer) => answer.json().map(Some),
            Err(error) if error.is_not_found() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Whether both are the same object: kind, namespace and name.
    pub(crate) fn is_same(&self, other: &Resource) -> bool {
        self.api.group == other.api.group
            && self.api.kind == other.api.kind
            && self.namespace == other.namespace
            && self.name == other.name
    }

    /// `apps/v1, Kind=Deployment`, with an empty group for the core.
    pub(crate) fn gvk_text(&self) -> String {
        let (group, version) = (&self.api.group, &self.api.version);
        format!("{group}/{version}, Kind={}", self.api.kind)
    }

    /// An annotation of the object; empty if there is none.
    pub(crate) fn annotation(&self, name: &str) -> &str {
        self.object["metadata"]["annotations"][name]
            .as_str()
            .unwrap_or_default()
    }
}
