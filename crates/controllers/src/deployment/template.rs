use apimachinery::packed::Fields;
use apimachinery::{Packed, Quantity};

/// The label by which a ReplicaSet tells its pods from those of other templates.
pub(super) const HASH_LABEL: &str = "pod-template-hash";

/// Fields whose values are maps of quantities, or one quantity.
const QUANTITIES: [&str; 5] = ["limits", "requests", "overhead", "sizeLimit", "divisor"];

/// The field that does not count, by the names on the way to it.
const IGNORED: &[&str] = &["metadata", "labels", HASH_LABEL];

/// Whether two pod templates are the same but for the label `pod-template-hash`: what is absent equals what is empty, and quantities are
/// compared by value.
#[must_use]
pub fn equal_ignoring_hash(a: &Packed, b: &Packed) -> bool {
    equal(a, b, "", IGNORED)
}

/// Compares two values of the field `name`.
fn equal(a: &Packed, b: &Packed, name: &str, ignored: &[&str]) -> bool {
    if a == b {
        return true;
    }
    if let (Some(a), Some(b)) = (a.as_object(), b.as_object()) {
        return fields_equal(a, b, name, ignored);
    }
    if let (Some(a), Some(b)) = (a.as_array(), b.as_array()) {
        return a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b, name, &[]));
    }
    if QUANTITIES.contains(&name)
        && let (Ok(a), Ok(b)) = (Quantity::from_json(a), Quantity::from_json(b))
    {
        return a == b;
    }
    is_empty(a, ignored) && is_empty(b, ignored)
}

fn fields_equal(a: Fields<'_>, b: Fields<'_>, name: &str, ignored: &[&str]) -> bool {
    let is_quantities = QUANTITIES.contains(&name);
    let of_a = a.iter().all(|(key, value)| {
        let Some(ignored) = below(ignored, key) else {
            return true;
        };
        match b.get(key) {
            Some(other) => {
                let name = if is_quantities { name } else { key };
                equal(value, other, name, ignored)
            }
            None => is_empty(value, ignored),
        }
    });
    let mut only_in_b = b.iter().filter(|(key, _)| !a.contains_key(key));
    of_a && only_in_b
        .all(|(key, value)| below(ignored, key).is_none_or(|ignored| is_empty(value, ignored)))
}

/// What is ignored below a field; none if it is ignored itself.
fn below<'a>(ignored: &'a [&'a str], field: &str) -> Option<&'a [&'a str]> {
    match ignored {
        [only] if *only == field => None,
        [first, rest @ ..] if *first == field => Some(rest),
        _ => Some(&[]),
    }
}

/// Nothing, an empty list, or a map in which everything that counts is empty.
fn is_empty(value: &Packed, ignored: &[&str]) -> bool {
    if let Some(items) = value.as_array() {
        return items.is_empty();
    }
    match value.as_object() {
        Some(fields) => fields
            .iter()
            .all(|(key, value)| below(ignored, key).is_none_or(|ignored| is_empty(value, ignored))),
        None => value.is_null(),
    }
}

#[cfg(test)]
mod tests {
    use apimachinery::packed::Packer;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_hash_label_does_not_count() {
        let plain = json!({"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [{"image": "a"}]}});
        let hashed = json!({"metadata": {"labels": {"app": "web", HASH_LABEL: "abc"}}, "spec": {"containers": [{"image": "a"}]}});
        assert!(equal_ignoring_hash(
            &Packer::pack(&plain),
            &Packer::pack(&hashed)
        ));
        assert!(equal_ignoring_hash(
            &Packer::pack(&hashed),
            &Packer::pack(&plain)
        ));
        let other = json!({"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [{"image": "b"}]}});
        assert!(!equal_ignoring_hash(
            &Packer::pack(&plain),
            &Packer::pack(&other)
        ));
        let labelled = json!({"metadata": {"labels": {"app": "web", "more": "x"}}, "spec": {"containers": [{"image": "a"}]}});
        assert!(!equal_ignoring_hash(
            &Packer::pack(&plain),
            &Packer::pack(&labelled)
        ));
        assert!(!equal_ignoring_hash(
            &Packer::pack(&labelled),
            &Packer::pack(&hashed)
        ));
        let unlabelled = json!({"spec": {}});
        assert!(equal_ignoring_hash(
            &Packer::pack(&unlabelled),
            &Packer::pack(&json!({"metadata": {"labels": {HASH_LABEL: "abc"}}, "spec": {}}))
        ));
    }

    #[test]
    fn absent_equals_empty_and_quantities_count_by_value() {
        let a = json!({"spec": {"containers": [{"resources": {"limits": {"cpu": "1000m"}}, "env": []}], "volumes": null}});
        let b = json!({"spec": {"containers": [{"resources": {"limits": {"cpu": "1"}}}]}, "metadata": {}});
        assert!(equal_ignoring_hash(&Packer::pack(&a), &Packer::pack(&b)));
        assert!(equal_ignoring_hash(&Packer::pack(&b), &Packer::pack(&a)));
        let c = json!({"spec": {"containers": [{"resources": {"limits": {"cpu": "2"}}}]}});
        assert!(!equal_ignoring_hash(&Packer::pack(&b), &Packer::pack(&c)));
        let labels = |value: &str| json!({"metadata": {"labels": {"limits": value}}});
        assert!(equal_ignoring_hash(
            &Packer::pack(&labels("1")),
            &Packer::pack(&labels("1"))
        ));
    }
}
