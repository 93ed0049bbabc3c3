//! Reading runes up to one that ends a word.

/// A text being read.
pub(super) struct Scanner<'a> {
    rest: &'a str,
    /// Whether a backslash is a rune like any other.
    literal: bool,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str, literal: bool) -> Scanner<'a> {
        Scanner {
            rest: text,
            literal,
        }
    }

    /// The runes before the first of `stops`, which is read too; none at the end of the text. A backslash takes
    /// the meaning of the rune behind it.
    pub(super) fn until(&mut self, stops: &[char]) -> (String, Option<char>) {
        let mut word = String::new();
        let mut runes = self.rest.char_indices();
        while let Some((offset, rune)) = runes.next() {
            if stops.contains(&rune) {
                self.rest = &self.rest[offset + rune.len_utf8()..];
                return (word, Some(rune));
            }
            if rune != '\\' || self.literal {
                word.push(rune);
            } else if let Some((_, escaped)) = runes.next() {
                word.push(escaped);
            }
        }
        self.rest = "";
        (word, None)
    }

    pub(super) fn at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn accept(&mut self, rune: char) -> bool {
        match self.rest.strip_prefix(rune) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Everything that is left.
    pub(super) fn rest(&mut self) -> &'a str {
        std::mem::take(&mut self.rest)
    }

    pub(super) fn peek_rest(&self) -> &'a str {
        self.rest
    }

    pub(super) fn skip(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
    }

    /// Skips blanks up to and including a comma; whether nothing else came before it or the end.
    pub(super) fn skip_blank(&mut self) -> bool {
        self.rest = self.rest.trim_start();
        self.accept(',') || self.at_end()
    }
}
