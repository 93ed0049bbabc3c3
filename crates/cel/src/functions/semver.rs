//! Versions as semver.org has them.

use std::cmp::Ordering;

use super::{Answer, fault};
use crate::error::EvaluationError as Error;
use crate::value::Value;

/// A version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Semver {
    numbers: [u64; 3],
    prerelease: Vec<String>,
}

pub(super) fn call(function: &str, args: &[Value]) -> Answer {
    let number = |number: u64| Value::Int(i64::try_from(number).unwrap_or(i64::MAX));
    let value = match (function, args) {
        ("semver" | "isSemver", [Value::String(text), options @ ..]) => {
            let lenient = matches!(options, [Value::Bool(true)]);
            let parsed = Semver::parse(text, lenient);
            match function {
                "semver" => return Some(parsed.map(|version| Value::Semver(version.into()))),
                _ => Value::Bool(parsed.is_ok()),
            }
        }
        ("major", [Value::Semver(version)]) => number(version.numbers[0]),
        ("minor", [Value::Semver(version)]) => number(version.numbers[1]),
        ("patch", [Value::Semver(version)]) => number(version.numbers[2]),
        ("isLessThan", [Value::Semver(one), Value::Semver(other)]) => {
            Value::Bool(one.precedence(other).is_lt())
        }
        ("isGreaterThan", [Value::Semver(one), Value::Semver(other)]) => {
            Value::Bool(one.precedence(other).is_gt())
        }
        ("compareTo", [Value::Semver(one), Value::Semver(other)]) => {
            Value::Int(one.precedence(other) as i64)
        }
        _ => return None,
    };
    Some(Ok(value))
}

impl Semver {
    /// Reads `1.2.3-rc.1+build`; a lenient reader takes `v1` and `01.2` as well.
    fn parse(text: &str, lenient: bool) -> Result<Self, Error> {
        let error = || {
            fault(format!(
                "semver parse error during conversion from string: invalid version {}",
                gostd::strconv::quote(text)
            ))
        };
        let plain = if lenient {
            text.trim().trim_start_matches('v')
        } else {
            text
        };
        let (rest, build) = plain
            .split_once('+')
            .map_or((plain, None), |(rest, build)| (rest, Some(build)));
        let (core, prerelease) = rest
            .split_once('-')
            .map_or((rest, None), |(core, pre)| (core, Some(pre)));
        let identifiers = |text: Option<&str>| -> Option<Vec<String>> {
            let Some(text) = text else {
                return Some(Vec::new());
            };
            let fits = |part: &str| {
                !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
            };
            text.split('.')
                .all(fits)
                .then(|| text.split('.').map(str::to_owned).collect())
        };
        identifiers(build).ok_or_else(error)?;
        let prerelease = identifiers(prerelease).ok_or_else(error)?;
        let is_padded = |part: &str| part.len() > 1 && part.starts_with('0');
        let is_number = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
        if prerelease
            .iter()
            .any(|part| is_number(part) && is_padded(part))
        {
            return Err(error());
        }
        let parts: Vec<&str> = core.split('.').collect();
        if parts.len() > 3
            || (!lenient && parts.len() < 3)
            || !parts
                .iter()
                .all(|part| is_number(part) && (lenient || !is_padded(part)))
        {
            return Err(error());
        }
        let mut numbers = [0; 3];
        for (number, part) in numbers.iter_mut().zip(parts) {
            *number = part.parse().map_err(|_| error())?;
        }
        Ok(Self {
            numbers,
            prerelease,
        })
    }

    /// Which comes first; build metadata does not count.
    pub(crate) fn precedence(&self, other: &Self) -> Ordering {
        let release = |version: &Self| version.prerelease.is_empty();
        self.numbers
            .cmp(&other.numbers)
            .then(release(self).cmp(&release(other)))
            .then_with(|| {
                let mut pairs = self.prerelease.iter().zip(&other.prerelease);
                pairs
                    .find_map(|(one, other)| {
                        Some(identifier(one, other)).filter(|order| order.is_ne())
                    })
                    .unwrap_or(self.prerelease.len().cmp(&other.prerelease.len()))
            })
    }
}

/// Numbers by their value and before names, names by their letters.
fn identifier(one: &str, other: &str) -> Ordering {
    match (one.parse::<u64>(), other.parse::<u64>()) {
        (Ok(one), Ok(other)) => one.cmp(&other),
        (Ok(_), Err(_)) => Ordering::Less,
        (Err(_), Ok(_)) => Ordering::Greater,
        (Err(_), Err(_)) => one.cmp(other),
    }
}
