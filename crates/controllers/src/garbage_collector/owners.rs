//! How an object stands with its owners.

use clientgo::{Api, ApiError, Key, Object, OwnerReference, Resource};

use super::FOREGROUND;
use super::graph::{Deletion, Graph};
use crate::discovery::deletable_resources;

/// The state of one owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// It is there.
    Solid,
    /// It is gone, or another object has its name.
    Dangling,
    /// It waits for its dependents to be deleted.
    Waiting,
}

/// The uids of an object's owners by their state.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Owners {
    pub(super) solid: Vec<String>,
    pub(super) dangling: Vec<String>,
    pub(super) waiting: Vec<String>,
}

/// Why an object could not be dealt with.
#[derive(Debug, thiserror::Error)]
pub(super) enum CollectError {
    /// A request was refused or did not reach the server.
    #[error(transparent)]
    Api(#[from] ApiError),
    /// The kind of an owner is not served, so nobody can tell whether the owner is there.
    #[error("unable to get REST mapping for {api_version}/{kind}")]
    UnknownKind {
        /// `apiVersion` of the owner.
        api_version: String,
        /// Kind of the owner.
        kind: String,
    },
}

/// Sorts the owners of an object: by the graph where it knows them, else by asking the server.
pub(super) async fn classify(
    api: &Api,
    graph: &parking_lot::Mutex<Graph>,
    object: &Object,
) -> Result<Owners, CollectError> {
    let mut owners = Owners::default();
    for owner in object.owner_references() {
        let known = graph.lock().node(owner.uid()).map(|node| node.deletion);
        let standing = match known {
            Some(Deletion::Foreground) => Standing::Waiting,
            Some(_) => Standing::Solid,
            None => ask(api, object, owner).await?,
        };
        let uids = match standing {
            Standing::Solid => &mut owners.solid,
            Standing::Dangling => &mut owners.dangling,
            Standing::Waiting => &mut owners.waiting,
        };
        uids.push(owner.uid().to_owned());
    }
    Ok(owners)
}

async fn ask(
    api: &Api,
    object: &Object,
    owner: OwnerReference<'_>,
) -> Result<Standing, CollectError> {
    let resource = resource_of(api, owner).await?;
    if resource.namespaced && object.namespace().is_empty() {
        // A cluster-scoped object cannot be owned by a namespaced one; it must not be deleted for a reference that says so.
        return Ok(Standing::Solid);
    }
    let namespace = if resource.namespaced {
        object.namespace()
    } else {
        ""
    };
    match api.get(&resource, &Key::new(namespace, owner.name())).await {
        Ok(found) if found.uid() != owner.uid() => Ok(Standing::Dangling),
        Ok(found) if found.is_deleting() && found.has_finalizer(FOREGROUND) => {
            Ok(Standing::Waiting)
        }
        Ok(_) => Ok(Standing::Solid),
        Err(error) if error.is_not_found() => Ok(Standing::Dangling),
        Err(error) => Err(error.into()),
    }
}

async fn resource_of(api: &Api, owner: OwnerReference<'_>) -> Result<Resource, CollectError> {
    let group = |api_version: &str| {
        api_version
            .split_once('/')
            .map_or("", |(group, _)| group)
            .to_owned()
    };
    let wanted = group(owner.api_version());
    let resources = deletable_resources(api).await?;
    resources
        .into_iter()
        .find(|resource| resource.kind == owner.kind() && resource.group == wanted)
        .ok_or_else(|| CollectError::UnknownKind {
            api_version: owner.api_version().to_owned(),
            kind: owner.kind().to_owned(),
        })
}
