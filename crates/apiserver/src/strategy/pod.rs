//! Pods.

mod admission;
mod qos;
mod update;

use apimachinery::Timestamp;
use apimachinery::field::{ErrorList, FieldPath};
use apimachinery::validation::is_dns1123_label;
use serde_json::{Value, json};

use super::Strategy;
use super::validation::pod_spec;
use super::warnings;

/// Pods begin as pending, with an account, a priority and tolerations.
pub(super) struct Pod;

impl Strategy for Pod {
    fn prepare_for_create(&self, object: &mut Value, now: Timestamp) {
        admission::admit(object);
        object["status"]["qosClass"] = qos::class(&object["spec"]).into();
        if object["spec"]["schedulingGates"]
            .as_array()
            .is_some_and(|gates| !gates.is_empty())
        {
            object["status"]["conditions"] = json!([{
                "type": "PodScheduled",
                "status": "False",
                "lastProbeTime": null,
                "lastTransitionTime": now.rfc3339(),
                "reason": "SchedulingGated",
                "message": "Scheduling is blocked due to non-empty scheduling gates",
            }]);
        }
    }

    fn prepare_for_update(&self, new: &mut Value, old: &Value) {
        new["status"] = old["status"].clone();
    }

    fn validate(&self, object: &Value) -> ErrorList {
        let mut errors = ErrorList::new();
        pod_spec(&mut errors, &object["spec"], &FieldPath::new("spec"));
        errors
    }

    fn validate_update(&self, new: &Value, old: &Value) -> ErrorList {
        let mut errors = self.validate(new);
        errors.extend(update::errors(&new["spec"], &old["spec"]));
        errors
    }

    fn warnings(&self, new: &Value, old: Option<&Value>) -> Vec<String> {
        let mut found = Vec::new();
        let name = new["metadata"]["name"].as_str().unwrap_or_default();
        let wrong = is_dns1123_label(name);
        if old.is_none() && !wrong.is_empty() {
            found.push(format!(
                "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [{}]",
                wrong.join(" ")
            ));
        }
        found.extend(warnings::pod_spec(&new["spec"], &FieldPath::new("spec")));
        found
    }

    fn grace_period(&self, object: &Value, requested: Option<i64>) -> Option<i64> {
        // A pod that no node has, or that has ended, has nothing to end.
        let unassigned = object["spec"]["nodeName"]
            .as_str()
            .is_none_or(str::is_empty);
        let ended = matches!(
            object["status"]["phase"].as_str(),
            Some("Failed" | "Succeeded")
        );
        let own = object["spec"]["terminationGracePeriodSeconds"].as_i64();
        let seconds = requested.or(own).unwrap_or(30).max(0);
        (!unassigned && !ended).then_some(seconds)
    }
}
