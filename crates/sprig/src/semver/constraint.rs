//! Constraints: alternatives (`||`) of comparisons that must all hold.

use gostd::strconv::quote;

use super::version::{Version, compare_prerelease, split};

/// A text that is no constraint; the text is that of Masterminds' library.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("improper constraint: {}", quote(.0))]
pub struct ConstraintError(String);

/// A condition on versions such as `>=1.2, <2 || ^3`.
#[derive(Debug, Clone)]
pub struct Constraints(Vec<Vec<Comparison>>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Equal,
    NotEqual,
    Greater,
    Less,
    GreaterOrEqual,
    LessOrEqual,
    Tilde,
    Caret,
}

/// Longer spellings before those that they start with.
const OPERATORS: &[(&str, Operator)] = &[
    ("!=", Operator::NotEqual),
    (">=", Operator::GreaterOrEqual),
    ("=>", Operator::GreaterOrEqual),
    ("<=", Operator::LessOrEqual),
    ("=<", Operator::LessOrEqual),
    ("~>", Operator::Tilde),
    ("~", Operator::Tilde),
    ("^", Operator::Caret),
    (">", Operator::Greater),
    ("<", Operator::Less),
    ("=", Operator::Equal),
    ("", Operator::Equal),
];

/// Which numbers of a comparison's version were left out or wildcards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    Patch,
    Minor,
    Everything,
}

#[derive(Debug, Clone)]
struct Comparison {
    operator: Operator,
    version: Version,
    open: Open,
}

impl Constraints {
    /// Reads constraints.
    ///
    /// # Errors
    /// A part that is no comparison.
    pub fn parse(text: &str) -> Result<Constraints, ConstraintError> {
        let text = expand_ranges(text);
        let alternatives = text
            .split("||")
            .map(|part| parse_all(part).ok_or_else(|| ConstraintError(part.to_owned())));
        Ok(Constraints(alternatives.collect::<Result<_, _>>()?))
    }

    /// Whether a version meets them. A pre-release only meets alternatives that name a pre-release themselves.
    #[must_use]
    pub fn check(&self, version: &Version) -> bool {
        self.0.iter().any(|all| {
            let with_prereleases = all
                .iter()
                .any(|comparison| !comparison.version.prerelease.is_empty());
            (version.prerelease.is_empty() || with_prereleases)
                && all.iter().all(|comparison| comparison.holds(version))
        })
    }
}

fn is_version_character(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, 'x' | 'X' | '*' | '|')
}

/// Reads a version with wildcards at the start of a text.
fn version_prefix(text: &str) -> Option<(&str, &str)> {
    let body = text.strip_prefix('v').unwrap_or(text);
    let (_, rest) = split(body, is_version_character)?;
    Some((&text[..text.len() - rest.len()], rest))
}

/// `1.2 - 2.0` is `>= 1.2, <= 2.0 `.
fn expand_ranges(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    'next: while !rest.is_empty() {
        let starts = rest.char_indices().map(|(i, _)| i);
        for start in starts {
            if let Some((low, high, after)) = range_at(&rest[start..]) {
                out.push_str(rest[..start].trim_end());
                out.push_str(&format!(">= {low}, <= {high} "));
                rest = after;
                continue 'next;
            }
        }
        out.push_str(rest);
        break;
    }
    out
}

fn range_at(text: &str) -> Option<(&str, &str, &str)> {
    let (low, rest) = version_prefix(text)?;
    let after_low = rest.trim_start();
    let dash = after_low
        .strip_prefix('-')
        .filter(|_| after_low.len() < rest.len())?;
    let high_text = dash.trim_start();
    let (high, rest) = version_prefix(high_text).filter(|_| high_text.len() < dash.len())?;
    Some((low, high, rest.trim_start()))
}

/// Comparisons separated by blanks or a comma; none at all is not a constraint.
fn parse_all(text: &str) -> Option<Vec<Comparison>> {
    let mut comparisons = Vec::new();
    let mut rest = text.trim_start();
    loop {
        let (comparison, after) = Comparison::parse(rest)?;
        comparisons.push(comparison);
        let trimmed = after.trim_start();
        if trimmed.is_empty() {
            return Some(comparisons);
        }
        rest = match trimmed.strip_prefix(',') {
            Some(next) => next.trim_start(),
            None if trimmed.len() < after.len() => trimmed,
            None => return None,
        };
    }
}

impl Comparison {
    fn parse(text: &str) -> Option<(Comparison, &str)> {
        let (spelling, operator) = OPERATORS
            .iter()
            .find(|(spelling, _)| text.starts_with(spelling))?;
        let body = text[spelling.len()..].trim_start();
        let (parts, rest) = split(body.strip_prefix('v').unwrap_or(body), is_version_character)?;
        let wild = |part: Option<&str>| part.is_none_or(|p| matches!(p, "x" | "X" | "*"));
        let (numbers, open) = match () {
            () if wild(Some(parts.major)) => ("0.0.0".to_owned(), Open::Everything),
            () if wild(parts.minor) => (format!("{}.0.0", parts.major), Open::Minor),
            () if wild(parts.patch) => (format!("{}.{}.0", parts.major, parts.minor?), Open::Patch),
            () => (
                format!("{}.{}.{}", parts.major, parts.minor?, parts.patch?),
                Open::Nothing,
            ),
        };
        let prerelease = parts
            .prerelease
            .map(|p| format!("-{p}"))
            .unwrap_or_default();
        let metadata = parts.metadata.map(|m| format!("+{m}")).unwrap_or_default();
        let version = Version::parse(&format!("{numbers}{prerelease}{metadata}")).ok()?;
        Some((
            Comparison {
                operator: *operator,
                version,
                open,
            },
            rest,
        ))
    }

    fn holds(&self, version: &Version) -> bool {
        match self.operator {
            Operator::Equal if self.open == Open::Nothing => *version == self.version,
            Operator::Equal | Operator::Tilde => self.tilde(version),
            Operator::NotEqual => self.not_equal(version),
            Operator::Greater => self.greater(version),
            Operator::Less => *version < self.version,
            Operator::GreaterOrEqual => *version >= self.version,
            Operator::LessOrEqual => self.less_or_equal(version),
            Operator::Caret => self.caret(version),
        }
    }

    fn not_equal(&self, version: &Version) -> bool {
        let own = &self.version;
        match self.open {
            Open::Nothing => version != own,
            _ if version.major != own.major => true,
            Open::Minor => false,
            _ if version.minor != own.minor => true,
            Open::Patch if version.prerelease.is_empty() && own.prerelease.is_empty() => false,
            Open::Patch => compare_prerelease(&version.prerelease, &own.prerelease).is_ne(),
            Open::Everything => version.patch != own.patch,
        }
    }

    /// `>1` is above all of 1.x, `>1.2` above all of 1.2.x.
    fn greater(&self, version: &Version) -> bool {
        let own = &self.version;
        match self.open {
            Open::Nothing => version > own,
            _ if version.major != own.major => version.major > own.major,
            Open::Minor => false,
            Open::Patch => version.minor > own.minor,
            Open::Everything => version > own,
        }
    }

    fn less_or_equal(&self, version: &Version) -> bool {
        let own = &self.version;
        match self.open {
            Open::Nothing => version <= own,
            _ if version.major > own.major => false,
            Open::Minor => true,
            Open::Patch | Open::Everything => {
                version.major < own.major || version.minor <= own.minor
            }
        }
    }

    /// From the version on, within its minor, or within its major where no minor is given.
    fn tilde(&self, version: &Version) -> bool {
        let own = &self.version;
        if version < own {
            return false;
        }
        if (own.major, own.minor, own.patch) == (0, 0, 0)
            && matches!(self.open, Open::Nothing | Open::Everything)
        {
            return true;
        }
        version.major == own.major && (self.open == Open::Minor || version.minor == own.minor)
    }

    /// From the version on, without a change of the first number that is not 0.
    fn caret(&self, version: &Version) -> bool {
        let own = &self.version;
        if version < own {
            return false;
        }
        if own.major > 0 || self.open == Open::Minor {
            return version.major == own.major;
        }
        if version.major > 0 {
            return false;
        }
        if own.minor > 0 || self.open == Open::Patch {
            return version.minor == own.minor;
        }
        version.minor == 0 && version.patch == own.patch
    }
}
