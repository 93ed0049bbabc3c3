//! Pods that have lost their finalizer before the cache shows it: nobody counts them a second time.

use std::collections::{BTreeMap, BTreeSet};

use clientgo::{Key, Object};
use parking_lot::Mutex;

use super::TRACKING_FINALIZER;
use super::pods::is_tracked;

/// The uids of such pods, by the job that they were released of.
#[derive(Debug, Default)]
pub(super) struct Released(Mutex<BTreeMap<Key, BTreeSet<String>>>);

impl Released {
    /// Notes that pods of a job have lost their finalizer.
    pub(super) fn note(&self, job: &Key, uids: impl Iterator<Item = String>) {
        self.0.lock().entry(job.clone()).or_default().extend(uids);
    }

    /// The pods of a job as they are by now: what was released has no finalizer, whatever the cache says. What the cache shows itself is
    /// forgotten.
    pub(super) fn applied(&self, job: &Key, pods: Vec<Object>) -> Vec<Object> {
        let mut released = self.0.lock();
        let Some(uids) = released.get_mut(job) else {
            return pods;
        };
        let late = |uid: &String| pods.iter().any(|pod| pod.uid() == uid && is_tracked(pod));
        uids.retain(late);
        let pods = pods
            .iter()
            .map(|pod| match uids.contains(pod.uid()) {
                true => without_finalizer(pod),
                false => pod.clone(),
            })
            .collect();
        if uids.is_empty() {
            released.remove(job);
        }
        pods
    }

    /// Forgets a job that is over or gone.
    pub(super) fn forget(&self, job: &Key) {
        self.0.lock().remove(job);
    }
}

fn without_finalizer(pod: &Object) -> Object {
    let mut pod = pod.to_value();
    if let Some(finalizers) = pod["metadata"]["finalizers"].as_array_mut() {
        finalizers.retain(|finalizer| finalizer != TRACKING_FINALIZER);
    }
    Object::new(&pod)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn pod(uid: &str, finalizers: &[&str]) -> Object {
        Object::new(&json!({"metadata": {"uid": uid, "finalizers": finalizers}}))
    }

    #[test]
    fn a_pod_is_released_until_the_cache_shows_it() {
        let released = Released::default();
        let job = Key::new("a", "job");
        released.note(&job, ["u".to_owned()].into_iter());
        let late = released.applied(
            &job,
            vec![
                pod("u", &[TRACKING_FINALIZER]),
                pod("v", &[TRACKING_FINALIZER]),
            ],
        );
        assert!(!is_tracked(&late[0]) && is_tracked(&late[1]));
        released.applied(&job, vec![pod("u", &[])]);
        let again = released.applied(&job, vec![pod("u", &[TRACKING_FINALIZER])]);
        assert!(is_tracked(&again[0]), "it was forgotten");
    }
}
