//! One step of a rolling update: more of the new, or fewer of the old.

use super::Deployment;
use super::replica_sets::{ReplicaSets, Scale, age_key};
use crate::replica_set::ReplicaSet;

/// The size that the new ReplicaSet should have now, as far as the surge allows. `new` is the number of pods that it wants already.
pub(super) fn new_size(deployment: &Deployment, sets: &ReplicaSets, new: i64) -> i64 {
    let room = deployment.wanted() + deployment.max_surge() - sets.wanted();
    if room <= 0 {
        new
    } else {
        new + room.min(deployment.wanted() - new)
    }
}

/// How the new ReplicaSet should be scaled, if at all.
pub(super) fn scale_new(deployment: &Deployment, sets: &ReplicaSets) -> Option<Scale> {
    let new = sets.new.as_ref()?;
    let size = if new.wanted() > deployment.wanted() {
        deployment.wanted()
    } else {
        new_size(deployment, sets, new.wanted())
    };
    (size != new.wanted()).then(|| Scale::new(new, size))
}

/// How the old ReplicaSets should be scaled down. Pods that are not available go first, since nobody misses them; then as many of the others
/// as the Deployment can do without.
pub(super) fn scale_down_old(deployment: &Deployment, sets: &ReplicaSets) -> Vec<Scale> {
    let Some(new) = &sets.new else {
        return Vec::new();
    };
    let min_available = deployment.wanted() - deployment.max_unavailable();
    let new_unavailable = new.wanted() - new.available();
    let budget = sets.wanted() - min_available - new_unavailable;
    if budget <= 0 {
        return Vec::new();
    }
    let mut old: Vec<(&ReplicaSet, i64)> = sets
        .old
        .iter()
        .map(|set| (set, set.wanted()))
        .filter(|(_, wanted)| *wanted > 0)
        .collect();
    old.sort_by(|(a, _), (b, _)| age_key(a).cmp(&age_key(b)));
    let mut scales = clean_up_unhealthy(&mut old, budget);
    scales.extend(take_available(&mut old, sets.available() - min_available));
    scales
}

fn clean_up_unhealthy(old: &mut [(&ReplicaSet, i64)], mut budget: i64) -> Vec<Scale> {
    let mut scales = Vec::new();
    for (set, wanted) in old {
        let unhealthy = *wanted - set.available();
        let gone = unhealthy.min(budget);
        if gone > 0 {
            *wanted -= gone;
            budget -= gone;
            scales.push(Scale::new(set, *wanted));
        }
    }
    scales
}

fn take_available(old: &mut [(&ReplicaSet, i64)], mut budget: i64) -> Vec<Scale> {
    let mut scales = Vec::new();
    for (set, wanted) in old {
        let gone = (*wanted).min(budget);
        if gone > 0 {
            *wanted -= gone;
            budget -= gone;
            scales.push(Scale::new(set, *wanted));
        }
    }
    scales
}

#[cfg(test)]
mod tests {
    use super::super::replica_sets::testing::{deployment, scales, set};
    use super::*;

    fn down(
        wanted: i64,
        surge: i64,
        unavailable: i64,
        old: Vec<ReplicaSet>,
        new: ReplicaSet,
    ) -> Vec<(String, i64)> {
        let sets = ReplicaSets {
            new: Some(new),
            old,
        };
        let planned = scale_down_old(&deployment(wanted, surge, unavailable), &sets);
        scales(&planned)
            .into_iter()
            .map(|(name, size)| (name.to_owned(), size))
            .collect()
    }

    fn planned(expected: &[(&str, i64)]) -> Vec<(String, i64)> {
        expected
            .iter()
            .map(|(name, size)| ((*name).to_owned(), *size))
            .collect()
    }

    #[test]
    fn the_surge_limits_the_new_replica_set() {
        for (wanted, surge, old, new, expected) in [
            (4, 1, 4, 0, Some(1)),
            (4, 1, 3, 1, Some(2)),
            (4, 1, 4, 1, None),
            (10, 3, 10, 0, Some(3)),
            (10, 10, 10, 0, Some(10)),
            (2, 1, 0, 5, Some(2)),
            (4, 1, 0, 4, None),
        ] {
            let sets = ReplicaSets {
                new: Some(set("new", 2, new, 0)),
                old: vec![set("old", 1, old, old)],
            };
            let got = scale_new(&deployment(wanted, surge, 0), &sets).map(|scale| scale.replicas);
            assert_eq!(got, expected, "{wanted}+{surge}, old {old}, new {new}");
        }
    }

    #[test]
    fn an_available_new_pod_frees_an_old_one() {
        assert_eq!(
            down(4, 1, 0, vec![set("old", 1, 4, 4)], set("new", 2, 1, 1)),
            planned(&[("old", 3)])
        );
        assert_eq!(
            down(4, 1, 0, vec![set("old", 1, 4, 4)], set("new", 2, 1, 0)),
            planned(&[]),
            "it is not available yet"
        );
        assert_eq!(
            down(10, 3, 2, vec![set("old", 1, 10, 10)], set("new", 2, 3, 0)),
            planned(&[("old", 8)])
        );
    }

    #[test]
    fn unhealthy_old_pods_go_first() {
        let old = vec![set("older", 1, 2, 2), set("broken", 2, 3, 0)];
        assert_eq!(
            down(4, 1, 2, old, set("new", 3, 0, 0)),
            planned(&[("broken", 0)])
        );
    }

    #[test]
    fn nothing_is_taken_when_too_few_are_available() {
        assert_eq!(
            down(4, 1, 0, vec![set("old", 1, 4, 3)], set("new", 2, 1, 0)),
            planned(&[])
        );
    }

    #[test]
    fn the_oldest_give_first() {
        let old = vec![set("first", 1, 2, 2), set("second", 2, 2, 2)];
        assert_eq!(
            down(4, 2, 0, old, set("new", 3, 3, 3)),
            planned(&[("first", 0), ("second", 1)])
        );
    }
}
