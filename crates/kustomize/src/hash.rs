//! The hash in the names of generated objects.

use goyaml::{DecodeOptions, Dialect, Kind, Node};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::error::{Error, ErrorKind, Result};
use crate::gojson;
use crate::resource::Resource;
use crate::rnode;

const LENGTH: usize = 10;

/// The hash of what an object holds. Name, labels and annotations do not count.
pub(crate) fn suffix(resource: &Resource) -> Result<String> {
    let node = &resource.node;
    // The name is looked up under a key that no object has, and is therefore always empty.
    let mut hashed = json!({"kind": resource.kind(), "name": "", "data": field(node, "data")?});
    let optional = match resource.kind() {
        "ConfigMap" => "binaryData",
        "Secret" => {
            hashed["type"] = field(node, "type")?;
            "stringData"
        }
        _ => return Ok(encode(&gojson::to_string(&value(node)?))),
    };
    if let Value::Object(map) = field(node, optional)? {
        hashed[optional] = Value::Object(map);
    }
    Ok(encode(&gojson::to_string(&hashed)))
}

/// A field as JSON; an empty text where it is missing. The keys of a map are texts, whatever they look like.
fn field(object: &Node, name: &str) -> Result<Value> {
    match object.get(name).filter(|node| !rnode::is_null(node)) {
        None => Ok(Value::String(String::new())),
        Some(map) if map.kind() == Kind::Mapping => {
            let pairs = map
                .entries()
                .map(|(key, node)| Ok((key.to_owned(), value(node)?)));
            pairs.collect::<Result<Map<_, _>>>().map(Value::Object)
        }
        Some(node) => value(node),
    }
}

fn value(node: &Node) -> Result<Value> {
    let options = DecodeOptions {
        dialect: Dialect::V3,
        strict: true,
    };
    goyaml::to_json(node, &options)
        .map_err(|error| Error::new(ErrorKind::Generate, error.to_string()))
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

    fn hash(text: &str) -> String {
        let resource = crate::read::resources(text.as_bytes())
            .expect("YAML")
            .remove(0);
        suffix(&resource).expect("hashed")
    }

    #[test]
    fn hashes_as_the_real_one() {
        assert_eq!(
            hash("kind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\ndata: {a: b}\n"),
            "4h2mbtbbt6"
        );
    }
}
