//! `--append-hash`: names that change with what the object holds.

use cobra::Flag;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::object;

/// The flag.
pub(super) const APPEND_HASH_FLAGS: &[Flag] = &[Flag::bool(
    "append-hash",
    "Append a hash of the content to the name.",
)];

const LENGTH: usize = 10;

/// Appends the hash of a config map's or secret's content to its name.
pub(super) fn append(object: &mut Value) {
    let name = object::name(object).to_owned();
    let mut hashed = json!({"kind": object["kind"], "name": name, "data": object["data"]});
    if object::kind(object) == "Secret" {
        hashed["type"] = object["type"].as_str().unwrap_or_default().into();
    }
    if object["binaryData"].is_object() {
        hashed["binaryData"] = object["binaryData"].clone();
    }
    let text = escaped(&hashed);
    object::set_metadata(object, "name", &format!("{name}-{}", encode(&text)));
}

/// The JSON of an object of texts, with what could be HTML escaped, as Go writes it.
fn escaped(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|(key, value)| format!("{}:{}", gostd::json::string(key), escaped(value)))
                .collect();
            format!("{{{}}}", fields.join(","))
        }
        Value::String(text) => gostd::json::string(text),
        other => other.to_string(),
    }
}

/// The first digits of the SHA-256, with those replaced that could spell a word.
fn encode(text: &str) -> String {
    let digest = Sha256::digest(text);
    let digits = digest.iter().map(|byte| format!("{byte:02x}"));
    let replace = |digit| match digit {
        '0' => 'g',
        '1' => 'h',
        '3' => 'k',
        'a' => 'm',
        'e' => 't',
        other => other,
    };
    let hex: String = digits.collect();
    hex.chars().take(LENGTH).map(replace).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::append;

    #[test]
    fn the_name_has_the_hash_of_the_real_one() {
        let mut map = json!({"kind": "ConfigMap", "metadata": {"name": "c"}, "data": {"a": "b"}});
        append(&mut map);
        assert_eq!(map["metadata"]["name"], "c-m4h6ctkgb2");
        let mut secret =
            json!({"kind": "Secret", "metadata": {"name": "s"}, "data": {"a": "Yg=="}});
        append(&mut secret);
        assert_eq!(secret["metadata"]["name"], "s-7fd2tm89d8");
    }
}
