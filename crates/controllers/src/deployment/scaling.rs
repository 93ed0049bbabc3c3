//! What a change of the wanted number does to the ReplicaSets, also in the middle of a rollout and while paused.

use std::cmp::Reverse;

use super::annotations::{DESIRED_REPLICAS, MAX_REPLICAS};
use super::replica_sets::{ReplicaSets, Scale, age_key};
use super::{Deployment, Strategy};
use crate::replica_set::ReplicaSet;

/// Whether the wanted number has changed since the ReplicaSets were last sized.
pub(super) fn is_scaling_event(deployment: &Deployment, sets: &ReplicaSets) -> bool {
    sets.active().any(|set| {
        set.annotated_number(DESIRED_REPLICAS)
            .is_some_and(|desired| desired != deployment.wanted())
    })
}

/// How the ReplicaSets should be sized. A size that stays is part of the plan where the ReplicaSet's note of it must be renewed.
pub(super) fn plan(deployment: &Deployment, sets: &ReplicaSets) -> Vec<Scale> {
    let wanted = deployment.wanted();
    if let Some(set) = only_active_or_latest(sets) {
        return if set.wanted() == wanted {
            Vec::new()
        } else {
            vec![Scale::new(set, wanted)]
        };
    }
    if is_saturated(deployment, sets.new.as_ref()) {
        return sets
            .old
            .iter()
            .filter(|set| set.wanted() > 0)
            .map(|set| Scale::new(set, 0))
            .collect();
    }
    if deployment.strategy() == Strategy::RollingUpdate {
        proportional(deployment, sets)
    } else {
        Vec::new()
    }
}

/// The one ReplicaSet that has pods; where none has, the new one, or else the newest old one.
fn only_active_or_latest(sets: &ReplicaSets) -> Option<&ReplicaSet> {
    let mut active = sets.active();
    match (active.next(), active.next()) {
        (Some(only), None) => Some(only),
        (None, _) => sets
            .new
            .as_ref()
            .or_else(|| sets.old.iter().max_by_key(|set| age_key(set))),
        (Some(_), Some(_)) => None,
    }
}

fn is_saturated(deployment: &Deployment, new: Option<&ReplicaSet>) -> bool {
    let wanted = deployment.wanted();
    new.is_some_and(|new| {
        new.wanted() == wanted
            && new.annotated_number(DESIRED_REPLICAS) == Some(wanted)
            && new.available() == wanted
    })
}

/// Spreads what is to be added or taken over the active ReplicaSets by their size, so that a rollout keeps its proportions. What rounding
/// leaves goes to the largest.
fn proportional(deployment: &Deployment, sets: &ReplicaSets) -> Vec<Scale> {
    let mut active: Vec<&ReplicaSet> = sets.active().collect();
    let present: i64 = active.iter().map(|set| set.wanted()).sum();
    let allowed = if deployment.wanted() > 0 {
        deployment.wanted() + deployment.max_surge()
    } else {
        0
    };
    let to_add = allowed - present;
    if to_add > 0 {
        active.sort_by_key(|set| (Reverse(set.wanted()), Reverse(age_key(set))));
    } else {
        active.sort_by_key(|set| (Reverse(set.wanted()), age_key(set)));
    }
    let mut added = 0;
    let mut scales: Vec<Scale> = Vec::new();
    for set in active {
        let share = share(deployment, set, to_add, added);
        added += share;
        scales.push(Scale::new(set, set.wanted() + share));
    }
    if let Some(largest) = scales.first_mut() {
        largest.replicas = (largest.replicas + to_add - added).max(0);
    }
    scales
}

/// The part of one ReplicaSet in what is to be added, within what the others have left.
fn share(deployment: &Deployment, set: &ReplicaSet, to_add: i64, added: i64) -> i64 {
    if to_add == added {
        return 0;
    }
    let fraction = fraction(deployment, set);
    let left = to_add - added;
    if to_add > 0 {
        fraction.min(left)
    } else {
        fraction.max(left)
    }
}

fn fraction(deployment: &Deployment, set: &ReplicaSet) -> i64 {
    if deployment.wanted() == 0 {
        return -set.wanted();
    }
    let allowed = deployment.wanted() + deployment.max_surge();
    let allowed_before = match set.annotated_number(MAX_REPLICAS).filter(|max| *max != 0) {
        Some(max) => max,
        None => deployment.0["status"]["replicas"]
            .as_i64()
            .unwrap_or_default(),
    };
    if allowed_before == 0 {
        return 0;
    }
    rounded_quotient(set.wanted() * allowed, allowed_before) - set.wanted()
}

/// Half a pod and more counts as one.
fn rounded_quotient(dividend: i64, divisor: i64) -> i64 {
    (2 * dividend + divisor).div_euclid(2 * divisor)
}

#[cfg(test)]
mod tests {
    use super::super::replica_sets::testing::{deployment, scales, set, sized};
    use super::*;

    fn planned(
        wanted: i64,
        surge: i64,
        old: Vec<ReplicaSet>,
        new: Option<ReplicaSet>,
    ) -> Vec<(String, i64)> {
        let sets = ReplicaSets { new, old };
        let scales_ = plan(&deployment(wanted, surge, 0), &sets);
        scales(&scales_)
            .into_iter()
            .map(|(name, size)| (name.to_owned(), size))
            .collect()
    }

    fn expected(scales: &[(&str, i64)]) -> Vec<(String, i64)> {
        scales
            .iter()
            .map(|(name, size)| ((*name).to_owned(), *size))
            .collect()
    }

    #[test]
    fn a_single_replica_set_takes_the_whole_number() {
        assert_eq!(
            planned(6, 1, vec![], Some(set("new", 1, 4, 4))),
            expected(&[("new", 6)])
        );
        assert_eq!(
            planned(6, 1, vec![set("a", 1, 0, 0), set("b", 2, 0, 0)], None),
            expected(&[("b", 6)])
        );
        assert_eq!(
            planned(4, 1, vec![], Some(set("new", 1, 4, 4))),
            expected(&[])
        );
    }

    #[test]
    fn a_saturated_new_one_ends_the_old_ones() {
        let new = sized("new", 2, 4, 4, Some((4, 5)));
        assert_eq!(
            planned(4, 1, vec![set("old", 1, 1, 1)], Some(new)),
            expected(&[("old", 0)])
        );
    }

    #[test]
    fn a_rollout_that_is_scaled_keeps_its_proportions() {
        let old = || sized("old", 1, 8, 8, Some((10, 13)));
        let new = || sized("new", 2, 5, 0, Some((10, 13)));
        assert_eq!(
            planned(15, 3, vec![old()], Some(new())),
            expected(&[("old", 11), ("new", 7)])
        );
        assert_eq!(
            planned(5, 3, vec![old()], Some(new())),
            expected(&[("old", 5), ("new", 3)])
        );
        assert_eq!(
            planned(0, 3, vec![old()], Some(new())),
            expected(&[("old", 0), ("new", 0)])
        );
    }

    #[test]
    fn equal_sizes_grow_the_newer_and_shrink_the_older_first() {
        let sets = || vec![sized("old", 1, 5, 5, Some((10, 10)))];
        let new = || Some(sized("new", 2, 5, 5, Some((10, 10))));
        assert_eq!(
            planned(11, 0, sets(), new()),
            expected(&[("new", 6), ("old", 5)])
        );
        assert_eq!(
            planned(9, 0, sets(), new()),
            expected(&[("old", 4), ("new", 5)])
        );
    }

    #[test]
    fn sizes_that_stay_are_renewed() {
        let old = vec![sized("old", 1, 4, 4, Some((5, 6)))];
        let new = Some(sized("new", 2, 2, 0, Some((5, 6))));
        assert_eq!(planned(5, 1, old, new), expected(&[("old", 4), ("new", 2)]));
    }
}
