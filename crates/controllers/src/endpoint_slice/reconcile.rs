//! From the slices that are there and the endpoints that should be to the changes in between.

use std::collections::BTreeMap;

use apimachinery::Tree;
use clientgo::Object;
use serde_json::Value;

use super::slices::{Change, SliceOwner};

/// A slice has so many endpoints at most.
const MAX_ENDPOINTS: usize = 100;

/// The endpoints that should be there, by the ports under which they are reached.
#[derive(Clone, Debug, Default)]
pub(super) struct Desired(Vec<(Vec<Value>, Vec<Value>)>);

impl Desired {
    pub(super) fn add(&mut self, ports: Vec<Value>, endpoint: Value) {
        match self.0.iter_mut().find(|(known, _)| *known == ports) {
            Some((_, endpoints)) => endpoints.push(endpoint),
            None => self.0.push((ports, vec![endpoint])),
        }
    }
}

/// Decides how the slices of an owner change: endpoints stay in the slice that they are in, and as few slices as possible are touched.
pub(super) fn reconcile(
    owner: &SliceOwner<'_>,
    existing: &[Object],
    desired: Desired,
) -> Vec<Change> {
    let mut creates = Vec::new();
    let mut updates = Vec::new();
    let mut unused: Vec<&Object> = existing.iter().collect();
    for (ports, endpoints) in desired.0 {
        let (same, rest) = unused
            .into_iter()
            .partition::<Vec<&Object>, _>(|slice| ports_of(slice) == ports);
        unused = rest;
        let mut group = Group::sort(same, endpoints);
        group.fill();
        unused.append(&mut group.emptied);
        for (slice, endpoints) in group.kept {
            let changed = owner.changed(slice, &ports, endpoints);
            if is_different(&changed, slice) {
                updates.push(Change::Update(changed));
            }
        }
        for endpoints in group.new.chunks(MAX_ENDPOINTS) {
            creates.push((ports.clone(), endpoints.to_vec()));
        }
    }
    if creates.is_empty() && unused.len() == existing.len() {
        creates.push((Vec::new(), Vec::new()));
    }
    // A slice that is not needed any more becomes one that is.
    let mut unused = unused.into_iter();
    for (ports, endpoints) in creates {
        match unused.next() {
            Some(slice) => {
                let changed = owner.changed(slice, &ports, endpoints);
                if is_different(&changed, slice) {
                    updates.push(Change::Update(changed));
                }
            }
            None => updates.push(Change::Create(owner.new_slice(&ports, endpoints))),
        }
    }
    updates.extend(unused.cloned().map(Change::Delete));
    updates
}

/// The slices of one set of ports and what becomes of their endpoints.
struct Group<'a> {
    kept: Vec<(&'a Object, Vec<Value>)>,
    emptied: Vec<&'a Object>,
    new: Vec<Value>,
}

impl<'a> Group<'a> {
    /// Leaves every endpoint that should be there in its slice, in its present state.
    fn sort(slices: Vec<&'a Object>, endpoints: Vec<Value>) -> Self {
        let mut missing: BTreeMap<(Vec<String>, String), (usize, Value)> = endpoints
            .into_iter()
            .enumerate()
            .map(|(place, endpoint)| (identity(&endpoint), (place, endpoint)))
            .collect();
        let (mut kept, mut emptied) = (Vec::new(), Vec::new());
        for slice in slices {
            let there = slice["endpoints"].as_array().into_iter().flatten();
            let stay: Vec<Value> = there
                .filter_map(|endpoint| missing.remove(&identity(endpoint)))
                .map(|(_, endpoint)| endpoint)
                .collect();
            if stay.is_empty() {
                emptied.push(slice);
            } else {
                kept.push((slice, stay));
            }
        }
        let mut new: Vec<(usize, Value)> = missing.into_values().collect();
        new.sort_by_key(|(place, _)| *place);
        let new = new.into_iter().map(|(_, endpoint)| endpoint).collect();
        Group { kept, emptied, new }
    }

    /// Puts new endpoints where there is room, the fullest slice first.
    fn fill(&mut self) {
        while !self.new.is_empty() {
            let with_room = self
                .kept
                .iter_mut()
                .filter(|(_, endpoints)| endpoints.len() < MAX_ENDPOINTS);
            let Some((_, endpoints)) = with_room.max_by_key(|(_, endpoints)| endpoints.len())
            else {
                return;
            };
            let count = (MAX_ENDPOINTS - endpoints.len()).min(self.new.len());
            endpoints.extend(self.new.drain(..count));
        }
    }
}

/// What makes an endpoint the same one in another state.
fn identity<T: Tree + ?Sized>(endpoint: &T) -> (Vec<String>, String) {
    let addresses = endpoint.field("addresses").into_iter().flat_map(T::items);
    let target = endpoint.field("targetRef");
    let uid = target.and_then(|target| target.field("uid")?.text());
    (
        addresses.filter_map(T::text).map(str::to_owned).collect(),
        uid.unwrap_or_default().to_owned(),
    )
}

fn ports_of(slice: &Object) -> Vec<Value> {
    slice["ports"].to_values()
}

fn is_different(changed: &Value, slice: &Object) -> bool {
    let differs = |field: &str| changed[field] != slice[field];
    differs("endpoints")
        || differs("ports")
        || changed["metadata"]["labels"] != slice["metadata"]["labels"]
}

#[cfg(test)]
mod tests {
    use apimachinery::Packed;
    use apimachinery::packed::Items;
    use clientgo::resources;
    use serde_json::{Map, json};

    use super::*;

    fn service() -> Object {
        Object::new(&json!({"metadata": {"namespace": "a", "name": "web", "uid": "s"}}))
    }

    fn owner(service: &Object) -> SliceOwner<'_> {
        SliceOwner {
            kind: resources::SERVICES,
            object: service,
            service: "web",
            managed_by: "tests",
            labels: Map::new(),
            last_change: None,
        }
    }

    fn endpoint(number: usize, ready: bool) -> Value {
        json!({"addresses": [format!("10.0.0.{number}")], "conditions": {"ready": ready}, "targetRef": {"uid": number.to_string()}})
    }

    fn desired(groups: &[(u16, std::ops::Range<usize>)]) -> Desired {
        let mut desired = Desired::default();
        for (port, numbers) in groups {
            for number in numbers.clone() {
                desired.add(vec![json!({"port": port})], endpoint(number, true));
            }
        }
        desired
    }

    /// The slices as they are after the changes.
    fn apply(slices: &[Object], changes: &[Change]) -> Vec<Object> {
        let mut slices = slices.to_vec();
        for change in changes {
            match change {
                Change::Create(slice) => {
                    let mut slice = slice.clone();
                    slice["metadata"]["name"] = format!("web-{}", slices.len()).into();
                    slices.push(Object::new(&slice));
                }
                Change::Update(changed) => {
                    let name = changed["metadata"]["name"].as_str();
                    for slice in slices.iter_mut().filter(|slice| Some(slice.name()) == name) {
                        *slice = Object::new(&changed.clone());
                    }
                }
                Change::Delete(gone) => slices.retain(|slice| slice.name() != gone.name()),
            }
        }
        slices
    }

    fn sizes(slices: &[Object]) -> Vec<usize> {
        let count = |slice: &Object| slice["endpoints"].as_array().map_or(0, Items::len);
        slices.iter().map(count).collect()
    }

    #[test]
    fn a_service_without_pods_has_one_slice_that_says_so() {
        let service = service();
        let changes = reconcile(&owner(&service), &[], Desired::default());
        let slices = apply(&[], &changes);
        assert_eq!(sizes(&slices), [0]);
        assert_eq!(
            (&slices[0]["endpoints"], &slices[0]["ports"]),
            (Packed::null(), Packed::null())
        );
        assert_eq!(reconcile(&owner(&service), &slices, Desired::default()), []);
    }

    #[test]
    fn the_slice_that_says_so_becomes_the_first_with_endpoints_and_back() {
        let service = service();
        let owner = owner(&service);
        let empty = apply(&[], &reconcile(&owner, &[], Desired::default()));
        let full = apply(&empty, &reconcile(&owner, &empty, desired(&[(80, 0..3)])));
        assert_eq!((full[0].name(), sizes(&full)), (empty[0].name(), vec![3]));
        let again = apply(&full, &reconcile(&owner, &full, Desired::default()));
        assert_eq!((again[0].name(), sizes(&again)), (empty[0].name(), vec![0]));
    }

    #[test]
    fn a_slice_has_a_hundred_endpoints_at_most_and_room_is_filled() {
        let service = service();
        let owner = owner(&service);
        let slices = apply(&[], &reconcile(&owner, &[], desired(&[(80, 0..250)])));
        assert_eq!(sizes(&slices), [100, 100, 50]);
        let fewer = apply(
            &slices,
            &reconcile(&owner, &slices, desired(&[(80, 10..250)])),
        );
        assert_eq!(sizes(&fewer), [90, 100, 50]);
        let changes = reconcile(&owner, &fewer, desired(&[(80, 10..255)]));
        assert_eq!(changes.len(), 1, "one slice has room for all");
        assert_eq!(sizes(&apply(&fewer, &changes)), [95, 100, 50]);
    }

    #[test]
    fn an_endpoint_in_another_state_stays_where_it_is() {
        let service = service();
        let owner = owner(&service);
        let slices = apply(&[], &reconcile(&owner, &[], desired(&[(80, 0..3)])));
        let mut changed = Desired::default();
        for number in [2, 1, 0] {
            changed.add(vec![json!({"port": 80})], endpoint(number, number != 1));
        }
        let after = apply(&slices, &reconcile(&owner, &slices, changed));
        let ready: Vec<Option<bool>> = after[0]["endpoints"]
            .items()
            .map(|endpoint| endpoint["conditions"]["ready"].as_bool())
            .collect();
        assert_eq!(ready, [Some(true), Some(false), Some(true)]);
    }

    #[test]
    fn other_ports_have_a_slice_of_their_own() {
        let service = service();
        let owner = owner(&service);
        let both = desired(&[(80, 0..2), (8080, 2..3)]);
        let slices = apply(&[], &reconcile(&owner, &[], both));
        assert_eq!(sizes(&slices), [2, 1]);
        let changes = reconcile(&owner, &slices, desired(&[(80, 0..2)]));
        assert_eq!(changes, [Change::Delete(slices[1].clone())]);
    }
}
