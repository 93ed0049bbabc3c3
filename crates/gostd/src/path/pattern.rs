//! `path.Match` and, on systems with slashes, `filepath.Match`.

/// The pattern's syntax is wrong; Go's `ErrBadPattern`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("syntax error in pattern")]
pub struct BadPattern;

/// Whether the whole of `name` matches: `*` and `?` stop at slashes, `[a-z]` and `[^a-z]` are one rune, `\` takes the next rune as it is.
///
/// # Errors
/// A malformed pattern, wherever the fault is.
pub fn matches(pattern: &str, name: &str) -> Result<bool, BadPattern> {
    let pattern = parse(pattern)?;
    let name: Vec<char> = name.chars().collect();
    Ok(match_all(&pattern, &name))
}

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
fn match_all(pattern: &[Token], name: &[char]) -> bool {
    let (mut p, mut n) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while n < name.len() || p < pattern.len() {
        match pattern.get(p) {
            Some(Token::Star) => {
                retry = Some((p, n));
                p += 1;
                continue;
            }
            Some(token) if n < name.len() && token.accepts(name[n]) => {
                (p, n) = (p + 1, n + 1);
                continue;
            }
            _ => {}
        }
        match retry {
            Some((star, from)) if from < name.len() && name[from] != '/' => {
                retry = Some((star, from + 1));
                (p, n) = (star + 1, from + 1);
            }
            _ => return false,
        }
    }
    true
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
