//! The old document in protobuf, which kubectl asks for when it checks lists and kinds that it does not know.

use serde_json::{Map, Value};

pub(super) const CONTENT_TYPE: &str = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

/// What clients ask for: an `@` cannot stand in a content type, so the answer's is written otherwise.
pub(super) fn is_accepted(accept: &str) -> bool {
    accept.split(',').any(|clause| {
        matches!(
            clause.split(';').next().unwrap_or_default().trim(),
            "application/com.github.proto-openapi.spec.v2@v1.0+protobuf"
                | "application/com.github.proto-openapi.spec.v2.v1.0+protobuf"
        )
    })
}

/// Encodes a document of Swagger 2.0.
pub(super) fn encode(document: &Value) -> Vec<u8> {
    let mut out = Vec::new();
    text(1, &document["swagger"], &mut out);
    message(2, &mut out, |out| {
        text(1, &document["info"]["title"], out);
        text(2, &document["info"]["version"], out);
    });
    message(8, &mut out, |out| {
        for (path, item) in entries(&document["paths"]) {
            named(2, path, out, |out| path_item(item, out));
        }
    });
    message(9, &mut out, |out| {
        for (name, definition) in entries(&document["definitions"]) {
            named(1, name, out, |out| schema(definition, out));
        }
    });
    out
}

fn path_item(item: &Value, out: &mut Vec<u8>) {
    for (number, method) in [
        (2, "get"),
        (3, "put"),
        (4, "post"),
        (5, "delete"),
        (8, "patch"),
    ] {
        if let Some(operation) = item.get(method) {
            message(number, out, |out| self::operation(operation, out));
        }
    }
}

fn operation(operation: &Value, out: &mut Vec<u8>) {
    for kind in items(&operation["consumes"]) {
        text(7, kind, out);
    }
    for parameter in items(&operation["parameters"]) {
        message(8, out, |out| {
            message(1, out, |out| self::parameter(parameter, out));
        });
    }
    message(9, out, |out| {
        for (code, response) in entries(&operation["responses"]) {
            named(1, code, out, |out| {
                message(1, out, |out| text(1, &response["description"], out));
            });
        }
    });
    extensions(13, operation, out);
}

fn parameter(parameter: &Value, out: &mut Vec<u8>) {
    match parameter.get("schema") {
        Some(body) => message(1, out, |out| {
            text(2, &parameter["name"], out);
            text(3, &parameter["in"], out);
            flag(4, &parameter["required"], out);
            message(5, out, |out| schema(body, out));
        }),
        None => message(2, out, |out| {
            message(3, out, |out| {
                text(2, &parameter["in"], out);
                text(4, &parameter["name"], out);
                text(6, &parameter["type"], out);
                flag(20, &parameter["uniqueItems"], out);
            });
        }),
    }
}

fn schema(schema: &Value, out: &mut Vec<u8>) {
    text(1, &schema["$ref"], out);
    text(2, &schema["format"], out);
    for name in items(&schema["required"]) {
        text(19, name, out);
    }
    if let Some(values) = schema.get("additionalProperties") {
        message(21, out, |out| {
            message(1, out, |out| self::schema(values, out));
        });
    }
    if schema.get("type").is_some() {
        message(22, out, |out| text(1, &schema["type"], out));
    }
    if let Some(item) = schema.get("items") {
        message(23, out, |out| {
            message(1, out, |out| self::schema(item, out));
        });
    }
    if let Some(properties) = schema.get("properties") {
        message(25, out, |out| {
            for (name, property) in entries(properties) {
                named(1, name, out, |out| self::schema(property, out));
            }
        });
    }
    extensions(31, schema, out);
}

/// What begins with `x-`, as YAML, of which JSON is a part.
fn extensions(number: u32, object: &Value, out: &mut Vec<u8>) {
    for (name, value) in entries(object).filter(|(name, _)| name.starts_with("x-")) {
        named(number, name, out, |out| {
            bytes(2, value.to_string().as_bytes(), out);
        });
    }
}

fn entries(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flat_map(Map::iter)
}

fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// A name with a value under it.
fn named(number: u32, name: &str, out: &mut Vec<u8>, value: impl FnOnce(&mut Vec<u8>)) {
    message(number, out, |out| {
        bytes(1, name.as_bytes(), out);
        message(2, out, value);
    });
}

fn text(number: u32, value: &Value, out: &mut Vec<u8>) {
    if let Some(text) = value.as_str().filter(|text| !text.is_empty()) {
        bytes(number, text.as_bytes(), out);
    }
}

fn flag(number: u32, value: &Value, out: &mut Vec<u8>) {
    if value == &Value::Bool(true) {
        varint(u64::from(number << 3), out);
        out.push(1);
    }
}

fn message(number: u32, out: &mut Vec<u8>, content: impl FnOnce(&mut Vec<u8>)) {
    let mut inner = Vec::new();
    content(&mut inner);
    bytes(number, &inner, out);
}

fn bytes(number: u32, content: &[u8], out: &mut Vec<u8>) {
    varint(u64::from(number << 3 | 2), out);
    varint(content.len() as u64, out);
    out.extend_from_slice(content);
}

fn varint(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_definition_has_its_fields_by_number() {
        let mut out = Vec::new();
        schema(&json!({"type": "string", "x-a": 1}), &mut out);
        let expected: &[u8] = b"\xb2\x01\x08\x0a\x06string\xfa\x01\x0a\x0a\x03x-a\x12\x03\x12\x011";
        assert_eq!(out, expected);
    }
}
