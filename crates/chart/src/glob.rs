//! The patterns of `.Files.Glob`: `*` stays in a directory, `**` does not.

/// A pattern.
#[derive(Debug)]
pub(crate) struct Glob(Vec<Part>);

#[derive(Debug)]
enum Part {
    Rune(char),
    /// `?`: a rune that is no separator.
    Single,
    /// `*`: runes that are no separators.
    Any,
    /// `**`: any runes.
    Super,
    /// `[abc]`, `[a-c]`, and with `!` all other runes.
    Class {
        negated: bool,
        ranges: Vec<(char, char)>,
    },
    /// `{a,b}`
    Alternatives(Vec<Glob>),
}

impl Glob {
    /// Reads a pattern; none if it is not complete.
    pub(crate) fn parse(pattern: &str) -> Option<Glob> {
        let mut runes = pattern.chars().peekable();
        let parts = parse(&mut runes, 0)?;
        runes.next().is_none().then_some(Glob(parts))
    }

    /// The pattern that matches everything.
    pub(crate) fn everything() -> Glob {
        Glob(vec![Part::Super])
    }

    pub(crate) fn matches(&self, text: &str) -> bool {
        let runes: Vec<char> = text.chars().collect();
        let parts: Vec<&Part> = self.0.iter().collect();
        matches(&parts, &runes)
    }
}

type Runes<'a> = std::iter::Peekable<std::str::Chars<'a>>;

/// How deep alternatives may nest.
const MAX_DEPTH: usize = 20;

fn parse(runes: &mut Runes<'_>, depth: usize) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    while let Some(rune) = runes.peek().copied() {
        if depth > 0 && matches!(rune, ',' | '}') {
            break;
        }
        runes.next();
        parts.push(match rune {
            '?' => Part::Single,
            '*' if runes.next_if_eq(&'*').is_some() => Part::Super,
            '*' => Part::Any,
            '[' => class(runes)?,
            '{' if depth < MAX_DEPTH => alternatives(runes, depth + 1)?,
            '{' => return None,
            '\\' => Part::Rune(runes.next()?),
            other => Part::Rune(other),
        });
    }
    Some(parts)
}

fn class(runes: &mut Runes<'_>) -> Option<Part> {
    let negated = runes.next_if_eq(&'!').is_some();
    let mut ranges = Vec::new();
    loop {
        let low = match runes.next()? {
            ']' if ranges.is_empty() => return None,
            ']' => return Some(Part::Class { negated, ranges }),
            '\\' => runes.next()?,
            other => other,
        };
        let mut high = low;
        if runes.next_if_eq(&'-').is_some() {
            high = runes.next()?;
        }
        ranges.push((low, high));
    }
}

fn alternatives(runes: &mut Runes<'_>, depth: usize) -> Option<Part> {
    let mut globs = Vec::new();
    loop {
        globs.push(Glob(parse(runes, depth)?));
        match runes.next()? {
            ',' => {}
            _ => return Some(Part::Alternatives(globs)),
        }
    }
}

fn matches(parts: &[&Part], text: &[char]) -> bool {
    let Some((part, rest)) = parts.split_first() else {
        return text.is_empty();
    };
    match part {
        Part::Any | Part::Super => {
            let over_separators = matches!(part, Part::Super);
            let reach = text
                .iter()
                .take_while(|rune| over_separators || **rune != '/')
                .count();
            (0..=reach).any(|length| matches(rest, &text[length..]))
        }
        Part::Alternatives(globs) => globs.iter().any(|glob| {
            let parts: Vec<&Part> = glob.0.iter().chain(rest.iter().copied()).collect();
            matches(&parts, text)
        }),
        single => match text.split_first() {
            Some((rune, text)) => single.takes(*rune) && matches(rest, text),
            None => false,
        },
    }
}

impl Part {
    /// Whether the part matches this one rune.
    fn takes(&self, rune: char) -> bool {
        match self {
            Part::Rune(own) => *own == rune,
            Part::Single => rune != '/',
            Part::Class { negated, ranges } => {
                ranges
                    .iter()
                    .any(|(low, high)| (*low..=*high).contains(&rune))
                    != *negated
            }
            Part::Any | Part::Super | Part::Alternatives(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matched(pattern: &str, text: &str) -> bool {
        Glob::parse(pattern).is_some_and(|glob| glob.matches(text))
    }

    #[test]
    fn stars_and_separators() {
        assert!(matched("conf/*.yaml", "conf/a.yaml"));
        assert!(!matched("conf/*.yaml", "conf/d/a.yaml"));
        assert!(matched("conf/**.yaml", "conf/d/a.yaml"));
        assert!(matched("**", "a/b/c"));
        assert!(!matched("?", "/"));
    }

    #[test]
    fn classes_and_alternatives() {
        assert!(matched("[a-c]x", "bx"));
        assert!(!matched("[!a-c]x", "bx"));
        assert!(matched("{a,b*}/c", "bc/c"));
        assert!(!matched("{a,b}/c", "c/c"));
        assert!(Glob::parse("[a").is_none());
        assert!(Glob::parse("{a").is_none());
    }
}
