//! DaemonSets.

use apimachinery::Timestamp;
use serde_json::{Value, json};

use super::Strategy;

/// DaemonSets count the changes of their template in an annotation.
pub(super) struct DaemonSet;

const TEMPLATE_GENERATION: &str = "deprecated.daemonset.template.generation";

impl Strategy for DaemonSet {
    fn prepare_for_create(&self, object: &mut Value, _now: Timestamp) {
        set_template_generation(object, 1);
    }

    fn prepare_for_update(&self, new: &mut Value, old: &Value) {
        let changed = new["spec"]["template"] != old["spec"]["template"];
        let before = old["metadata"]["annotations"][TEMPLATE_GENERATION].as_str();
        let before: i64 = before.and_then(|count| count.parse().ok()).unwrap_or(1);
        set_template_generation(new, before + i64::from(changed));
    }
}

fn set_template_generation(object: &mut Value, generation: i64) {
    let annotations = &mut object["metadata"]["annotations"];
    if annotations.is_null() {
        *annotations = json!({});
    }
    annotations[TEMPLATE_GENERATION] = generation.to_string().into();
}
