use std::collections::BTreeSet;
use std::fmt;

use serde_json::Value;

use crate::field::{Error, ErrorList, FieldPath};
use crate::validation::{is_label_value, is_qualified_name};

/// How a requirement compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `in`
    In,
    /// `notin`
    NotIn,
    /// `=`
    Equals,
    /// `==`
    DoubleEquals,
    /// `!=`
    NotEquals,
    /// The label is there.
    Exists,
    /// `!`: the label is not there.
    DoesNotExist,
    /// `>`, of whole numbers.
    GreaterThan,
    /// `<`, of whole numbers.
    LessThan,
}

/// One condition on one label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requirement {
    key: String,
    operator: Operator,
    values: BTreeSet<String>,
}

impl Requirement {
    /// A requirement whose key, number of values and values are checked.
    ///
    /// # Errors
    /// What is wrong with key and values, at paths `key` and `values` below `path`.
    pub fn new(
        key: &str,
        operator: Operator,
        values: impl IntoIterator<Item = String>,
        path: &FieldPath,
    ) -> Result<Self, ErrorList> {
        let values: BTreeSet<String> = values.into_iter().collect();
        let mut errors = ErrorList::new();
        errors.extend(check_key(key, &path.child("key")));
        let values_path = path.child("values");
        errors.extend(check_count(operator, &values, &values_path));
        for (index, value) in values.iter().enumerate() {
            let place = values_path.index(index);
            if matches!(operator, Operator::GreaterThan | Operator::LessThan)
                && value.parse::<i64>().is_err()
            {
                let detail = "for 'Gt', 'Lt' operators, the value must be an integer";
                errors.push(Error::invalid(&place, value.as_str(), detail));
            }
            let wrong = is_label_value(value);
            if !wrong.is_empty() {
                errors.push(Error::invalid(
                    &place.key(key),
                    value.as_str(),
                    wrong.join("; "),
                ));
            }
        }
        if errors.is_empty() {
            Ok(Requirement {
                key: key.to_owned(),
                operator,
                values,
            })
        } else {
            Err(errors)
        }
    }

    /// The label's key.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// How it compares.
    #[must_use]
    pub fn operator(&self) -> Operator {
        self.operator
    }

    /// The values compared with, sorted.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        self.values.iter().map(String::as_str)
    }

    /// Whether a label of this value, or none, meets the requirement.
    #[must_use]
    pub fn matches(&self, value: Option<&str>) -> bool {
        match self.operator {
            Operator::In | Operator::Equals | Operator::DoubleEquals => {
                value.is_some_and(|value| self.values.contains(value))
            }
            Operator::NotIn | Operator::NotEquals => {
                value.is_none_or(|value| !self.values.contains(value))
            }
            Operator::Exists => value.is_some(),
            Operator::DoesNotExist => value.is_none(),
            Operator::GreaterThan => self
                .compare(value)
                .is_some_and(|(label, bound)| label > bound),
            Operator::LessThan => self
                .compare(value)
                .is_some_and(|(label, bound)| label < bound),
        }
    }

    fn compare(&self, value: Option<&str>) -> Option<(i64, i64)> {
        let bound = self.values.first()?.parse().ok()?;
        Some((value?.parse().ok()?, bound))
    }
}

/// What is wrong with a label's key.
pub(super) fn check_key(key: &str, path: &FieldPath) -> Option<Error> {
    let wrong = is_qualified_name(key);
    (!wrong.is_empty()).then(|| Error::invalid(path, key, wrong.join("; ")))
}

fn check_count(operator: Operator, values: &BTreeSet<String>, path: &FieldPath) -> Option<Error> {
    let (wrong, detail) = match operator {
        Operator::In | Operator::NotIn => (
            values.is_empty(),
            "for 'in', 'notin' operators, values set can't be empty",
        ),
        Operator::Equals | Operator::DoubleEquals | Operator::NotEquals => (
            values.len() != 1,
            "exact-match compatibility requires one single value",
        ),
        Operator::Exists | Operator::DoesNotExist => (
            !values.is_empty(),
            "values set must be empty for exists and does not exist",
        ),
        Operator::GreaterThan | Operator::LessThan => (
            values.len() != 1,
            "for 'Gt', 'Lt' operators, exactly one value is required",
        ),
    };
    let shown: Vec<Value> = values
        .iter()
        .map(|value| Value::from(value.as_str()))
        .collect();
    wrong.then(|| Error::invalid(path, shown, detail))
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operator = match self.operator {
            Operator::Exists => return f.write_str(&self.key),
            Operator::DoesNotExist => return write!(f, "!{}", self.key),
            Operator::In => " in (",
            Operator::NotIn => " notin (",
            Operator::Equals => "=",
            Operator::DoubleEquals => "==",
            Operator::NotEquals => "!=",
            Operator::GreaterThan => ">",
            Operator::LessThan => "<",
        };
        let values: Vec<&str> = self.values().collect();
        write!(f, "{}{operator}{}", self.key, values.join(","))?;
        if matches!(self.operator, Operator::In | Operator::NotIn) {
            f.write_str(")")
        } else {
            Ok(())
        }
    }
}
