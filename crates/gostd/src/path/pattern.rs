//! `path.Match` and, on systems with slashes, `filepath.Match`.

/// The pattern's syntax is wrong; Go's `ErrBadPattern`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("syntax error in pattern")]
pub struct BadPattern;

/// A pattern: `*` and `?` stop at slashes, `[a-z]` and `[^a-z]` are one rune, `\` takes the next rune as it is.
#[derive(Clone, Debug)]
pub struct Pattern(Vec<Token>);

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// It is malformed, wherever the fault is.
    pub fn parse(pattern: &str) -> Result<Pattern, BadPattern> {
        parse(pattern).map(Pattern)
    }

    /// Whether the whole of `name` matches.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        match_all(&self.0, name)
    }
}

/// Whether the whole of `name` matches a pattern that is needed once, see [`Pattern`].
///
/// # Errors
/// A malformed pattern, wherever the fault is.
pub fn matches(pattern: &str, name: &str) -> Result<bool, BadPattern> {
    Ok(Pattern::parse(pattern)?.matches(name))
}

#[derive(Clone, Debug)]
enum Token {
    Star,
    AnyRune,
    Rune(char),
    Class {
        negated: bool,
        ranges: Vec<(char, char)>,
    },
}

impl Token {
    fn accepts(&self, rune: char) -> bool {
        match self {
            Token::Star => false,
            Token::AnyRune => rune != '/',
            Token::Rune(own) => *own == rune,
            Token::Class { negated, ranges } => {
                ranges
                    .iter()
                    .any(|(low, high)| (*low..=*high).contains(&rune))
                    != *negated
            }
        }
    }
}

fn parse(pattern: &str) -> Result<Vec<Token>, BadPattern> {
    let mut tokens = Vec::new();
    let mut chars = pattern.chars().peekable();
    while let Some(c) = chars.next() {
        tokens.push(match c {
            '*' => Token::Star,
            '?' => Token::AnyRune,
            '\\' => Token::Rune(chars.next().ok_or(BadPattern)?),
            '[' => parse_class(&mut chars)?,
            _ => Token::Rune(c),
        });
    }
    Ok(tokens)
}

fn parse_class(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Result<Token, BadPattern> {
    let negated = chars.next_if_eq(&'^').is_some();
    let mut ranges = Vec::new();
    loop {
        if !ranges.is_empty() && chars.next_if_eq(&']').is_some() {
            return Ok(Token::Class { negated, ranges });
        }
        let low = class_rune(chars)?;
        let high = if chars.next_if_eq(&'-').is_some() {
            class_rune(chars)?
        } else {
            low
        };
        ranges.push((low, high));
    }
}

fn class_rune(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Result<char, BadPattern> {
    match chars.next() {
        None | Some('-' | ']') => Err(BadPattern),
        Some('\\') => chars.next().ok_or(BadPattern),
        Some(c) => Ok(c),
    }
}

/// Matching with one point to go back to, the last star: linear for each star.
fn match_all(pattern: &[Token], name: &str) -> bool {
    let (mut p, mut rest) = (0, name.chars());
    let mut retry = None;
    loop {
        let mut after = rest.clone();
        match (pattern.get(p), after.next()) {
            (None, None) => return true,
            (Some(Token::Star), _) => {
                retry = Some((p, rest.clone()));
                p += 1;
                continue;
            }
            (Some(token), Some(rune)) if token.accepts(rune) => {
                (p, rest) = (p + 1, after);
                continue;
            }
            _ => {}
        }
        // The last star takes one rune more.
        let Some((star, from)) = &mut retry else {
            return false;
        };
        if from.next().is_none_or(|rune| rune == '/') {
            return false;
        }
        (p, rest) = (*star + 1, from.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        let cases = [
            ("*", "abc", true),
            ("*", "a/b", false),
            ("a*/b", "axx/b", true),
            ("a?c", "abc", true),
            ("a?c", "a/c", false),
            ("[a-c]x", "bx", true),
            ("[^a-c]x", "bx", false),
            (r"a\*", "a*", true),
            ("a*b*c", "aXbYbZc", true),
            ("ab[!]", "ab!", true),
            ("", "", true),
            ("*.yaml", "x.yml", false),
            ("templates/*", "templates/a/b", false),
            ("**", "a", true),
        ];
        for (pattern, name, want) in cases {
            assert_eq!(matches(pattern, name), Ok(want), "{pattern} {name}");
        }
        for pattern in ["[", "[]a]", "[a-]", r"a\", "[-x]", "[a"] {
            assert_eq!(matches(pattern, "a"), Err(BadPattern), "{pattern}");
        }
    }
}
