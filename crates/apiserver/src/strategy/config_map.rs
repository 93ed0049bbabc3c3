//! ConfigMaps.

use apimachinery::field::{Error, ErrorList, FieldPath};
use apimachinery::validation::is_config_map_key;
use serde_json::Value;

use super::Strategy;

/// ConfigMaps can be sealed.
pub(super) struct ConfigMap;

/// What the data of a ConfigMap or Secret may take, in bytes.
pub(super) const MAX_SIZE: usize = 1024 * 1024;

impl Strategy for ConfigMap {
    fn validate(&self, object: &Value) -> ErrorList {
        let mut errors = ErrorList::new();
        for field in ["data", "binaryData"] {
            for (key, _) in entries(&object[field]) {
                let path = FieldPath::new(field).key(key);
                errors.extend(
                    is_config_map_key(key)
                        .into_iter()
                        .map(|wrong| Error::invalid(&path, key, wrong)),
                );
                if field == "data" && object["binaryData"].get(key).is_some() {
                    let detail = "duplicate of key present in binaryData";
                    errors.push(Error::invalid(&path, key, detail));
                }
            }
        }
        let texts = entries(&object["data"]).map(|(_, text)| text.len());
        let bytes = entries(&object["binaryData"]).map(|(_, base64)| decoded_len(base64));
        if texts.chain(bytes).sum::<usize>() > MAX_SIZE {
            errors.push(Error::too_long(&FieldPath::root().key(""), MAX_SIZE));
        }
        errors
    }

    fn validate_update(&self, new: &Value, old: &Value) -> ErrorList {
        let mut errors = sealed(new, old, &["data", "binaryData"]);
        errors.extend(self.validate(new));
        errors
    }
}

/// What an update changes of a sealed object.
pub(super) fn sealed(new: &Value, old: &Value, fields: &[&str]) -> ErrorList {
    let mut errors = ErrorList::new();
    if old["immutable"] != true {
        return errors;
    }
    let detail = "field is immutable when `immutable` is set";
    if new["immutable"] != true {
        errors.push(Error::forbidden(&FieldPath::new("immutable"), detail));
    }
    for field in fields.iter().filter(|field| new[**field] != old[**field]) {
        errors.push(Error::forbidden(&FieldPath::new(field), detail));
    }
    errors
}

/// Keys and texts of a map, which may not be there.
pub(super) fn entries(map: &Value) -> impl Iterator<Item = (&str, &str)> {
    let entries = map.as_object().into_iter().flatten();
    entries.map(|(key, value)| (key.as_str(), value.as_str().unwrap_or_default()))
}

/// How many bytes the base64 text stands for.
pub(super) fn decoded_len(base64: &str) -> usize {
    let padding = base64
        .bytes()
        .rev()
        .take_while(|byte| *byte == b'=')
        .count();
    (base64.len() / 4 * 3).saturating_sub(padding)
}
