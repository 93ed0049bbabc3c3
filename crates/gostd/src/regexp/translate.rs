//! From Go's syntax to that of the `regex` crate, which differs where it knows more (nested classes, class operators, word
//! boundaries `\<`, Unicode classes) or refuses what Go takes literally (`a{,2}`).

use super::class;
use super::error::{Error, ErrorKind};
use super::escape::{push_literal, rune};
use super::group::{Opening, opening};

/// Go's limit for a repetition count, nested ones multiplied.
const MAX_REPEAT: u64 = 1000;

pub(super) struct Translation {
    pub(super) pattern: String,
    pub(super) names: Vec<Option<String>>,
}

pub(super) fn translate(expression: &str) -> Result<Translation, Error> {
    let mut translator = Translator {
        out: String::new(),
        names: vec![None],
        groups: vec![Level::default()],
        last_repeat: None,
    };
    let mut rest = expression;
    while !rest.is_empty() {
        rest = translator.step(rest, expression)?;
    }
    if translator.groups.len() > 1 {
        return Error::new(ErrorKind::MissingParen, expression);
    }
    Ok(Translation {
        pattern: translator.out,
        names: translator.names,
    })
}

/// An open group.
#[derive(Default)]
struct Level {
    /// Product of the nested repetition counts of the last atom; none where nothing can be repeated.
    atom: Option<u64>,
    /// The largest of these in the group.
    largest: u64,
}

struct Translator<'a> {
    out: String,
    names: Vec<Option<String>>,
    groups: Vec<Level>,
    /// The text from the last operator on, if the repetition stands right before.
    last_repeat: Option<&'a str>,
}

impl<'a> Translator<'a> {
    fn step(&mut self, text: &'a str, expression: &str) -> Result<&'a str, Error> {
        let last_repeat = self.last_repeat.take();
        let Some(c) = text.chars().next() else {
            return Ok(text);
        };
        match c {
            '(' => self.open(text),
            ')' => self.close(text, expression),
            '|' => {
                self.level().atom = None;
                Ok(self.emit("|", text, 1))
            }
            '^' | '$' | '.' => {
                self.atom();
                Ok(self.emit(&text[..1], text, 1))
            }
            '[' => {
                self.atom();
                class::bracketed(text, &mut self.out)
            }
            '*' | '+' | '?' => self.repeat(text, 1, None, last_repeat),
            '{' => match counts(text) {
                Some((length, low, high)) => {
                    let count = high.unwrap_or(low);
                    if low > MAX_REPEAT || high.is_some_and(|h| h > MAX_REPEAT || h < low) {
                        return Error::new(ErrorKind::InvalidRepeatSize, &text[..length]);
                    }
                    self.repeat(text, length, Some(count), last_repeat)
                }
                None => Ok(self.literal('{', &text[1..])),
            },
            '\\' => self.escape(text),
            _ => Ok(self.literal(c, &text[c.len_utf8()..])),
        }
    }

    fn level(&mut self) -> &mut Level {
        if self.groups.is_empty() {
            self.groups.push(Level::default());
        }
        let last = self.groups.len() - 1;
        &mut self.groups[last]
    }

    fn atom(&mut self) {
        let level = self.level();
        level.atom = Some(1);
        level.largest = level.largest.max(1);
    }

    fn emit(&mut self, written: &str, text: &'a str, length: usize) -> &'a str {
        self.out.push_str(written);
        &text[length..]
    }

    fn literal(&mut self, c: char, rest: &'a str) -> &'a str {
        self.atom();
        push_literal(&mut self.out, c);
        rest
    }

    fn open(&mut self, text: &'a str) -> Result<&'a str, Error> {
        let rest = if text.starts_with("(?") {
            let (opening, rest) = opening(text)?;
            match opening {
                Opening::Flags(flags) => {
                    if !flags.is_empty() {
                        self.out.push_str(&format!("(?{flags})"));
                    }
                    return Ok(rest);
                }
                Opening::FlagsGroup(flags) => self.out.push_str(&format!("(?{flags}:")),
                // Names are kept here, as Go takes a name twice.
                Opening::Named(name) => {
                    self.out.push('(');
                    self.names.push(Some(name));
                }
            }
            rest
        } else {
            self.out.push('(');
            self.names.push(None);
            &text[1..]
        };
        self.groups.push(Level::default());
        Ok(rest)
    }

    fn close(&mut self, text: &'a str, expression: &str) -> Result<&'a str, Error> {
        if self.groups.len() < 2 {
            return Error::new(ErrorKind::UnexpectedParen, expression);
        }
        let inner = self.groups.pop().map_or(1, |level| level.largest.max(1));
        let level = self.level();
        level.atom = Some(inner);
        level.largest = level.largest.max(inner);
        Ok(self.emit(")", text, 1))
    }

    fn repeat(
        &mut self,
        text: &'a str,
        length: usize,
        count: Option<u64>,
        last_repeat: Option<&'a str>,
    ) -> Result<&'a str, Error> {
        let Some(inner) = self.level().atom else {
            return Error::new(ErrorKind::MissingRepeatArgument, &text[..length]);
        };
        let lazy = usize::from(text[length..].starts_with('?'));
        let rest = &text[length + lazy..];
        if let Some(last) = last_repeat {
            return Error::new(ErrorKind::InvalidRepeatOp, &last[..last.len() - rest.len()]);
        }
        let product = inner.saturating_mul(count.unwrap_or(1).max(1));
        if product > MAX_REPEAT {
            return Error::new(ErrorKind::InvalidRepeatSize, &text[..length]);
        }
        let level = self.level();
        level.atom = Some(product);
        level.largest = level.largest.max(product);
        self.last_repeat = Some(text);
        Ok(self.emit(&text[..length + lazy], text, length + lazy))
    }

    fn escape(&mut self, text: &'a str) -> Result<&'a str, Error> {
        if let Some(quoted) = text.strip_prefix(r"\Q") {
            let (literal, rest) = quoted.split_once(r"\E").unwrap_or((quoted, ""));
            for c in literal.chars() {
                self.literal(c, rest);
            }
            return Ok(rest);
        }
        let assertion = match text.as_bytes().get(1) {
            Some(b'A') => r"\A",
            Some(b'z') => r"\z",
            Some(b'b') => r"(?-u:\b)",
            Some(b'B') => r"(?-u:\B)",
            _ => "",
        };
        self.atom();
        if !assertion.is_empty() {
            return Ok(self.emit(assertion, text, 2));
        }
        if let Some((written, rest)) = class::perl(text) {
            self.out.push_str(written);
            return Ok(rest);
        }
        if let Some(property) = class::property(text) {
            let (written, rest) = property?;
            self.out.push_str(&written);
            return Ok(rest);
        }
        let (c, rest) = rune(text)?;
        push_literal(&mut self.out, c);
        Ok(rest)
    }
}

/// `{2}`, `{2,}` or `{2,3}` at the start: its length and counts. Anything else is literal text.
fn counts(text: &str) -> Option<(usize, u64, Option<u64>)> {
    let close = text.find('}')?;
    let inner = &text[1..close];
    let number = |digits: &str| {
        let plain = !digits.is_empty()
            && digits.bytes().all(|b| b.is_ascii_digit())
            && (digits.len() == 1 || !digits.starts_with('0'));
        plain.then(|| digits.parse().unwrap_or(u64::MAX))
    };
    match inner.split_once(',') {
        None => number(inner).map(|n| (close + 1, n, Some(n))),
        Some((low, "")) => number(low).map(|n| (close + 1, n, None)),
        Some((low, high)) => Some((close + 1, number(low)?, Some(number(high)?))),
    }
}
