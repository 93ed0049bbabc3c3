//! Which volume suits a claim.

use apimachinery::{Packed, Quantity, selector};
use clientgo::Object;

use super::{claim_of, class_of};

/// The smallest free volume that has what a claim asks for; one that was promised to the claim by name comes first.
pub(super) fn find<'a>(claim: &Object, volumes: &'a [Object]) -> Option<&'a Object> {
    let promised = volumes
        .iter()
        .find(|volume| is_promised(volume, claim) && suits(volume, claim));
    promised.or_else(|| {
        let free = volumes
            .iter()
            .filter(|volume| volume["spec"]["claimRef"].is_null() && suits(volume, claim));
        free.min_by_key(|volume| capacity(&volume["spec"]["capacity"]))
    })
}

/// Whether a volume names the claim and no other that had its name.
pub(super) fn is_promised(volume: &Object, claim: &Object) -> bool {
    let uid = volume["spec"]["claimRef"]["uid"]
        .as_str()
        .unwrap_or_default();
    claim_of(volume).is_some_and(|key| key == claim.key()) && (uid.is_empty() || uid == claim.uid())
}

fn suits(volume: &Object, claim: &Object) -> bool {
    let spec = &claim["spec"];
    let has_modes = modes(&spec["accessModes"])
        .all(|mode| modes(&volume["spec"]["accessModes"]).any(|offered| offered == mode));
    let selected = spec["selector"].is_null()
        || selector::from_label_selector(Some(&spec["selector"]))
            .is_ok_and(|selector| volume.is_selected_by(&selector));
    has_modes
        && selected
        && !volume.is_deleting()
        && class_of(volume) == class_of(claim)
        && volume["spec"]["volumeMode"] == spec["volumeMode"]
        && capacity(&volume["spec"]["capacity"]) >= capacity(&spec["resources"]["requests"])
}

fn modes(list: &Packed) -> impl Iterator<Item = &str> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(Packed::as_str)
}

fn capacity(resources: &Packed) -> i64 {
    Quantity::from_json(&resources["storage"])
        .map(Quantity::value)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn volume(name: &str, size: &str, mode: &str, claim: Option<&str>) -> Object {
        let mut spec = json!({"capacity": {"storage": size}, "accessModes": [mode], "volumeMode": "Filesystem", "storageClassName": "manual"});
        if let Some(claim) = claim {
            spec["claimRef"] = json!({"namespace": "default", "name": claim});
        }
        Object::new(&json!({"metadata": {"name": name}, "spec": spec}))
    }

    #[test]
    fn the_smallest_that_suits_is_found() {
        let claim = Object::new(&json!({
            "metadata": {"namespace": "default", "name": "data", "uid": "u"},
            "spec": {
                "accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "2Gi"}}, "volumeMode": "Filesystem",
                "storageClassName": "manual",
            },
        }));
        let mut volumes = vec![
            volume("small", "1Gi", "ReadWriteOnce", None),
            volume("large", "9Gi", "ReadWriteOnce", None),
            volume("fitting", "3Gi", "ReadWriteOnce", None),
            volume("shared", "2Gi", "ReadWriteMany", None),
            volume("taken", "2Gi", "ReadWriteOnce", Some("other")),
        ];
        assert_eq!(find(&claim, &volumes).map(Object::name), Some("fitting"));
        volumes.push(volume("promised", "9Gi", "ReadWriteOnce", Some("data")));
        assert_eq!(find(&claim, &volumes).map(Object::name), Some("promised"));
        assert_eq!(find(&claim, &volumes[..1]).map(Object::name), None);
    }
}
