//! Which old ReplicaSets are too old to go back to.

use super::replica_sets::{ReplicaSets, age_key};
use super::{Deployment, annotations};
use crate::replica_set::ReplicaSet;

/// The old ReplicaSets beyond the limit, lowest revision first, as far as nothing of them is left.
pub(super) fn to_clean_up<'a>(
    deployment: &Deployment,
    sets: &'a ReplicaSets,
) -> Vec<&'a ReplicaSet> {
    let Some(limit) = deployment.revision_history_limit() else {
        return Vec::new();
    };
    let mut kept: Vec<&ReplicaSet> = sets.old.iter().filter(|set| !set.0.is_deleting()).collect();
    kept.sort_by_key(|set| (annotations::revision(set), age_key(set)));
    kept.truncate(kept.len().saturating_sub(limit));
    kept.retain(|set| is_spent(set));
    kept
}

fn is_spent(set: &ReplicaSet) -> bool {
    set.wanted() == 0 && set.actual() == 0 && set.observed_generation() >= set.0.generation()
}

#[cfg(test)]
mod tests {
    use clientgo::Object;
    use serde_json::json;

    use super::*;

    fn set(name: &str, revision: i64, replicas: i64) -> ReplicaSet {
        ReplicaSet(Object::new(&json!({
            "metadata": {"name": name, "annotations": {annotations::REVISION: revision.to_string()}},
            "spec": {"replicas": replicas}, "status": {},
        })))
    }

    fn cleaned(limit: i64, old: Vec<ReplicaSet>) -> Vec<String> {
        let deployment = Deployment(Object::new(
            &json!({"spec": {"revisionHistoryLimit": limit}}),
        ));
        let sets = ReplicaSets { new: None, old };
        to_clean_up(&deployment, &sets)
            .into_iter()
            .map(|set| set.name().to_owned())
            .collect()
    }

    #[test]
    fn the_lowest_revisions_go_and_those_with_pods_stay() {
        let old = || {
            vec![
                set("three", 3, 0),
                set("one", 1, 0),
                set("two", 2, 1),
                set("four", 4, 0),
            ]
        };
        assert_eq!(cleaned(1, old()), ["one", "three"]);
        assert_eq!(cleaned(2, old()), ["one"]);
        assert_eq!(cleaned(10, old()), [""; 0]);
        assert_eq!(cleaned(0, old()), ["one", "three", "four"]);
        assert_eq!(cleaned(i64::from(i32::MAX), old()), [""; 0], "no limit");
    }
}
