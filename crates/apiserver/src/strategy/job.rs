//! Jobs.

use apimachinery::Timestamp;
use serde_json::{Map, Value, json};

use super::Strategy;

/// Jobs select their pods by their own uid unless told otherwise.
pub(super) struct Job;

impl Strategy for Job {
    fn prepare_for_create(&self, object: &mut Value, _now: Timestamp) {
        if object["spec"]["manualSelector"] != true {
            generate_selector(object);
        }
        // A job without labels has those of its template.
        let template = object["spec"]["template"]["metadata"]["labels"].clone();
        let own = object["metadata"]["labels"]
            .as_object()
            .is_none_or(Map::is_empty);
        if own && template.is_object() {
            object["metadata"]["labels"] = template;
        }
    }
}

fn generate_selector(object: &mut Value) {
    let uid = object["metadata"]["uid"].clone();
    let name = object["metadata"]["name"].clone();
    let labels = &mut object["spec"]["template"]["metadata"]["labels"];
    if labels.is_null() {
        *labels = json!({});
    }
    for (key, value) in [
        ("controller-uid", &uid),
        ("job-name", &name),
        ("batch.kubernetes.io/controller-uid", &uid),
        ("batch.kubernetes.io/job-name", &name),
    ] {
        labels[key] = value.clone();
    }
    let selector = &mut object["spec"]["selector"];
    if selector.is_null() {
        *selector = json!({});
    }
    if selector["matchLabels"].is_null() {
        selector["matchLabels"] = json!({});
    }
    selector["matchLabels"]["batch.kubernetes.io/controller-uid"] = uid;
}
