use std::cmp::Ordering;

use gostd::strconv::{NumError, parse_uint};

/// Why a text is no version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VersionError {
    /// It does not have the form of one.
    #[error("invalid semantic version")]
    Invalid,
    /// A number of the pre-release starts with a zero.
    #[error("version segment starts with 0")]
    LeadingZero,
    /// A number does not fit.
    #[error("error parsing version segment: {0}")]
    Segment(#[from] NumError),
}

/// A semantic version. Ordering leaves the build metadata out.
#[derive(Debug, Clone)]
pub struct Version {
    /// First number.
    pub major: u64,
    /// Second number.
    pub minor: u64,
    /// Third number.
    pub patch: u64,
    /// What follows the hyphen.
    pub prerelease: String,
    /// What follows the plus.
    pub metadata: String,
    original: String,
}

/// The parts of a version's text, or of a constraint's with its wildcards.
pub(super) struct Parts<'a> {
    pub(super) major: &'a str,
    pub(super) minor: Option<&'a str>,
    pub(super) patch: Option<&'a str>,
    pub(super) prerelease: Option<&'a str>,
    pub(super) metadata: Option<&'a str>,
}

impl Version {
    /// Reads a version leniently: `v` in front, missing minor and patch numbers and leading zeros in them are fine.
    ///
    /// # Errors
    /// See [`VersionError`]; the texts are those of Masterminds' library.
    pub fn parse(text: &str) -> Result<Version, VersionError> {
        let body = text.strip_prefix('v').unwrap_or(text);
        let parts = split(body, |c| c.is_ascii_digit())
            .filter(|(_, rest)| rest.is_empty())
            .ok_or(VersionError::Invalid)?
            .0;
        let number = |part: Option<&str>| part.map_or(Ok(0), |digits| parse_uint(digits, 10, 64));
        let prerelease = parts.prerelease.unwrap_or_default();
        let padded = |segment: &str| {
            segment.len() > 1
                && segment.starts_with('0')
                && segment.bytes().all(|b| b.is_ascii_digit())
        };
        if prerelease.split('.').any(padded) {
            return Err(VersionError::LeadingZero);
        }
        Ok(Version {
            major: number(Some(parts.major))?,
            minor: number(parts.minor)?,
            patch: number(parts.patch)?,
            prerelease: prerelease.to_owned(),
            metadata: parts.metadata.unwrap_or_default().to_owned(),
            original: text.to_owned(),
        })
    }

    /// The text that was read.
    #[must_use]
    pub fn original(&self) -> &str {
        &self.original
    }

    /// The next version without pre-release: of a pre-release its own, else one patch on.
    #[must_use]
    pub fn next_patch(&self) -> Version {
        let patch = if self.prerelease.is_empty() {
            self.patch + 1
        } else {
            self.patch
        };
        self.with_numbers(self.major, self.minor, patch)
    }

    /// The first version of the next minor.
    #[must_use]
    pub fn next_minor(&self) -> Version {
        self.with_numbers(self.major, self.minor + 1, 0)
    }

    /// The first version of the next major.
    #[must_use]
    pub fn next_major(&self) -> Version {
        self.with_numbers(self.major + 1, 0, 0)
    }

    fn with_numbers(&self, major: u64, minor: u64, patch: u64) -> Version {
        let v = if self.original.starts_with('v') {
            "v"
        } else {
            ""
        };
        Version {
            major,
            minor,
            patch,
            prerelease: String::new(),
            metadata: String::new(),
            original: format!("{v}{major}.{minor}.{patch}"),
        }
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)?;
        if !self.prerelease.is_empty() {
            write!(f, "-{}", self.prerelease)?;
        }
        if !self.metadata.is_empty() {
            write!(f, "+{}", self.metadata)?;
        }
        Ok(())
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Version {}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        let numbers = |v: &Version| (v.major, v.minor, v.patch);
        numbers(self)
            .cmp(&numbers(other))
            .then_with(|| compare_prerelease(&self.prerelease, &other.prerelease))
    }
}

/// A release is above its pre-releases; numbers are below words.
pub(super) fn compare_prerelease(a: &str, b: &str) -> Ordering {
    if a.is_empty() || b.is_empty() {
        return a.is_empty().cmp(&b.is_empty());
    }
    let (mut left, mut right) = (a.split('.'), b.split('.'));
    loop {
        let ordering = match (left.next(), right.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some(a), Some(b)) => match (a.parse::<u64>(), b.parse::<u64>()) {
                (Ok(a), Ok(b)) => a.cmp(&b),
                (Ok(_), Err(_)) => Ordering::Less,
                (Err(_), Ok(_)) => Ordering::Greater,
                (Err(_), Err(_)) => a.cmp(b),
            },
        };
        if ordering != Ordering::Equal {
            return ordering;
        }
    }
}

/// Reads numbers (of the characters that `digit` takes), pre-release and metadata as far as they go, and gives the rest.
pub(super) fn split(text: &str, digit: impl Fn(char) -> bool) -> Option<(Parts<'_>, &str)> {
    let number = |text: &'_ str| text.find(|c| !digit(c)).unwrap_or(text.len());
    let (major, mut rest) = text.split_at(number(text));
    if major.is_empty() {
        return None;
    }
    let mut more = [None, None];
    for part in &mut more {
        if let Some(after) = rest.strip_prefix('.').filter(|after| number(after) > 0) {
            let (digits, after) = after.split_at(number(after));
            *part = Some(digits);
            rest = after;
        } else {
            break;
        }
    }
    let (prerelease, rest) = identifiers(rest, '-');
    let (metadata, rest) = identifiers(rest, '+');
    Some((
        Parts {
            major,
            minor: more[0],
            patch: more[1],
            prerelease,
            metadata,
        },
        rest,
    ))
}

/// Dot-separated identifiers behind a mark.
fn identifiers(text: &str, mark: char) -> (Option<&str>, &str) {
    let Some(body) = text.strip_prefix(mark) else {
        return (None, text);
    };
    let identifier = |text: &str| {
        text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
            .unwrap_or(text.len())
    };
    let mut end = identifier(body);
    if end == 0 {
        return (None, text);
    }
    while let Some(more) = body[end..]
        .strip_prefix('.')
        .map(identifier)
        .filter(|length| *length > 0)
    {
        end += 1 + more;
    }
    (Some(&body[..end]), &body[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn precedence() {
        let ordered = [
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-alpha.beta",
            "1.0.0-beta.2",
            "1.0.0-beta.11",
            "1.0.0",
            "1.0.1",
            "1.1",
            "v2",
        ];
        let versions: Vec<_> = ordered
            .iter()
            .map(|text| Version::parse(text).expect("a version"))
            .collect();
        assert!(versions.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn refusals() {
        let cases = [
            ("1.2.3.4", "invalid semantic version"),
            ("", "invalid semantic version"),
            ("1.2.3-", "invalid semantic version"),
            ("1.2.3-01", "version segment starts with 0"),
            (" 1", "invalid semantic version"),
        ];
        for (text, want) in cases {
            assert_eq!(
                Version::parse(text).map_err(|e| e.to_string()),
                Err(want.to_owned())
            );
        }
    }
}
