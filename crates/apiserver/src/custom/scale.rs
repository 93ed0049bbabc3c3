//! Where a custom resource keeps the number of its replicas.

use apimachinery::field::{Error, ErrorList, FieldPath};
use serde_json::{Map, Value};

/// Paths such as `.spec.replicas`.
#[derive(Clone, Debug)]
pub(crate) struct ScalePaths {
    pub(crate) spec_replicas: String,
    pub(crate) status_replicas: String,
    pub(crate) label_selector: Option<String>,
}

impl ScalePaths {
    pub(crate) fn of(scale: &Value) -> Option<Self> {
        let path = |key: &str| scale[key].as_str().map(str::to_owned);
        Some(Self {
            spec_replicas: path("specReplicasPath")?,
            status_replicas: path("statusReplicasPath")?,
            label_selector: path("labelSelectorPath").filter(|path| !path.is_empty()),
        })
    }

    /// What is wrong with the numbers of an object.
    pub(super) fn validate(&self, object: &Value) -> ErrorList {
        let mut errors = ErrorList::new();
        for path in [&self.spec_replicas, &self.status_replicas] {
            let Some(number) = find(object, path).and_then(Value::as_i64) else {
                continue;
            };
            let at = FieldPath::new(path);
            if number < 0 {
                errors.push(Error::invalid(
                    &at,
                    number,
                    "should be a non-negative integer",
                ));
            } else if number > i64::from(i32::MAX) {
                let detail = format!("should be less than or equal to {}", i32::MAX);
                errors.push(Error::invalid(&at, number, detail));
            }
        }
        errors
    }
}

/// The value at a path.
pub(crate) fn find<'a>(object: &'a Value, path: &str) -> Option<&'a Value> {
    let mut names = path.trim_start_matches('.').split('.');
    names.try_fold(object, |value, name| value.get(name))
}

/// Sets the value at a path; what leads there is made.
pub(crate) fn set(object: &mut Value, path: &str, value: Value) {
    let mut at = object;
    for name in path.trim_start_matches('.').split('.') {
        if !at.is_object() {
            *at = Value::Object(Map::new());
        }
        at = &mut at[name];
    }
    *at = value;
}
