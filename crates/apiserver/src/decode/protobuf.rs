//! Protobuf bodies, decoded to JSON by the table of field numbers.

mod special;
mod wire;

use schema::{Message, MessageField, Scalar, Wire};
use serde_json::{Map, Value};

use wire::{Reader, Token};

/// `k8s` and a zero byte, before every protobuf body.
const MAGIC: &[u8] = b"k8s\0";

/// Messages inside messages; the API's own go about 20 deep, JSON schemas deeper.
const MAX_DEPTH: usize = 100;

/// Decodes the envelope and the object in it; `apiVersion` and `kind` come from the envelope.
///
/// # Errors
/// What is wrong with the body.
pub(crate) fn decode_protobuf(body: &[u8]) -> Result<Value, String> {
    let Some(envelope) = body.strip_prefix(MAGIC) else {
        return Err(
            "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]".to_owned()
        );
    };
    let mut api_version = String::new();
    let mut kind = String::new();
    let mut raw: &[u8] = &[];
    let mut reader = Reader::new(envelope);
    while let Some((number, token)) = reader.next()? {
        match (number, token) {
            (1, Token::Bytes(type_meta)) => (api_version, kind) = read_type_meta(type_meta)?,
            (2, Token::Bytes(bytes)) => raw = bytes,
            _ => {}
        }
    }
    let name = message_name(&api_version, &kind)
        .ok_or_else(|| format!("no kind {kind:?} is registered for version {api_version:?}"))?;
    let message = schema::message(&name).ok_or_else(|| format!("no message {name}"))?;
    let mut object = Map::new();
    read_message(message, raw, &mut object, 0)?;
    object.insert("apiVersion".to_owned(), api_version.into());
    object.insert("kind".to_owned(), kind.into());
    Ok(Value::Object(object))
}

fn read_type_meta(bytes: &[u8]) -> Result<(String, String), String> {
    let (mut api_version, mut kind) = (String::new(), String::new());
    let mut reader = Reader::new(bytes);
    while let Some((number, token)) = reader.next()? {
        match (number, token) {
            (1, Token::Bytes(text)) => api_version = text_of(text)?,
            (2, Token::Bytes(text)) => kind = text_of(text)?,
            _ => {}
        }
    }
    Ok((api_version, kind))
}

/// The message of a kind. Options of requests are sent under the group and version that they are for.
fn message_name(api_version: &str, kind: &str) -> Option<String> {
    let gvk = apimachinery::Gvk::parse(api_version, kind).ok()?;
    if let Some(definition) = schema::kind(&gvk) {
        return Some(
            definition
                .name
                .replacen("io.k8s.", "k8s.io.", 1)
                .replace('-', "_"),
        );
    }
    kind.ends_with("Options")
        .then(|| format!("k8s.io.apimachinery.pkg.apis.meta.v1.{kind}"))
}

fn read_message(
    message: &'static Message,
    bytes: &[u8],
    object: &mut Map<String, Value>,
    depth: usize,
) -> Result<(), String> {
    if depth > MAX_DEPTH {
        return Err("exceeded max depth".to_owned());
    }
    let mut reader = Reader::new(bytes);
    while let Some((number, token)) = reader.next()? {
        let Some(field) = message.field(number) else {
            continue;
        };
        read_field(message, field, token, object, depth)?;
    }
    Ok(())
}

fn read_field(
    message: &'static Message,
    field: &'static MessageField,
    token: Token<'_>,
    object: &mut Map<String, Value>,
    depth: usize,
) -> Result<(), String> {
    match field.wire {
        Wire::One(scalar) => {
            if field.json.is_empty() {
                if let (Some(inner), Token::Bytes(bytes)) = (scalar.message(), token) {
                    read_message(inner, bytes, object, depth + 1)?;
                }
                return Ok(());
            }
            let value = read_scalar(scalar, token, depth)?;
            if !(field.omit_empty && special::is_absent(message.name, field.json, &value)) {
                object.insert(field.json.to_owned(), value);
            }
        }
        Wire::Repeated(scalar) => {
            let list = object
                .entry(field.json)
                .or_insert_with(|| Value::Array(Vec::new()));
            if let Value::Array(list) = list {
                read_repeated(scalar, token, list, depth)?;
            }
        }
        Wire::Map(scalar) => {
            let Token::Bytes(bytes) = token else {
                return Err(wrong_wire_type());
            };
            let (key, value) = read_entry(scalar, bytes, depth)?;
            let map = object
                .entry(field.json)
                .or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(map) = map {
                map.insert(key, value);
            }
        }
    }
    Ok(())
}

/// One item, or several numbers packed together.
fn read_repeated(
    scalar: Scalar,
    token: Token<'_>,
    list: &mut Vec<Value>,
    depth: usize,
) -> Result<(), String> {
    match (scalar, token) {
        (Scalar::Int32 | Scalar::Int64 | Scalar::Bool, Token::Bytes(packed)) => {
            let mut reader = Reader::new(packed);
            while !reader.is_empty() {
                list.push(read_scalar(scalar, Token::Varint(reader.varint()?), depth)?);
            }
        }
        (scalar, token) => list.push(read_scalar(scalar, token, depth)?),
    }
    Ok(())
}

fn read_entry(scalar: Scalar, bytes: &[u8], depth: usize) -> Result<(String, Value), String> {
    let mut key = String::new();
    let mut value = None;
    let mut reader = Reader::new(bytes);
    while let Some((number, token)) = reader.next()? {
        match (number, token) {
            (1, Token::Bytes(text)) => key = text_of(text)?,
            (2, token) => value = Some(read_scalar(scalar, token, depth)?),
            _ => {}
        }
    }
    let value = match value {
        Some(value) => value,
        None => read_scalar(scalar, Token::Bytes(&[]), depth)?,
    };
    Ok((key, value))
}

fn read_scalar(scalar: Scalar, token: Token<'_>, depth: usize) -> Result<Value, String> {
    match (scalar, token) {
        (Scalar::Bool, Token::Varint(number)) => Ok(Value::Bool(number != 0)),
        // Negative numbers come as 64 bits, so cutting the upper half off is what the encoding means.
        (Scalar::Int32, Token::Varint(number)) => Ok(Value::from(number as i32)),
        (Scalar::Int64, Token::Varint(number)) => Ok(Value::from(number as i64)),
        (Scalar::Double, Token::Fixed64(bits)) => Ok(Value::from(f64::from_bits(bits))),
        (Scalar::String, Token::Bytes(text)) => Ok(Value::String(text_of(text)?)),
        (Scalar::Bytes, Token::Bytes(bytes)) => Ok(special::base64(bytes)),
        (Scalar::Message(_), Token::Bytes(bytes)) => match scalar.message() {
            Some(message) => read_value(message, bytes, depth + 1),
            None => Err(wrong_wire_type()),
        },
        _ => Err(wrong_wire_type()),
    }
}

/// A message as a value: an object, or the JSON form that its type has.
fn read_value(message: &'static Message, bytes: &[u8], depth: usize) -> Result<Value, String> {
    let mut object = Map::new();
    if let Some(form) = special::form_of(message.name) {
        return form.read(message, bytes, depth);
    }
    read_message(message, bytes, &mut object, depth)?;
    Ok(Value::Object(object))
}

fn text_of(bytes: &[u8]) -> Result<String, String> {
    std::str::from_utf8(bytes)
        .map(str::to_owned)
        .map_err(|_| "string field contains invalid UTF-8".to_owned())
}

fn wrong_wire_type() -> String {
    "proto: wrong wireType".to_owned()
}
