//! The hash in the names of generated objects.

use goyaml::{DecodeOptions, Dialect};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::error::{Error, ErrorKind, Result};
use crate::gojson;
use crate::resource::Resource;

const LENGTH: usize = 10;

/// The hash of what an object holds. Name, labels and annotations do not count.
pub(crate) fn suffix(resource: &Resource) -> Result<String> {
    let options = DecodeOptions {
        dialect: Dialect::V3,
        strict: true,
    };
    let object = goyaml::to_json(&resource.node, &options)
        .map_err(|error| Error::new(ErrorKind::Generate, error.to_string()))?;
    let hashed = match resource.kind() {
        "ConfigMap" => config_map(&object),
        "Secret" => secret(&object),
        _ => object,
    };
    Ok(encode(&gojson::to_string(&hashed)))
}

fn config_map(object: &Value) -> Value {
    // The name is looked up under a key that no object has, and is therefore always empty.
    let mut hashed = json!({"kind": "ConfigMap", "name": "", "data": field(object, "data")});
    add_map(&mut hashed, object, "binaryData");
    hashed
}

fn secret(object: &Value) -> Value {
    let mut hashed = json!({"kind": "Secret", "name": "", "type": field(object, "type"), "data": field(object, "data")});
    add_map(&mut hashed, object, "stringData");
    hashed
}

fn field(object: &Value, name: &str) -> Value {
    object
        .get(name)
        .filter(|value| !value.is_null())
        .cloned()
        .unwrap_or_else(|| Value::String(String::new()))
}

fn add_map(hashed: &mut Value, object: &Value, name: &str) {
    if let Some(map) = object
        .get(name)
        .and_then(Value::as_object)
        .filter(|map| !Map::is_empty(map))
    {
        hashed[name] = Value::Object(map.clone());
    }
}

/// The first digits of the SHA-256, with those replaced that could spell a word.
fn encode(text: &str) -> String {
    let hex: String = Sha256::digest(text)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let replaced = hex.chars().take(LENGTH).map(|digit| match digit {
        '0' => 'g',
        '1' => 'h',
        '3' => 'k',
        'a' => 'm',
        'e' => 't',
        other => other,
    });
    replaced.collect()
}

#[cfg(test)]
mod tests {
    use super::suffix;
    use crate::resource::Resource;

    fn hash(text: &str) -> String {
        let node = crate::read::objects(text.as_bytes())
            .expect("YAML")
            .remove(0);
        suffix(&Resource::new(node)).expect("hashed")
    }

    #[test]
    fn hashes_as_the_real_one() {
        assert_eq!(
            hash("kind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\ndata: {a: b}\n"),
            "4h2mbtbbt6"
        );
    }
}
