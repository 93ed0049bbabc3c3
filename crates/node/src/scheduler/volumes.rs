//! The claims of a pod: whether they are bound, and where their volumes can be reached.

use std::collections::{BTreeMap, BTreeSet};

use apimachinery::Packed;
use clientgo::{Informers, Key, Object, node_selector_matches, resources};

/// The annotation by which the scheduler says where a claim's volume is needed.
pub(super) const SELECTED_NODE: &str = "volume.kubernetes.io/selected-node";

/// What the volumes of a pod mean for its place.
#[derive(Debug, Default)]
pub(super) struct Volumes {
    /// Claims that get a volume once the pod has a node.
    pub(super) unbound: Vec<Object>,
    bound: Vec<Object>,
}

impl Volumes {
    pub(super) fn are_bound(&self) -> bool {
        self.unbound.is_empty()
    }

    pub(super) fn are_reachable_from(&self, node: &Object) -> bool {
        self.bound.iter().all(|volume| {
            let required = &volume["spec"]["nodeAffinity"]["required"];
            required.is_null() || node_selector_matches(required, node)
        })
    }
}

/// Looks at the claims of a pod.
///
/// # Errors
/// Why the pod has to wait, in the scheduler's words.
pub(super) fn observe(pod: &Object, informers: &Informers) -> Result<Volumes, String> {
    let mut volumes = Volumes::default();
    for key in claims_of(pod) {
        let claim = informers
            .cache(&resources::PERSISTENT_VOLUME_CLAIMS)
            .get(&key);
        let Some(claim) = claim else {
            return Err(format!("persistentvolumeclaim {:?} not found", key.name));
        };
        if claim.is_deleting() {
            return Err(format!(
                "persistentvolumeclaim {:?} is being deleted",
                key.name
            ));
        }
        if claim["status"]["phase"] == "Lost" {
            return Err(format!(
                "persistentvolumeclaim {:?} bound to non-existent persistentvolume {}",
                key.name, &claim["spec"]["volumeName"]
            ));
        }
        if claim["status"]["phase"] == "Bound" {
            let volume = Key::new("", claim["spec"]["volumeName"].as_str().unwrap_or_default());
            let volume = informers.cache(&resources::PERSISTENT_VOLUMES).get(&volume);
            volumes.bound.extend(volume);
        } else if waits_for_consumer(&claim, informers) {
            volumes.unbound.push(claim);
        } else {
            return Err("pod has unbound immediate PersistentVolumeClaims".to_owned());
        }
    }
    Ok(volumes)
}

fn waits_for_consumer(claim: &Object, informers: &Informers) -> bool {
    let class = Key::new(
        "",
        claim["spec"]["storageClassName"]
            .as_str()
            .unwrap_or_default(),
    );
    let class = informers.cache(&resources::STORAGE_CLASSES).get(&class);
    class.is_some_and(|class| class["volumeBindingMode"] == "WaitForFirstConsumer")
}

fn claims_of(pod: &Object) -> impl Iterator<Item = Key> {
    let volumes = pod["spec"]["volumes"].as_array().into_iter().flatten();
    let name = |volume: &Packed| {
        volume["persistentVolumeClaim"]["claimName"]
            .as_str()
            .map(str::to_owned)
    };
    volumes
        .filter_map(name)
        .map(|name| Key::new(pod.namespace(), &name))
}

/// Which pods wait for which claims.
#[derive(Debug, Default)]
pub(super) struct Awaited(BTreeMap<Key, BTreeSet<Key>>);

impl Awaited {
    /// Notes that a pod that is looked at now is to be looked at again when one of its claims changes.
    pub(super) fn wait(&mut self, pod: &Object) {
        for claim in claims_of(pod) {
            self.0.entry(claim).or_default().insert(pod.key());
        }
    }

    /// Forgets a pod that has its place.
    pub(super) fn forget(&mut self, pod: &Object) {
        for claim in claims_of(pod) {
            if let Some(pods) = self.0.get_mut(&claim) {
                pods.remove(&pod.key());
                if pods.is_empty() {
                    self.0.remove(&claim);
                }
            }
        }
    }

    /// The pods that wait for a claim.
    pub(super) fn take(&mut self, claim: &Key) -> BTreeSet<Key> {
        self.0.remove(claim).unwrap_or_default()
    }
}
