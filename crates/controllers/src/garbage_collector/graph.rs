use std::collections::{BTreeMap, BTreeSet};

use clientgo::{Key, Object, Resource};

use super::{FOREGROUND, ORPHAN};

/// Who owns whom among the objects that the watches have told of.
#[derive(Debug, Default)]
pub(super) struct Graph {
    nodes: BTreeMap<String, Node>,
    /// The uids of the dependents by the uid of an owner, whether or not the owner is known.
    dependents: BTreeMap<String, BTreeSet<String>>,
}

/// An object as the graph knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) resource: Resource,
    pub(super) key: Key,
    pub(super) owners: Vec<OwnerEdge>,
    pub(super) deletion: Deletion,
}

/// One owner of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OwnerEdge {
    pub(super) uid: String,
    pub(super) blocks: bool,
}

/// Whether and how an object is being deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deletion {
    /// It is not.
    None,
    /// It goes as soon as its finalizers allow, without regard to dependents.
    Plain,
    /// Its dependents are deleted first.
    Foreground,
    /// Its dependents are set free first.
    Orphan,
}

impl Graph {
    pub(super) fn node(&self, uid: &str) -> Option<&Node> {
        self.nodes.get(uid)
    }

    /// The known dependents of an owner with their uids.
    pub(super) fn dependents(&self, uid: &str) -> impl Iterator<Item = (&str, &Node)> {
        let uids = self.dependents.get(uid).into_iter().flatten();
        uids.filter_map(|uid| Some((uid.as_str(), self.nodes.get(uid)?)))
    }

    /// The dependents without whose end the owner's foreground deletion cannot end.
    pub(super) fn blocking_dependents(&self, uid: &str) -> Vec<String> {
        let blocks = |node: &Node| {
            node.owners
                .iter()
                .any(|owner| owner.uid == uid && owner.blocks)
        };
        self.dependents(uid)
            .filter(|(_, node)| blocks(node))
            .map(|(uid, _)| uid.to_owned())
            .collect()
    }

    /// Takes in an object and gives the uids of those that must be looked at for it.
    pub(super) fn observe(&mut self, resource: &Resource, object: &Object) -> BTreeSet<String> {
        let uid = object.uid().to_owned();
        let node = Node {
            resource: resource.clone(),
            key: object.key(),
            owners: edges(object),
            deletion: deletion(object),
        };
        let old = self.nodes.insert(uid.clone(), node.clone());
        let former = old
            .as_ref()
            .map(|old| old.owners.clone())
            .unwrap_or_default();
        let mut affected = BTreeSet::new();
        if former != node.owners {
            self.relink(&uid, &former, &node.owners);
            affected.extend(self.waiting_owners(&former));
            if node.owners.iter().any(|owner| self.deserves_a_look(owner)) {
                affected.insert(uid.clone());
            }
        }
        if old.map_or(Deletion::None, |old| old.deletion) != node.deletion {
            match node.deletion {
                Deletion::Foreground => {
                    affected.extend(self.dependents(&uid).map(|(uid, _)| uid.to_owned()));
                    affected.insert(uid);
                }
                Deletion::Orphan => drop(affected.insert(uid)),
                Deletion::Plain | Deletion::None => {}
            }
        }
        affected
    }

    /// Forgets an object and gives the uids of those that must be looked at for it.
    pub(super) fn remove(&mut self, uid: &str) -> BTreeSet<String> {
        let Some(node) = self.nodes.remove(uid) else {
            return BTreeSet::new();
        };
        self.relink(uid, &node.owners, &[]);
        let mut affected: BTreeSet<String> = self
            .dependents(uid)
            .map(|(uid, _)| uid.to_owned())
            .collect();
        affected.extend(self.waiting_owners(&node.owners));
        affected
    }

    fn relink(&mut self, uid: &str, former: &[OwnerEdge], present: &[OwnerEdge]) {
        for owner in former {
            if let Some(dependents) = self.dependents.get_mut(&owner.uid) {
                dependents.remove(uid);
                if dependents.is_empty() {
                    self.dependents.remove(&owner.uid);
                }
            }
        }
        for owner in present {
            self.dependents
                .entry(owner.uid.clone())
                .or_default()
                .insert(uid.to_owned());
        }
    }

    /// Owners that wait for dependents to go.
    fn waiting_owners(&self, owners: &[OwnerEdge]) -> impl Iterator<Item = String> {
        let waits = |owner: &&OwnerEdge| {
            self.nodes
                .get(&owner.uid)
                .is_some_and(|node| node.deletion == Deletion::Foreground)
        };
        owners.iter().filter(waits).map(|owner| owner.uid.clone())
    }

    /// An owner that is not known may not exist; one that deletes its dependents waits for this one.
    fn deserves_a_look(&self, owner: &OwnerEdge) -> bool {
        self.nodes
            .get(&owner.uid)
            .is_none_or(|node| node.deletion == Deletion::Foreground)
    }
}

fn edges(object: &Object) -> Vec<OwnerEdge> {
    object
        .owner_references()
        .map(|owner| OwnerEdge {
            uid: owner.uid().to_owned(),
            blocks: owner.blocks_owner_deletion(),
        })
        .collect()
}

fn deletion(object: &Object) -> Deletion {
    if !object.is_deleting() {
        Deletion::None
    } else if object.has_finalizer(ORPHAN) {
        Deletion::Orphan
    } else if object.has_finalizer(FOREGROUND) {
        Deletion::Foreground
    } else {
        Deletion::Plain
    }
}

#[cfg(test)]
mod tests {
    use clientgo::resources::{PODS, REPLICA_SETS};
    use serde_json::{Value, json};

    use super::*;

    fn object(uid: &str, owners: &[(&str, bool)], finalizer: Option<&str>) -> Object {
        let owners: Vec<Value> = owners
            .iter()
            .map(|(uid, blocks)| json!({"uid": uid, "blockOwnerDeletion": blocks}))
            .collect();
        let mut value = json!({"metadata": {"uid": uid, "name": uid, "namespace": "a", "ownerReferences": owners}});
        if let Some(finalizer) = finalizer {
            value["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z".into();
            value["metadata"]["finalizers"] = json!([finalizer]);
        }
        Object::new(&value)
    }

    fn uids(set: &BTreeSet<String>) -> Vec<&str> {
        set.iter().map(String::as_str).collect()
    }

    #[test]
    fn the_end_of_an_owner_calls_for_its_dependents() {
        let mut graph = Graph::default();
        assert!(
            graph
                .observe(&REPLICA_SETS, &object("set", &[], None))
                .is_empty()
        );
        assert!(
            graph
                .observe(&PODS, &object("pod", &[("set", true)], None))
                .is_empty(),
            "its owner is there"
        );
        assert_eq!(
            uids(&graph.observe(&PODS, &object("stray", &[("unknown", true)], None))),
            ["stray"]
        );
        assert_eq!(uids(&graph.remove("set")), ["pod"]);
    }

    #[test]
    fn a_foreground_deletion_calls_for_both_sides_and_for_the_owner_at_the_end() {
        let mut graph = Graph::default();
        graph.observe(&REPLICA_SETS, &object("set", &[], None));
        graph.observe(&PODS, &object("blocking", &[("set", true)], None));
        graph.observe(&PODS, &object("free", &[("set", false)], None));
        let affected = graph.observe(&REPLICA_SETS, &object("set", &[], Some(FOREGROUND)));
        assert_eq!(uids(&affected), ["blocking", "free", "set"]);
        assert_eq!(graph.blocking_dependents("set"), ["blocking"]);
        assert_eq!(uids(&graph.remove("blocking")), ["set"]);
        assert!(graph.blocking_dependents("set").is_empty());
    }

    #[test]
    fn an_owner_that_waits_is_looked_at_when_a_dependent_is_set_free() {
        let mut graph = Graph::default();
        graph.observe(&REPLICA_SETS, &object("set", &[], Some(FOREGROUND)));
        assert_eq!(
            uids(&graph.observe(&PODS, &object("pod", &[("set", true)], None))),
            ["pod"]
        );
        assert_eq!(
            uids(&graph.observe(&PODS, &object("pod", &[], None))),
            ["set"]
        );
        assert!(graph.dependents("set").next().is_none());
    }
}
