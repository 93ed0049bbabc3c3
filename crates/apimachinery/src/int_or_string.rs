use std::fmt;

use crate::Tree;

/// A number, or a text such as `25%` or the name of a port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IntOrString {
    /// A number.
    Int(i64),
    /// A text.
    String(String),
}

/// Which way a share of a whole is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// Towards zero.
    Down,
    /// Away from zero.
    Up,
}

/// A text that is not a percentage.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("invalid value for IntOrString: invalid type: string is not a percentage")]
pub struct IntOrStringError;

impl IntOrString {
    /// Reads a JSON value: a whole number or a string.
    #[must_use]
    pub fn from_json(value: &(impl Tree + ?Sized)) -> Option<Self> {
        let number = || value.number()?.as_i64().map(IntOrString::Int);
        let text = || {
            value
                .text()
                .map(|text| IntOrString::String(text.to_owned()))
        };
        number().or_else(text)
    }

    /// The number before the sign of a percentage.
    #[must_use]
    pub fn percent(&self) -> Option<i64> {
        match self {
            IntOrString::Int(_) => None,
            IntOrString::String(text) => text.strip_suffix('%')?.parse().ok(),
        }
    }

    /// The number, or the percentage of `total`.
    ///
    /// # Errors
    /// A text that is not a percentage.
    pub fn scaled(&self, total: i64, rounding: Rounding) -> Result<i64, IntOrStringError> {
        let percent = match self {
            IntOrString::Int(number) => return Ok(*number),
            IntOrString::String(_) => self.percent().ok_or(IntOrStringError)?,
        };
        let hundredfold = i128::from(percent) * i128::from(total);
        let share = match rounding {
            Rounding::Up => -((-hundredfold).div_euclid(100)),
            Rounding::Down => hundredfold.div_euclid(100),
        };
        Ok(i64::try_from(share).unwrap_or(i64::MAX))
    }
}

impl fmt::Display for IntOrString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IntOrString::Int(number) => write!(f, "{number}"),
            IntOrString::String(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_round_as_surge_and_unavailability_do() {
        let quarter = IntOrString::String("25%".to_owned());
        assert_eq!(quarter.scaled(10, Rounding::Up), Ok(3));
        assert_eq!(quarter.scaled(10, Rounding::Down), Ok(2));
        assert_eq!(quarter.scaled(0, Rounding::Up), Ok(0));
        assert_eq!(IntOrString::Int(7).scaled(10, Rounding::Up), Ok(7));
        assert_eq!(
            IntOrString::String("http".to_owned()).scaled(1, Rounding::Up),
            Err(IntOrStringError)
        );
    }
}
