//! Autoscalers.

use apimachinery::field::{Error, ErrorList, FieldPath};
use serde_json::Value;

use super::Strategy;

/// Autoscalers keep between a minimum and a maximum.
pub(super) struct HorizontalPodAutoscaler;

impl Strategy for HorizontalPodAutoscaler {
    fn validate(&self, object: &Value) -> ErrorList {
        let mut errors = ErrorList::new();
        let (spec, path) = (&object["spec"], FieldPath::new("spec"));
        let minimum = spec["minReplicas"].as_i64().unwrap_or(1);
        let maximum = spec["maxReplicas"].as_i64().unwrap_or(0);
        if minimum < 1 {
            let detail = "must be greater than or equal to 1";
            errors.push(Error::invalid(&path.child("minReplicas"), minimum, detail));
        }
        let maximum_path = path.child("maxReplicas");
        if maximum < 1 {
            errors.push(Error::invalid(
                &maximum_path,
                maximum,
                "must be greater than 0",
            ));
        }
        if maximum < minimum {
            let detail = "must be greater than or equal to `minReplicas`";
            errors.push(Error::invalid(&maximum_path, maximum, detail));
        }
        for field in ["kind", "name"] {
            if spec["scaleTargetRef"][field]
                .as_str()
                .is_none_or(str::is_empty)
            {
                errors.push(Error::required(
                    &path.child("scaleTargetRef").child(field),
                    "",
                ));
            }
        }
        errors
    }
}
