//! `status` of a job between reading and writing.

use apimachinery::{Packed, Tree};
use clientgo::Object;
use serde_json::{Value, json};

use super::conditions::{self, Type};

/// The fields of a job's status.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Status {
    pub(super) conditions: Vec<Value>,
    pub(super) start_time: Option<String>,
    pub(super) completion_time: Option<String>,
    pub(super) active: usize,
    pub(super) ready: usize,
    pub(super) terminating: usize,
    pub(super) succeeded: usize,
    pub(super) failed: usize,
    pub(super) completed_indexes: String,
    pub(super) failed_indexes: Option<String>,
    pub(super) uncounted: Uncounted,
}

/// The uids of pods that have ended and may still have their finalizer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Uncounted {
    pub(super) succeeded: Vec<String>,
    pub(super) failed: Vec<String>,
}

impl Uncounted {
    pub(super) fn len(&self) -> usize {
        self.succeeded.len() + self.failed.len()
    }
}

impl Status {
    pub(super) fn read(status: &Packed) -> Self {
        let text = |field: &str| status[field].as_str().map(str::to_owned);
        let count = |field: &str| super::count(&status[field]).unwrap_or_default();
        let uids = |field: &str| -> Vec<String> {
            let uids = status["uncountedTerminatedPods"][field].as_array();
            uids.into_iter()
                .flatten()
                .filter_map(Packed::as_str)
                .map(str::to_owned)
                .collect()
        };
        Status {
            conditions: status["conditions"].to_values(),
            start_time: text("startTime"),
            completion_time: text("completionTime"),
            active: count("active"),
            ready: count("ready"),
            terminating: count("terminating"),
            succeeded: count("succeeded"),
            failed: count("failed"),
            completed_indexes: text("completedIndexes").unwrap_or_default(),
            failed_indexes: text("failedIndexes"),
            uncounted: Uncounted {
                succeeded: uids("succeeded"),
                failed: uids("failed"),
            },
        }
    }

    pub(super) fn write(&self) -> Value {
        let mut uncounted = json!({});
        for (field, uids) in [
            ("succeeded", &self.uncounted.succeeded),
            ("failed", &self.uncounted.failed),
        ] {
            if !uids.is_empty() {
                uncounted[field] = json!(uids);
            }
        }
        let mut status = json!({"ready": self.ready, "terminating": self.terminating, "uncountedTerminatedPods": uncounted});
        if !self.conditions.is_empty() {
            status["conditions"] = self.conditions.clone().into();
        }
        let counts = [
            ("active", self.active),
            ("succeeded", self.succeeded),
            ("failed", self.failed),
        ];
        for (field, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
            status[field] = count.into();
        }
        let completed = Some(&self.completed_indexes).filter(|indexes| !indexes.is_empty());
        for (field, text) in [
            ("startTime", self.start_time.as_ref()),
            ("completionTime", self.completion_time.as_ref()),
            ("completedIndexes", completed),
            ("failedIndexes", self.failed_indexes.as_ref()),
        ] {
            if let Some(text) = text {
                status[field] = text.as_str().into();
            }
        }
        status
    }
}

/// The condition by which a job is over: it is complete, or it has failed.
pub(crate) fn finished_condition(job: &Object) -> Option<&Packed> {
    let found = &job["status"]["conditions"];
    let find = |type_| conditions::find(found.items(), type_);
    find(Type::Complete).or_else(|| find(Type::Failed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use apimachinery::packed::Packer;

    #[test]
    fn what_is_written_reads_back_and_zero_counts_are_left_out() {
        let text = json!({
            "startTime": "2026-01-01T00:00:00Z", "active": 2, "ready": 1, "terminating": 0, "failed": 3,
            "completedIndexes": "0-2", "failedIndexes": "", "uncountedTerminatedPods": {"failed": ["u"]},
            "conditions": [{"type": "FailureTarget", "status": "True"}],
        });
        assert_eq!(Status::read(&Packer::pack(&text)).write(), text);
        let empty = json!({"ready": 0, "terminating": 0, "uncountedTerminatedPods": {}});
        assert_eq!(Status::default().write(), empty);
    }
}
