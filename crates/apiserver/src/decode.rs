//! Request bodies: JSON, YAML and protobuf to typed JSON.

mod protobuf;
mod syntax;
mod typed;

use apimachinery::Gvk;
use schema::Definition;
use serde_json::Value;

pub(crate) use protobuf::decode_protobuf;
pub(crate) use syntax::syntax_error;
pub(crate) use typed::{Decoded, conform, decode_json};

/// What a body says that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MediaType {
    Json,
    Yaml,
    Protobuf,
}

impl MediaType {
    /// Reads a `Content-Type`; an absent one means JSON.
    pub(crate) fn of(content_type: Option<&str>) -> Option<Self> {
        let essence = content_type
            .unwrap_or_default()
            .split(';')
            .next()
            .unwrap_or_default()
            .trim();
        match essence {
            "" | "application/json" => Some(Self::Json),
            "application/yaml" => Some(Self::Yaml),
            "application/vnd.kubernetes.protobuf" => Some(Self::Protobuf),
            _ => None,
        }
    }
}

/// Why a body is no object.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DecodeError {
    /// It is not in the format that it claims.
    #[error("couldn't get version/kind; json parse error: {0} ({1})")]
    Json(String, String),
    #[error("{0} ({1})")]
    Other(String, String),
    /// It is in the format, but a value is not of its field's type.
    #[error("{0}")]
    Type(String),
}

/// Decodes a body; `definition` chooses the types once the body has said what it is.
pub(crate) fn decode(
    body: &[u8],
    media_type: MediaType,
    definition: impl FnOnce(&Gvk) -> Option<&'static Definition>,
) -> Result<Decoded, DecodeError> {
    match media_type {
        MediaType::Json => {
            let gvk =
                syntax::type_meta(body).map_err(|error| DecodeError::Json(error, excerpt(body)))?;
            decode_json(body, definition(&gvk))
                .map_err(|error| DecodeError::Json(error, excerpt(body)))
        }
        MediaType::Yaml => {
            let (value, repeated) = yaml(body)?;
            let mut decoded = conform(value, |gvk| definition(gvk));
            decoded.strict.splice(0..0, repeated);
            Ok(decoded)
        }
        MediaType::Protobuf => {
            let value = decode_protobuf(body)
                .map_err(|error| DecodeError::Other(error, hex_excerpt(body)))?;
            Ok(conform(value, |gvk| definition(gvk)))
        }
    }
    .and_then(|decoded| match decoded.type_error {
        Some(error) => Err(DecodeError::Type(error)),
        None => Ok(decoded),
    })
}

/// Reads YAML as JSON; a repeated key is told, the last value wins.
fn yaml(body: &[u8]) -> Result<(Value, Vec<String>), DecodeError> {
    let options = |strict| goyaml::DecodeOptions {
        dialect: goyaml::Dialect::V2,
        strict,
    };
    match goyaml::yaml_to_json(body, &options(true)) {
        Ok(value) => Ok((value, Vec::new())),
        Err(strict) => match goyaml::yaml_to_json(body, &options(false)) {
            Ok(value) => Ok((value, vec![repeated_key(&strict.to_string())])),
            Err(error) => Err(DecodeError::Other(error.to_string(), hex_excerpt(body))),
        },
    }
}

/// The warning about a repeated key: the YAML reader's text without its heading.
fn repeated_key(error: &str) -> String {
    error
        .lines()
        .next_back()
        .unwrap_or(error)
        .trim()
        .trim_start_matches("yaml: ")
        .to_owned()
}

/// The beginning of a text body as the real server quotes it.
fn excerpt(body: &[u8]) -> String {
    const SHOWN: usize = 30;
    if body.is_empty() {
        return "<empty>".to_owned();
    }
    let shown = String::from_utf8_lossy(&body[..body.len().min(SHOWN)]).into_owned();
    if !looks_like_json(body) {
        return hex_excerpt(body);
    }
    if body.len() > SHOWN {
        format!("{shown} ...")
    } else {
        shown
    }
}

fn looks_like_json(body: &[u8]) -> bool {
    body.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{')
}

fn hex_excerpt(body: &[u8]) -> String {
    const SHOWN: usize = 30;
    if body.is_empty() {
        return "<empty>".to_owned();
    }
    let hex: String = body
        .iter()
        .take(SHOWN)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    if body.len() > SHOWN {
        format!("{hex} ...")
    } else {
        hex
    }
}
