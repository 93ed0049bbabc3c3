use apimachinery::field::{Error, ErrorList, FieldPath};
use apimachinery::validation::is_dns1035_label;
use serde_json::Value;

use super::{items, label, text};

/// Checks the names under which a custom resource is to be known.
pub(super) fn validate(names: &Value, path: &FieldPath, errors: &mut ErrorList) {
    for key in ["plural", "singular", "kind", "listKind"] {
        if text(names, key).is_empty() {
            errors.push(Error::required(&path.child(key), ""));
        }
    }
    for key in ["plural", "singular"] {
        let name = text(names, key);
        errors.extend(
            Some(name)
                .filter(|name| !name.is_empty())
                .and_then(|name| label(name, &path.child(key))),
        );
    }
    for key in ["kind", "listKind"] {
        let kind = text(names, key);
        let wrong = is_dns1035_label(&kind.to_lowercase());
        if !kind.is_empty() && !wrong.is_empty() {
            let detail = format!(
                "may have mixed case, but should otherwise match: {}",
                wrong.join(",")
            );
            errors.push(Error::invalid(&path.child(key), kind, detail));
        }
    }
    let words = |key: &'static str| {
        let at = path.child(key);
        items(&names[key])
            .enumerate()
            .filter_map(move |(index, word)| {
                label(word.as_str().unwrap_or_default(), &at.index(index))
            })
    };
    errors.extend(words("shortNames"));
    let kind = text(names, "kind");
    if !kind.is_empty() && kind == text(names, "listKind") {
        errors.push(Error::invalid(
            &path.child("listKind"),
            kind,
            "kind and listKind may not be the same",
        ));
    }
    errors.extend(words("categories"));
}
