use std::fmt;

use gostd::strconv;
use serde_json::Value;

use super::FieldPath;

/// What is wrong with a field.
#[derive(Debug, Clone, PartialEq)]
pub struct Error {
    /// Where it is.
    pub field: FieldPath,
    /// What is wrong.
    pub kind: ErrorKind,
    /// What else is to say, after the last colon.
    pub detail: String,
    shown: Shown,
}

/// How the text shows the value.
#[derive(Debug, Clone, PartialEq)]
enum Shown {
    Json,
    /// By another text.
    As(String),
    Omitted,
}

/// The kinds of errors, with the values that their texts show.
#[derive(Debug, Clone, PartialEq)]
pub enum ErrorKind {
    /// A reference to something that is not there.
    NotFound(Value),
    /// A value that must be given.
    Required,
    /// A value that may occur once only.
    Duplicate(Value),
    /// A value that breaks a rule.
    Invalid(Value),
    /// A value that is none of the known ones.
    NotSupported(Value),
    /// A field that may not be set, or not be changed.
    Forbidden,
    /// A text, or a sum of texts, that is too long.
    TooLong,
    /// A list with too many items.
    TooMany(usize),
    /// Something that went wrong in the server.
    Internal,
    /// A value of the wrong type.
    TypeInvalid(Value),
}

/// The errors of an object, in the order in which they were found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ErrorList(Vec<Error>);

impl Error {
    fn new(field: &FieldPath, kind: ErrorKind, detail: impl Into<String>) -> Self {
        Error {
            field: field.clone(),
            kind,
            detail: detail.into(),
            shown: Shown::Json,
        }
    }

    /// `Required value: DETAIL`; an empty detail is left out.
    #[must_use]
    pub fn required(field: &FieldPath, detail: impl Into<String>) -> Self {
        Error::new(field, ErrorKind::Required, detail)
    }

    /// `Invalid value: VALUE: DETAIL`.
    #[must_use]
    pub fn invalid(field: &FieldPath, value: impl Into<Value>, detail: impl Into<String>) -> Self {
        Error::new(field, ErrorKind::Invalid(value.into()), detail)
    }

    /// `Unsupported value: VALUE: supported values: "A", "B"`, the values in the order given.
    #[must_use]
    pub fn not_supported<'a>(
        field: &FieldPath,
        value: impl Into<Value>,
        supported: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let quoted: Vec<String> = supported.into_iter().map(strconv::quote).collect();
        let detail = if quoted.is_empty() {
            String::new()
        } else {
            format!("supported values: {}", quoted.join(", "))
        };
        Error::new(field, ErrorKind::NotSupported(value.into()), detail)
    }

    /// `Forbidden: DETAIL`.
    #[must_use]
    pub fn forbidden(field: &FieldPath, detail: impl Into<String>) -> Self {
        Error::new(field, ErrorKind::Forbidden, detail)
    }

    /// `Duplicate value: VALUE`.
    #[must_use]
    pub fn duplicate(field: &FieldPath, value: impl Into<Value>) -> Self {
        Error::new(field, ErrorKind::Duplicate(value.into()), "")
    }

    /// `Not found: VALUE`.
    #[must_use]
    pub fn not_found(field: &FieldPath, value: impl Into<Value>) -> Self {
        Error::new(field, ErrorKind::NotFound(value.into()), "")
    }

    /// `Too long: may not be more than N bytes`.
    #[must_use]
    pub fn too_long(field: &FieldPath, max_bytes: usize) -> Self {
        let detail = format!("may not be more than {max_bytes} bytes");
        Error::new(field, ErrorKind::TooLong, detail)
    }

    /// `Too many: COUNT: must have at most MAX items`.
    #[must_use]
    pub fn too_many(field: &FieldPath, count: usize, max: usize) -> Self {
        let items = if max == 1 { "item" } else { "items" };
        let detail = format!("must have at most {max} {items}");
        Error::new(field, ErrorKind::TooMany(count), detail)
    }

    /// `Internal error: DETAIL`.
    #[must_use]
    pub fn internal(field: &FieldPath, detail: impl Into<String>) -> Self {
        Error::new(field, ErrorKind::Internal, detail)
    }

    /// `Invalid value: VALUE: DETAIL` of a value of the wrong type.
    #[must_use]
    pub fn type_invalid(
        field: &FieldPath,
        value: impl Into<Value>,
        detail: impl Into<String>,
    ) -> Self {
        Error::new(field, ErrorKind::TypeInvalid(value.into()), detail)
    }

    /// The same with another text for the value: the real server shows some values as Go's structs.
    #[must_use]
    pub fn shown_as(mut self, text: impl Into<String>) -> Self {
        self.shown = Shown::As(text.into());
        self
    }

    /// The same without the value: some are too large to be told.
    #[must_use]
    pub fn without_value(mut self) -> Self {
        self.shown = Shown::Omitted;
        self
    }

    /// The word for the kind of error in `details.causes[].reason`.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self.kind {
            ErrorKind::NotFound(_) => "FieldValueNotFound",
            ErrorKind::Required => "FieldValueRequired",
            ErrorKind::Duplicate(_) => "FieldValueDuplicate",
            ErrorKind::Invalid(_) => "FieldValueInvalid",
            ErrorKind::NotSupported(_) => "FieldValueNotSupported",
            ErrorKind::Forbidden => "FieldValueForbidden",
            ErrorKind::TooLong => "FieldValueTooLong",
            ErrorKind::TooMany(_) => "FieldValueTooMany",
            ErrorKind::Internal => "InternalError",
            ErrorKind::TypeInvalid(_) => "FieldValueTypeInvalid",
        }
    }

    /// The text without the path, as `details.causes[].message` has it.
    #[must_use]
    pub fn body(&self) -> String {
        let with = |head: &str, value: &Value| match &self.shown {
            Shown::Json => format!("{head}: {}", shown(value)),
            Shown::As(text) => format!("{head}: {text}"),
            Shown::Omitted => head.to_owned(),
        };
        let head = match &self.kind {
            ErrorKind::Required => "Required value".to_owned(),
            ErrorKind::Forbidden => "Forbidden".to_owned(),
            ErrorKind::TooLong => "Too long".to_owned(),
            ErrorKind::Internal => "Internal error".to_owned(),
            ErrorKind::TooMany(count) => format!("Too many: {count}"),
            ErrorKind::NotFound(value) => with("Not found", value),
            ErrorKind::Duplicate(value) => with("Duplicate value", value),
            ErrorKind::NotSupported(value) => with("Unsupported value", value),
            ErrorKind::Invalid(value) | ErrorKind::TypeInvalid(value) => {
                with("Invalid value", value)
            }
        };
        if self.detail.is_empty() {
            head
        } else {
            format!("{head}: {}", self.detail)
        }
    }
}

/// A value as an error shows it: JSON, but strings with Go's escapes and absent values as `null`.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => strconv::quote(text),
        _ => value.to_string(),
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.body())
    }
}

impl ErrorList {
    /// A list without errors.
    #[must_use]
    pub fn new() -> Self {
        ErrorList::default()
    }

    /// Adds an error.
    pub fn push(&mut self, error: Error) {
        self.0.push(error);
    }

    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The errors in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Error> {
        self.0.iter()
    }
}

impl Extend<Error> for ErrorList {
    fn extend<I: IntoIterator<Item = Error>>(&mut self, errors: I) {
        self.0.extend(errors);
    }
}

impl FromIterator<Error> for ErrorList {
    fn from_iter<I: IntoIterator<Item = Error>>(errors: I) -> Self {
        ErrorList(errors.into_iter().collect())
    }
}

impl IntoIterator for ErrorList {
    type Item = Error;
    type IntoIter = std::vec::IntoIter<Error>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a ErrorList {
    type Item = &'a Error;
    type IntoIter = std::slice::Iter<'a, Error>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// One error as it is, several in brackets; equal texts are said once.
impl fmt::Display for ErrorList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut texts: Vec<String> = Vec::with_capacity(self.0.len());
        for error in &self.0 {
            let text = error.to_string();
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        match texts.as_slice() {
            [single] => f.write_str(single),
            several => write!(f, "[{}]", several.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn texts_of_single_and_several_errors() {
        let path = FieldPath::new("spec")
            .child("containers")
            .index(0)
            .child("name");
        let required = Error::required(&path, "");
        let invalid = Error::invalid(
            &FieldPath::new("metadata").child("labels").key("a"),
            "b c",
            "no blanks",
        );
        let list: ErrorList = [required.clone(), invalid, required.clone()]
            .into_iter()
            .collect();
        assert_eq!(
            required.to_string(),
            "spec.containers[0].name: Required value"
        );
        assert_eq!(
            list.to_string(),
            "[spec.containers[0].name: Required value, metadata.labels[a]: Invalid value: \"b c\": no blanks]"
        );
        assert_eq!(
            Error::duplicate(&"ports".into(), 80)
                .shown_as("{Port:80}")
                .body(),
            "Duplicate value: {Port:80}"
        );
        assert_eq!(
            Error::not_supported(&"type".into(), "X", ["A", "B"]).to_string(),
            "type: Unsupported value: \"X\": supported values: \"A\", \"B\""
        );
        assert_eq!(
            Error::invalid(&"s".into(), json!({"b": 1, "a": [true]}), "bad").body(),
            "Invalid value: {\"a\":[true],\"b\":1}: bad"
        );
        assert_eq!(
            Error::invalid(&"s".into(), json!({}), "bad")
                .without_value()
                .body(),
            "Invalid value: bad"
        );
    }
}
