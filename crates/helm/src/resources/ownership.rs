//! Whom an object belongs to.

use cliruntime::{ApiError, Rest};
use futures::StreamExt;
use serde_json::{Value, json};

use super::{AT_ONCE, Resource};

const MANAGED_BY: &str = "app.kubernetes.io/managed-by";
const RELEASE_NAME: &str = "meta.helm.sh/release-name";
const RELEASE_NAMESPACE: &str = "meta.helm.sh/release-namespace";

/// An object that is there already and is not this release's.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OwnershipError {
    /// It belongs to somebody else.
    #[error(
        "{resource} exists and cannot be imported into the current release: invalid ownership metadata; {faults}"
    )]
    Foreign {
        /// The object.
        resource: String,
        /// What its labels and annotations lack.
        faults: String,
    },
    /// It cannot be read.
    #[error("could not get information about the resource {resource}: {source}")]
    Unreadable {
        /// The object.
        resource: String,
        /// Why not.
        source: ApiError,
    },
}

/// Marks an object as this release's.
pub(crate) fn claim(resource: &mut Resource, release: &str, namespace: &str) {
    let metadata = &mut resource.object["metadata"];
    for field in ["labels", "annotations"] {
        if !metadata[field].is_object() {
            metadata[field] = json!({});
        }
    }
    metadata["labels"][MANAGED_BY] = "Helm".into();
    metadata["annotations"][RELEASE_NAME] = release.into();
    metadata["annotations"][RELEASE_NAMESPACE] = namespace.into();
}

/// Whether a live object is this release's.
pub(crate) fn is_owned(live: &Value, release: &str, namespace: &str) -> bool {
    faults(live, release, namespace).is_empty()
}

/// Which of the objects are there already and may become this release's, by their positions. With `take` all may.
///
/// # Errors
/// The first, in the order of the objects, that is somebody else's.
pub(crate) async fn conflicts(
    resources: &[&Resource],
    release: &str,
    namespace: &str,
    take: bool,
    rest: &Rest,
) -> Result<Vec<usize>, OwnershipError> {
    let reads = resources.iter().map(|resource| resource.live(rest));
    let lives: Vec<_> = futures::stream::iter(reads)
        .buffered(AT_ONCE)
        .collect()
        .await;
    let mut there = Vec::new();
    for (position, (resource, live)) in resources.iter().zip(lives).enumerate() {
        let described = || {
            let (kind, name, place) = (&resource.api.kind, &resource.name, &resource.namespace);
            format!("{kind} {name:?} in namespace {place:?}")
        };
        let live = live.map_err(|source| OwnershipError::Unreadable {
            resource: described(),
            source,
        })?;
        let Some(live) = live else { continue };
        let faults = faults(&live, release, namespace);
        if !take && !faults.is_empty() {
            return Err(OwnershipError::Foreign {
                resource: described(),
                faults: faults.join("; "),
            });
        }
        there.push(position);
    }
    Ok(there)
}

fn faults(live: &Value, release: &str, namespace: &str) -> Vec<String> {
    let metadata = &live["metadata"];
    let checks = [
        ("label", &metadata["labels"], MANAGED_BY, "Helm"),
        (
            "annotation",
            &metadata["annotations"],
            RELEASE_NAME,
            release,
        ),
        (
            "annotation",
            &metadata["annotations"],
            RELEASE_NAMESPACE,
            namespace,
        ),
    ];
    let fault = |(what, map, key, wanted): (&str, &Value, &str, &str)| match map[key].as_str() {
        None => Some(format!(
            "{what} validation error: missing key {key:?}: must be set to {wanted:?}"
        )),
        Some(found) if found != wanted => Some(format!(
            "{what} validation error: key {key:?} must equal {wanted:?}: current value is {found:?}"
        )),
        Some(_) => None,
    };
    checks.into_iter().filter_map(fault).collect()
}
