//! Budgets of disruptions.

use apimachinery::field::{Error, ErrorList, FieldPath};
use serde_json::Value;

use super::Strategy;
use super::validation::{not_over_100_percent, positive_or_percent};

/// Budgets say how many pods must stay, or how many may go.
pub(super) struct PodDisruptionBudget;

impl Strategy for PodDisruptionBudget {
    fn validate(&self, object: &Value) -> ErrorList {
        let mut errors = ErrorList::new();
        let (spec, path) = (&object["spec"], FieldPath::new("spec"));
        if !spec["minAvailable"].is_null() && !spec["maxUnavailable"].is_null() {
            let shown = format!(
                r#"{{"MinAvailable":{},"Selector":{},"MaxUnavailable":{},"UnhealthyPodEvictionPolicy":{}}}"#,
                spec["minAvailable"],
                spec["selector"],
                spec["maxUnavailable"],
                spec["unhealthyPodEvictionPolicy"],
            );
            let detail = "minAvailable and maxUnavailable cannot be both set";
            errors.push(Error::invalid(&path, Value::Null, detail).shown_as(shown));
        }
        for field in ["minAvailable", "maxUnavailable"] {
            positive_or_percent(&mut errors, &path, spec, field);
            not_over_100_percent(&mut errors, &path, spec, field);
        }
        errors
    }
}
