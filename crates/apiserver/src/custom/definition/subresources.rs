use apimachinery::field::{Error, FieldPath};
use serde_json::Value;

use super::{simple_path, text};

/// Checks where a scale keeps its numbers.
pub(super) fn validate(version: &Value, path: &FieldPath) -> Vec<Error> {
    let Some(scale) = version["subresources"]
        .get("scale")
        .filter(|scale| scale.is_object())
    else {
        return Vec::new();
    };
    let path = path.child("subresources").child("scale");
    let mut errors = Vec::new();
    for (key, root) in [
        ("specReplicasPath", ".spec."),
        ("statusReplicasPath", ".status."),
    ] {
        let (value, at) = (text(scale, key), path.child(key));
        match simple_path(value, &at) {
            Some(error) => errors.push(error),
            None if !value.starts_with(root) => {
                let detail = format!("should be a json path under {}", root.trim_end_matches('.'));
                errors.push(Error::invalid(&at, value, detail));
            }
            None => {}
        }
    }
    let (selector, at) = (
        text(scale, "labelSelectorPath"),
        path.child("labelSelectorPath"),
    );
    if !selector.is_empty() {
        if let Some(error) = simple_path(selector, &at) {
            errors.push(error);
        } else if !selector.starts_with(".spec.") && !selector.starts_with(".status.") {
            let detail = "should be a json path under either .spec or .status";
            errors.push(Error::invalid(&at, selector, detail));
        }
    }
    errors
}
