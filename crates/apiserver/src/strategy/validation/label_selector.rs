use apimachinery::field::{Error, ErrorList, FieldPath};
use apimachinery::selector::{LabelSelector, from_label_selector};
use apimachinery::validation::{is_label_value, is_qualified_name};
use serde_json::Value;

use super::{invalid, items, text};

/// Checks a label selector, which may be absent.
pub(super) fn label_selector(errors: &mut ErrorList, selector: &Value, path: &FieldPath) {
    labels(errors, &selector["matchLabels"], &path.child("matchLabels"));
    for (index, expression) in items(&selector["matchExpressions"]).enumerate() {
        requirement(
            errors,
            expression,
            &path.child("matchExpressions").index(index),
        );
    }
}

/// Checks keys and values of labels.
pub(super) fn labels(errors: &mut ErrorList, labels: &Value, path: &FieldPath) {
    for (key, value) in labels.as_object().into_iter().flatten() {
        errors.extend(invalid(path, key, is_qualified_name(key)));
        errors.extend(invalid(path, text(value), is_label_value(text(value))));
    }
}

fn requirement(errors: &mut ErrorList, expression: &Value, path: &FieldPath) {
    let values = &expression["values"];
    let empty = items(values).next().is_none();
    match text(&expression["operator"]) {
        "In" | "NotIn" if empty => errors.push(Error::required(
            &path.child("values"),
            "must be specified when `operator` is 'In' or 'NotIn'",
        )),
        "Exists" | "DoesNotExist" if !empty => errors.push(Error::forbidden(
            &path.child("values"),
            "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
        )),
        "In" | "NotIn" | "Exists" | "DoesNotExist" => {}
        other => errors.push(Error::invalid(
            &path.child("operator"),
            other,
            "not a valid selector operator",
        )),
    }
    let key = text(&expression["key"]);
    errors.extend(invalid(&path.child("key"), key, is_qualified_name(key)));
    for (index, value) in items(values).enumerate() {
        let place = path.child("values").index(index);
        errors.extend(invalid(&place, text(value), is_label_value(text(value))));
    }
}

/// Checks the selector of a kind that must have one, and reads it.
pub(in super::super) fn selector(
    errors: &mut ErrorList,
    spec: &Value,
    path: &FieldPath,
    kind: &str,
) -> Option<LabelSelector> {
    let (selector, path) = (&spec["selector"], path.child("selector"));
    if selector.is_null() {
        errors.push(Error::required(&path, ""));
        return Some(LabelSelector::nothing());
    }
    label_selector(errors, selector, &path);
    let read = from_label_selector(Some(selector));
    if read.as_ref().is_ok_and(LabelSelector::is_everything) {
        let detail = format!("empty selector is invalid for {kind}");
        errors.push(Error::invalid(&path, selector.clone(), detail));
    }
    if read.is_err() {
        errors.push(Error::invalid(
            &path,
            selector.clone(),
            "invalid label selector",
        ));
    }
    read.ok()
}
