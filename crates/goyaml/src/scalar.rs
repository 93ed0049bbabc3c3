//! What a scalar means.

mod number;
mod timestamp;

use std::borrow::Cow;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::{Dialect, Error, ErrorKind, Position, Style, Tag};

/// The value of a scalar, decoded by the rules of a dialect.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar<'a> {
    /// `null`, `~` or nothing.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer that fits 64 bits with a sign.
    Int(i64),
    /// A larger integer that fits 64 bits without a sign.
    Uint(u64),
    /// Any other number, infinities and not-a-number included.
    Float(f64),
    /// Text.
    Str(Cow<'a, str>),
    /// A point in time, as RFC 3339 text with up to nanoseconds ([`Dialect::V3`] only).
    Timestamp(String),
}

impl<'a> Scalar<'a> {
    /// Understands a plain scalar without a tag.
    pub fn parse(text: &'a str, dialect: Dialect) -> Self {
        Self::parse_marked(text, dialect, true)
    }

    fn parse_marked(text: &'a str, dialect: Dialect, timestamps: bool) -> Self {
        let parsed = match text.as_bytes().first() {
            None => Some(Self::Null),
            Some(b'+' | b'-' | b'0'..=b'9') => {
                special_float(text).or_else(|| Self::parse_number(text, dialect, timestamps))
            }
            Some(b'.') => {
                special_float(text).or_else(|| number::parse_dotted_float(text).map(Self::Float))
            }
            Some(b'y' | b'Y' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'o' | b'O' | b'~') => {
                word(text, dialect)
            }
            Some(_) => None,
        };
        parsed.unwrap_or(Self::Str(Cow::Borrowed(text)))
    }

    fn parse_number(text: &str, dialect: Dialect, timestamps: bool) -> Option<Self> {
        if timestamps && let Some(time) = timestamp::parse(text) {
            return match dialect {
                // v2 knows a date when it sees one, and hands out its text all the same.
                Dialect::V2 => None,
                Dialect::V3 => Some(Self::Timestamp(time)),
            };
        }
        number::parse(text)
    }

    /// The value that a Go float has after a trip through JSON, which is how Helm and kubectl print their values: whole numbers become
    /// integers as far as they fit 64 bits.
    pub fn from_json_float(value: f64) -> Self {
        // Below 2^53 every whole number is exact; beyond, Go's shortest digits decide, filled up with zeros.
        if value.fract() == 0.0 && value.abs() < 9e15 {
            return Self::Int(value as i64);
        }
        if value.abs() >= 1e21 || value.fract() != 0.0 {
            return Self::Float(value);
        }
        let text = value.to_string();
        text.parse()
            .map(Self::Int)
            .or_else(|_| text.parse().map(Self::Uint))
            .unwrap_or(Self::Float(value))
    }
}

/// Decodes a scalar from its text, tag and style. What does not fit its tag is taken as text.
pub(crate) fn resolve<'a>(text: &'a str, tag: &Tag, style: Style, dialect: Dialect) -> Scalar<'a> {
    decode(text, tag, style, dialect, Position::default())
        .unwrap_or(Scalar::Str(Cow::Borrowed(text)))
}

/// Decodes a scalar.
///
/// # Errors
/// The text does not fit its tag.
pub(crate) fn decode<'a>(
    text: &'a str,
    tag: &Tag,
    style: Style,
    dialect: Dialect,
    position: Position,
) -> Result<Scalar<'a>, Error> {
    let content = |problem: String| Error::new(ErrorKind::Content(problem), position);
    match tag {
        Tag::None if style == Style::Plain => Ok(Scalar::parse(text, dialect)),
        Tag::None | Tag::Str | Tag::Merge | Tag::Seq | Tag::Map | Tag::Other(_) => {
            Ok(Scalar::Str(Cow::Borrowed(text)))
        }
        Tag::Binary => binary(text)
            .map(Scalar::Str)
            .ok_or_else(|| content("!!binary value contains invalid base64 data".to_owned())),
        Tag::Null | Tag::Bool | Tag::Int | Tag::Float | Tag::Timestamp => {
            let value = Scalar::parse_marked(text, dialect, *tag == Tag::Timestamp);
            let found = if *tag == Tag::Timestamp && timestamp::parse(text).is_some() {
                Tag::Timestamp
            } else {
                tag_of(&value)
            };
            match value {
                Scalar::Int(int) if *tag == Tag::Float => Ok(Scalar::Float(int as f64)),
                value if found == *tag => Ok(value),
                _ => Err(content(format!(
                    "cannot decode {} `{text}` as a {}",
                    found.short(),
                    tag.short()
                ))),
            }
        }
    }
}

/// The tag that a scalar without one has.
pub(crate) fn implied_tag(text: &str, style: Style, dialect: Dialect) -> Tag {
    match (style, text) {
        (Style::Plain, "<<") => Tag::Merge,
        (Style::Plain, _) if dialect == Dialect::V2 && looks_like_timestamp(text) => Tag::Timestamp,
        (Style::Plain, _) => tag_of(&Scalar::parse(text, dialect)),
        _ => Tag::Str,
    }
}

/// Whether plain text is a date or a time to either dialect.
pub(crate) fn looks_like_timestamp(text: &str) -> bool {
    timestamp::parse(text).is_some()
}

fn tag_of(value: &Scalar<'_>) -> Tag {
    match value {
        Scalar::Null => Tag::Null,
        Scalar::Bool(_) => Tag::Bool,
        Scalar::Int(_) | Scalar::Uint(_) => Tag::Int,
        Scalar::Float(_) => Tag::Float,
        Scalar::Str(_) => Tag::Str,
        Scalar::Timestamp(_) => Tag::Timestamp,
    }
}

fn special_float(text: &str) -> Option<Scalar<'static>> {
    let value = match text {
        ".nan" | ".NaN" | ".NAN" => f64::NAN,
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => f64::INFINITY,
        "-.inf" | "-.Inf" | "-.INF" => f64::NEG_INFINITY,
        _ => return None,
    };
    Some(Scalar::Float(value))
}

fn word(text: &str, dialect: Dialect) -> Option<Scalar<'static>> {
    Some(match text {
        "~" | "null" | "Null" | "NULL" => Scalar::Null,
        "true" | "True" | "TRUE" => Scalar::Bool(true),
        "false" | "False" | "FALSE" => Scalar::Bool(false),
        _ if dialect == Dialect::V3 => return None,
        "y" | "Y" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" => Scalar::Bool(true),
        "n" | "N" | "no" | "No" | "NO" | "off" | "Off" | "OFF" => Scalar::Bool(false),
        _ => return None,
    })
}

/// Decodes base64 to text; bytes that are no text become U+FFFD, one by one as Go's JSON writes them.
fn binary(text: &str) -> Option<Cow<'static, str>> {
    let compact: String = text.chars().filter(|c| !matches!(c, '\r' | '\n')).collect();
    let bytes = STANDARD.decode(compact).ok()?;
    let mut decoded = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        decoded.push_str(chunk.valid());
        decoded.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    Some(Cow::Owned(decoded))
}
