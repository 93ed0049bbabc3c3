//! `.helmignore`.

use gostd::path::Pattern;

/// A pattern that cannot be understood.
#[derive(Debug, thiserror::Error)]
pub enum PatternError {
    /// Helm knows no `**`.
    #[error("double-star (**) syntax is not supported")]
    DoubleStar,
    /// The pattern is not complete.
    #[error("syntax error in pattern")]
    Syntax,
}

/// The rules of a chart directory.
#[derive(Debug)]
pub(super) struct Rules(Vec<Rule>);

#[derive(Debug)]
struct Rule {
    /// None if it is malformed without the signs around it; it matches nothing then.
    pattern: Option<Pattern>,
    negated: bool,
    directories_only: bool,
    on: Subject,
}

/// What a pattern is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Subject {
    /// The last element of the path.
    Base,
    /// The whole path.
    Path,
}

impl Rules {
    /// Reads the rules; Helm adds one of its own.
    pub(super) fn parse(text: &str) -> Result<Rules, PatternError> {
        let lines = text.lines().chain(["templates/.?*"]);
        let rules = lines
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        rules.map(Rule::parse).collect::<Result<_, _>>().map(Rules)
    }

    /// Whether the path is left out. The first rule that says so decides; a negated rule says so for every path
    /// that does not match it.
    pub(super) fn ignore(&self, path: &str, is_directory: bool) -> bool {
        // The root itself is never left out.
        if path.is_empty() || path == "." || path == "./" {
            return false;
        }
        self.0.iter().any(|rule| {
            let matched = rule.matches(path);
            if rule.negated {
                (rule.directories_only && !is_directory) || !matched
            } else {
                matched && (!rule.directories_only || is_directory)
            }
        })
    }
}

impl Rule {
    fn parse(line: &str) -> Result<Rule, PatternError> {
        if line.contains("**") {
            return Err(PatternError::DoubleStar);
        }
        Pattern::parse(line).map_err(|_| PatternError::Syntax)?;
        let (negated, line) = line
            .strip_prefix('!')
            .map_or((false, line), |line| (true, line));
        let (directories_only, line) = line
            .strip_suffix('/')
            .map_or((false, line), |line| (true, line));
        let (on, pattern) = match line.strip_prefix('/') {
            Some(rest) => (Subject::Path, rest),
            None if line.contains('/') => (Subject::Path, line),
            None => (Subject::Base, line),
        };
        Ok(Rule {
            pattern: Pattern::parse(pattern).ok(),
            negated,
            directories_only,
            on,
        })
    }

    fn matches(&self, path: &str) -> bool {
        let subject = match self.on {
            Subject::Path => path,
            Subject::Base => path.rsplit('/').next().unwrap_or(path),
        };
        let pattern = self.pattern.as_ref();
        pattern.is_some_and(|pattern| pattern.matches(subject))
    }
}
