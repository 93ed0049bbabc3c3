//! Which volumes may be for a claim, which claims for a volume, and which pods use a claim, without a look at all of them.

use clientgo::{Cache, Object};

use super::{claim_of, claims_of, class_of, volume_of};

const OFFER: &str = "offer";
const WISH: &str = "wish";
const USE: &str = "claim";

/// What stands for the free volumes and the open claims of a class. No claim's namespace is empty.
fn class(object: &Object) -> String {
    format!("/{}", class_of(object))
}

/// Keeps volumes by the claim that they name or else by their class, open claims by their class, and pods by their claims from now on.
pub(super) fn keep(volumes: &Cache, claims: &Cache, pods: &Cache) {
    volumes.add_index(OFFER, |volume| {
        let promised = claim_of(volume).map(|claim| claim.to_string());
        vec![promised.unwrap_or_else(|| class(volume))]
    });
    claims.add_index(WISH, |claim| match volume_of(claim) {
        Some(_) => Vec::new(),
        None => vec![class(claim)],
    });
    pods.add_index(USE, |pod| {
        claims_of(pod).map(|claim| claim.to_string()).collect()
    });
}

/// The volumes that name a claim, and the free ones of its class.
pub(super) fn volumes_for(volumes: &Cache, claim: &Object) -> Vec<Object> {
    let mut found = volumes.by_index(OFFER, &claim.key().to_string());
    found.extend(volumes.by_index(OFFER, &class(claim)));
    found
}

/// The claims without a volume that are of the class of a volume.
pub(super) fn claims_for(claims: &Cache, volume: &Object) -> Vec<Object> {
    claims.by_index(WISH, &class(volume))
}

/// The pods that mount a claim.
pub(super) fn pods_with(pods: &Cache, claim: &Object) -> Vec<Object> {
    pods.by_index(USE, &claim.key().to_string())
}
