//! What a scalar means.

use std::borrow::Cow;

use crate::{Dialect, Style, Tag};

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
    /// A point in time, as RFC 3339 text with up to nanoseconds ([`crate::Dialect::V3`] only).
    Timestamp(String),
}

/// Decodes a scalar from its text, tag and style.
pub(crate) fn resolve<'a>(text: &'a str, tag: &Tag, style: Style, dialect: Dialect) -> Scalar<'a> {
    match implied_tag(text, style, dialect) {
        Tag::Null if *tag == Tag::None => Scalar::Null,
        _ => Scalar::Str(Cow::Borrowed(text)),
    }
}

/// The tag that a scalar without one has.
pub(crate) fn implied_tag(text: &str, style: Style, _dialect: Dialect) -> Tag {
    match text {
        "" | "~" | "null" | "Null" | "NULL" if style == Style::Plain => Tag::Null,
        _ => Tag::Str,
    }
}

impl Scalar<'_> {
    /// The value that a Go float has after a trip through JSON, which is how Helm and kubectl print their values: whole numbers become
    /// integers as far as they fit 64 bits.
    pub fn from_json_float(value: f64) -> Self {
        let text = value.to_string();
        if let Ok(int) = text.parse() {
            return Self::Int(int);
        }
        text.parse().map_or(Self::Float(value), Self::Uint)
    }
}
