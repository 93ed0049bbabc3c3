//! What is wrong with objects: the rules that several kinds share, in the order in which the real server names them.

mod container;
mod label_selector;
mod number;
mod pod_spec;
mod pod_template;
mod probe;
mod resources;
mod volume;

use apimachinery::field::{Error, ErrorList, FieldPath};
use serde_json::Value;

pub(super) use label_selector::selector;
pub(super) use number::{non_negative, not_over_100_percent, positive_or_percent, share};
pub(super) use pod_spec::pod_spec;
pub(super) use pod_template::{Owner, pod_template, template_of};

/// The items of a list, which may not be there.
fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// A text that is empty when it is not there.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// One error for each message about the value.
fn invalid(field: &FieldPath, value: &str, messages: Vec<String>) -> Vec<Error> {
    messages
        .into_iter()
        .map(|message| Error::invalid(field, value, message))
        .collect()
}

/// A value that must be one of several, and may not be empty.
fn one_of(errors: &mut ErrorList, field: &FieldPath, value: &Value, supported: &[&str]) {
    match text(value) {
        "" => errors.push(Error::required(field, "")),
        word if supported.contains(&word) => {}
        word => errors.push(Error::not_supported(field, word, supported.iter().copied())),
    }
}

/// A field that must be what it was.
pub(super) fn immutable(errors: &mut ErrorList, field: &FieldPath, new: &Value, old: &Value) {
    if new != old {
        errors.push(Error::invalid(field, new.clone(), "field is immutable"));
    }
}
