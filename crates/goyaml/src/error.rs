//! What can be wrong with a text.

use std::fmt;

use crate::Position;

/// Why a text was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The bytes are not text: bad encoding, control characters.
    Encoding(String),
    /// The text is not YAML; the words are those of libyaml.
    Syntax(String),
    /// The text is YAML that its reader does not accept (`unknown anchor 'x' referenced`).
    Content(String),
    /// Values that do not decode, each with its own line, reported together (`line 4: key "x" already set in map`).
    Unmarshal(Vec<String>),
    /// A value that JSON cannot hold, in Go's words, without the prefix `yaml: `.
    Json(String),
    /// The text goes beyond one of the [`crate::Limits`], or its aliases multiply it.
    Limit(String),
}

/// A refusal with its place. `Display` gives the text of the Go library, `yaml: line 3: did not find expected key`.
///
/// The line in the text is the one that the library prints, which for some errors is one off; [`Error::position`] is where the trouble is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Why.
    pub kind: ErrorKind,
    /// Where; `0:0` if the place is not known.
    pub position: Position,
    /// The line that the Go library names, 0 for none.
    pub reported_line: u32,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, position: Position) -> Self {
        Self {
            kind,
            position,
            reported_line: 0,
        }
    }

    /// The text without the prefix `yaml: `, as it stands behind another prefix in some tools.
    pub fn message(&self) -> String {
        let line = if self.reported_line > 0 {
            format!("line {}: ", self.reported_line)
        } else {
            String::new()
        };
        match &self.kind {
            ErrorKind::Encoding(text)
            | ErrorKind::Syntax(text)
            | ErrorKind::Content(text)
            | ErrorKind::Json(text)
            | ErrorKind::Limit(text) => {
                format!("{line}{text}")
            }
            ErrorKind::Unmarshal(errors) => format!("unmarshal errors:\n  {}", errors.join("\n  ")),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            ErrorKind::Json(_) => f.write_str(&self.message()),
            _ => write!(f, "yaml: {}", self.message()),
        }
    }
}

impl std::error::Error for Error {}
