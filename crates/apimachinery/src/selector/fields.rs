use std::fmt;
use std::str::FromStr;

/// A selector of objects by fields: `status.phase=Running,metadata.name!=web`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FieldSelector {
    terms: Vec<FieldTerm>,
}

/// One comparison of a field selector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldTerm {
    /// The field's name as it was written.
    pub field: String,
    /// Whether the value must be equal, or must not.
    pub equal: bool,
    /// The value, without escapes.
    pub value: String,
}

/// Why a text is no field selector.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FieldSelectorError {
    /// A part without an operator.
    #[error("invalid selector: '{selector}'; can't understand '{part}'")]
    Term {
        /// The whole text.
        selector: String,
        /// The part of it.
        part: String,
    },
    /// A backslash before something that needs none.
    #[error("invalid field selector: invalid escape sequence: {0}")]
    Escape(String),
    /// A character that needs a backslash.
    #[error("invalid field selector: unescaped character in value: {0}")]
    Unescaped(char),
}

impl FieldSelector {
    /// Whether it selects every object.
    #[must_use]
    pub fn is_everything(&self) -> bool {
        self.terms.is_empty()
    }

    /// The comparisons in the order in which they were written.
    #[must_use]
    pub fn terms(&self) -> &[FieldTerm] {
        &self.terms
    }

    /// The value that the field must have, if a term says so.
    #[must_use]
    pub fn requires(&self, field: &str) -> Option<&str> {
        self.terms
            .iter()
            .find(|term| term.equal && term.field == field)
            .map(|term| term.value.as_str())
    }

    /// Whether all comparisons hold; `value` gives each field's value, empty for none.
    pub fn matches(&self, mut value: impl FnMut(&str) -> String) -> bool {
        self.terms
            .iter()
            .all(|term| (value(&term.field) == term.value) == term.equal)
    }
}

impl FromStr for FieldSelector {
    type Err = FieldSelectorError;

    fn from_str(text: &str) -> Result<Self, FieldSelectorError> {
        let parts = split_terms(text)
            .into_iter()
            .filter(|part| !part.is_empty());
        let terms = parts.map(|part| {
            let (field, equal, value) =
                split_term(part).ok_or_else(|| FieldSelectorError::Term {
                    selector: text.to_owned(),
                    part: part.to_owned(),
                })?;
            Ok(FieldTerm {
                field: field.to_owned(),
                equal,
                value: unescape(value)?,
            })
        });
        Ok(FieldSelector {
            terms: terms.collect::<Result<_, _>>()?,
        })
    }
}

impl fmt::Display for FieldSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, term) in self.terms.iter().enumerate() {
            let comma = if position > 0 { "," } else { "" };
            let operator = if term.equal { "=" } else { "!=" };
            write!(f, "{comma}{}{operator}{}", term.field, escape(&term.value))?;
        }
        Ok(())
    }
}

/// The parts between commas that no backslash stands before.
fn split_terms(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut escaped = false;
    for (position, c) in text.char_indices() {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == ',' {
            parts.push(&text[start..position]);
            start = position + 1;
        }
    }
    parts.push(&text[start..]);
    parts
}

fn split_term(part: &str) -> Option<(&str, bool, &str)> {
    for (position, _) in part.char_indices() {
        let rest = &part[position..];
        for (operator, equal) in [("!=", false), ("==", true), ("=", true)] {
            if let Some(value) = rest.strip_prefix(operator) {
                return Some((&part[..position], equal, value));
            }
        }
    }
    None
}

fn unescape(value: &str) -> Result<String, FieldSelectorError> {
    let mut out = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some(escaped @ ('\\' | ',' | '=')) => out.push(escaped),
                Some(other) => return Err(FieldSelectorError::Escape(format!("\\{other}"))),
                None => return Err(FieldSelectorError::Escape("\\".to_owned())),
            },
            ',' | '=' => return Err(FieldSelectorError::Unescaped(c)),
            _ => out.push(c),
        }
    }
    Ok(out)
}

fn escape(value: &str) -> String {
    value
        .replace('\\', "\\\\")
        .replace(',', "\\,")
        .replace('=', "\\=")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_and_refusals() {
        let selector: FieldSelector = "metadata.name==a\\,b,status.phase!=Running,"
            .parse()
            .unwrap();
        assert_eq!(
            selector.to_string(),
            "metadata.name=a\\,b,status.phase!=Running"
        );
        assert_eq!(selector.requires("metadata.name"), Some("a,b"));
        assert!(selector.matches(|field| if field == "metadata.name" {
            "a,b".to_owned()
        } else {
            String::new()
        }));
        assert_eq!(
            "metadata.name in (a)"
                .parse::<FieldSelector>()
                .unwrap_err()
                .to_string(),
            "invalid selector: 'metadata.name in (a)'; can't understand 'metadata.name in (a)'"
        );
    }
}
