//! Which objects of a collection a request is about.

use std::sync::Arc;

use apimachinery::Status;
use apimachinery::selector::{FieldSelector, LabelSelector};
use serde_json::Value;

use crate::query::Query;
use crate::registry::Served;
use crate::stored::{self, Stored};

/// The selectors of a request.
#[derive(Clone)]
pub(crate) struct Selection {
    served: Arc<Served>,
    labels: LabelSelector,
    fields: FieldSelector,
}

const GENERIC_FIELDS: [&str; 2] = ["metadata.name", "metadata.namespace"];

impl Selection {
    /// Reads the selectors.
    ///
    /// # Errors
    /// 400 if one cannot be read or names a field that the kind is not selected by.
    pub(crate) fn of(
        query: &Query,
        served: &Arc<Served>,
        name: Option<&str>,
    ) -> Result<Self, Status> {
        let labels = query
            .text("labelSelector")
            .parse::<LabelSelector>()
            .map_err(|error| Status::bad_request(error.to_string()))?;
        let mut fields = query
            .text("fieldSelector")
            .parse::<FieldSelector>()
            .map_err(|error| Status::bad_request(error.to_string()))?;
        for term in fields.terms() {
            let known = GENERIC_FIELDS.contains(&&*term.field)
                || served.strategy.selectable_fields().contains(&&*term.field);
            if !known {
                return Err(Status::bad_request(unknown_field(served, &term.field)));
            }
        }
        if let (Some(name), true) = (name, fields.is_everything()) {
            fields = format!("metadata.name={name}").parse().unwrap_or_default();
        }
        Ok(Self {
            served: served.clone(),
            labels,
            fields,
        })
    }

    pub(crate) fn is_everything(&self) -> bool {
        self.labels.is_everything() && self.fields.is_everything()
    }

    /// The one name that can match, if the selectors say so.
    pub(crate) fn single_name(&self) -> Option<&str> {
        self.fields.requires("metadata.name")
    }

    /// Whether the object is selected, by its key and bytes.
    pub(crate) fn matches(&self, key: &str, object: &Stored) -> bool {
        if !self.fields.is_everything() && !self.matches_fields(key, object) {
            return false;
        }
        self.labels.is_everything() || self.labels.matches(&stored::labels(&object.bytes))
    }

    fn matches_fields(&self, key: &str, object: &Stored) -> bool {
        let mut parts = key.rsplit('/');
        let name = parts.next().unwrap_or_default();
        let namespace = if self.served.namespaced {
            parts.next().unwrap_or_default()
        } else {
            ""
        };
        let mut decoded: Option<Value> = None;
        self.fields.matches(|field| match field {
            "metadata.name" => name.to_owned(),
            "metadata.namespace" => namespace.to_owned(),
            other => {
                let object = decoded.get_or_insert_with(|| object.decode());
                self.served.strategy.selectable_field(object, other)
            }
        })
    }
}

/// The one name that a request's field selector leaves.
pub(crate) fn named_by_field(query: &Query) -> Option<String> {
    let fields = query.text("fieldSelector").parse::<FieldSelector>().ok()?;
    fields.requires("metadata.name").map(str::to_owned)
}

fn unknown_field(served: &Served, field: &str) -> String {
    if served.policy.own_field_labels || !served.strategy.selectable_fields().is_empty() {
        return format!("field label not supported: {field}");
    }
    format!(
        "{} is not a known field selector: only \"metadata.name\", \"metadata.namespace\"",
        gostd::strconv::quote(field)
    )
}
