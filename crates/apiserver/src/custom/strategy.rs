//! The strategy of every custom resource.

use std::sync::Arc;

use apimachinery::Timestamp;
use apimachinery::field::{Error, ErrorList, FieldPath};
use serde_json::Value;

use super::columns::Columns;
use super::kind::CustomKind;
use super::{default, list_types, metadata, prune, validate};
use crate::strategy::{NameRule, Policy, Propagation, Strategy};
use crate::table::Column;

pub(super) struct Custom {
    kind: Arc<CustomKind>,
    columns: Columns,
}

impl Custom {
    pub(super) fn new(kind: Arc<CustomKind>, version: &Value) -> Self {
        Self {
            kind,
            columns: Columns::of(version),
        }
    }

    /// What is wrong with an object by its definition; what an update leaves as it was is tolerated.
    fn check(&self, object: &Value, old: Option<&Value>) -> ErrorList {
        let kind = &self.kind;
        let mut errors = ErrorList::new();
        errors.extend(validate::validate(object, old, &kind.schema));
        if let Some(scale) = &kind.scale {
            errors.extend(scale.validate(object));
        }
        errors.extend(metadata::validate_embedded(object, &kind.schema));
        errors.extend(list_types::validate(object, &kind.schema));
        let Some(rules) = &kind.rules else {
            return errors;
        };
        if errors.iter().any(validate::is_blocking) {
            errors.push(Error::invalid(
                &FieldPath::root(),
                Value::Null,
                "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
            ));
        } else {
            errors.extend(rules.validate(object, old, &kind.schema));
        }
        errors
    }
}

impl Strategy for Custom {
    fn default_object(&self, object: &mut Value) {
        prune::prune(object, &self.kind.schema);
        default::fill(object, &self.kind.schema);
    }

    fn prepare_for_status_update(&self, new: &mut Value, old: &Value) {
        let managed = new["metadata"].get("managedFields").cloned();
        let status = new.get("status").cloned();
        *new = old.clone();
        for (key, value, place) in [
            ("managedFields", managed, "metadata"),
            ("status", status, ""),
        ] {
            let at = if place.is_empty() {
                &mut *new
            } else {
                &mut new[place]
            };
            if let Some(fields) = at.as_object_mut() {
                match value {
                    Some(value) => fields.insert(key.to_owned(), value),
                    None => fields.remove(key),
                };
            }
        }
    }

    fn validate(&self, object: &Value) -> ErrorList {
        self.check(object, None)
    }

    fn validate_update(&self, new: &Value, old: &Value) -> ErrorList {
        self.check(new, Some(old))
    }

    fn validate_status_update(&self, new: &Value, old: &Value) -> ErrorList {
        self.check(new, Some(old))
    }

    fn columns(&self) -> &[Column] {
        &self.columns.headings
    }

    fn row(&self, object: &Value, now: Timestamp) -> Vec<Value> {
        self.columns.row(object, now)
    }

    fn selectable_fields(&self) -> Vec<&str> {
        self.kind.selectable.iter().map(|field| &**field).collect()
    }

    fn policy(&self) -> Policy {
        Policy {
            name: NameRule::Subdomain,
            generation: true,
            status: self.kind.has_status,
            create_on_update: false,
            unconditional_update: false,
            propagation: Propagation::Background,
            own_field_labels: true,
        }
    }
}
