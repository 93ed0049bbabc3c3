//! `snakecase` and `kebabcase`: words found by their case and put together with a connector.

use gostd::unicode::{is_space, to_lower};

pub(super) fn is_connector(rune: char) -> bool {
    rune == '-' || rune == '_' || is_space(rune)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Invalid,
    Number,
    /// Starts with a capital.
    Upper,
    Alphabet,
    Connector,
    Punctuation,
    Other,
}

#[derive(Clone, Copy, Debug)]
struct Word<'a> {
    kind: Kind,
    text: &'a str,
}

const END: Word<'static> = Word {
    kind: Kind::Invalid,
    text: "",
};

/// The words in lower case with `connector` between them. A number belongs to the word before it (`Bld4Floor` → `bld4_floor`) unless
/// small letters follow it (`HTTP2xx` → `http_2xx`).
pub(super) fn lower_words(text: &str, connector: char) -> String {
    let mut writer = Writer {
        out: String::with_capacity(text.len() + 4),
        connector,
    };
    let mut words = Words { rest: text };
    let mut word = words.next_word();
    while !words.rest.is_empty() {
        if word.kind != Kind::Connector {
            writer.write(word.kind, word.text);
        }
        let previous = word;
        word = words.next_word();
        match previous.kind {
            Kind::Number => word = writer.write_letters_and_numbers(word, &mut words),
            Kind::Connector => writer.write(Kind::Connector, previous.text),
            Kind::Punctuation => {}
            _ if word.kind != Kind::Number => writer.connect_to(word.kind),
            _ if words.rest.is_empty() => {}
            _ => word = writer.write_number_after_word(word, &mut words),
        }
    }
    writer.write(word.kind, word.text);
    writer.out
}

struct Writer {
    out: String,
    connector: char,
}

impl Writer {
    fn write(&mut self, kind: Kind, text: &str) {
        if kind != Kind::Upper && kind != Kind::Connector {
            self.out.push_str(text);
            return;
        }
        let connector = self.connector;
        self.out.extend(text.chars().map(|rune| {
            if is_connector(rune) {
                connector
            } else if rune.is_uppercase() {
                to_lower(rune)
            } else {
                rune
            }
        }));
    }

    fn connect_to(&mut self, next: Kind) {
        if !matches!(next, Kind::Connector | Kind::Punctuation) {
            self.out.push(self.connector);
        }
    }

    /// Goes on in one word while small letters and numbers follow.
    fn write_letters_and_numbers<'a>(
        &mut self,
        first: Word<'a>,
        words: &mut Words<'a>,
    ) -> Word<'a> {
        let mut word = first;
        while matches!(word.kind, Kind::Alphabet | Kind::Number) {
            self.write(word.kind, word.text);
            word = words.next_word();
        }
        if word.kind != Kind::Invalid {
            self.connect_to(word.kind);
        }
        word
    }

    fn write_number_after_word<'a>(&mut self, number: Word<'a>, words: &mut Words<'a>) -> Word<'a> {
        let word = words.next_word();
        if word.kind != Kind::Alphabet {
            self.write(Kind::Number, number.text);
            self.connect_to(word.kind);
            return word;
        }
        self.out.push(self.connector);
        self.write(Kind::Number, number.text);
        self.write_letters_and_numbers(word, words)
    }
}

struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    fn next_word(&mut self) -> Word<'a> {
        let Some(first) = self.rest.chars().next() else {
            return END;
        };
        let (kind, length) = match first {
            _ if is_connector(first) => (Kind::Connector, self.run(is_connector)),
            _ if is_punctuation(first) => (Kind::Punctuation, self.run(is_punctuation)),
            _ if first.is_uppercase() => (Kind::Upper, self.upper_length(first)),
            _ if is_letter(first) => (
                Kind::Alphabet,
                self.run(|r| is_letter(r) && !r.is_uppercase()),
            ),
            _ if first.is_numeric() => (Kind::Number, self.run(char::is_numeric)),
            _ => (
                Kind::Other,
                self.run(|r| {
                    !(is_connector(r) || is_letter(r) || r.is_numeric() || is_punctuation(r))
                }),
            ),
        };
        let (text, rest) = self.rest.split_at(length);
        self.rest = rest;
        Word { kind, text }
    }

    /// Length of the first rune and of those behind it that belong to it.
    fn run(&self, belongs: impl Fn(char) -> bool) -> usize {
        let mut runes = self.rest.char_indices();
        runes.next();
        runes
            .find(|(_, rune)| !belongs(*rune))
            .map_or(self.rest.len(), |(at, _)| at)
    }

    /// `Status`, or the run of capitals in `HTTPStatus` without its last, which starts the next word.
    fn upper_length(&self, first: char) -> usize {
        let second = self.rest[first.len_utf8()..].chars().next();
        if !second.is_some_and(char::is_uppercase) {
            return self.run(|r| is_letter(r) && !r.is_uppercase());
        }
        let capitals = self.run(char::is_uppercase);
        let last = self.rest[..capitals]
            .chars()
            .next_back()
            .map_or(0, char::len_utf8);
        match self.rest[capitals..].chars().next() {
            Some(next) if is_letter(next) => capitals - last,
            _ => capitals,
        }
    }
}

/// Letters of alphabets: ideographs and the like have no case and make no words here.
fn is_letter(rune: char) -> bool {
    rune.is_alphabetic()
        && !('\u{2e80}'..='\u{9fff}').contains(&rune)
        && !('\u{f900}'..='\u{faff}').contains(&rune)
        && !('\u{20000}'..='\u{2ffff}').contains(&rune)
}

fn is_punctuation(rune: char) -> bool {
    match rune {
        '$' | '+' | '<' | '=' | '>' | '^' | '`' | '|' | '~' => false,
        _ if rune.is_ascii() => rune.is_ascii_punctuation(),
        '\u{a1}'
        | '\u{a7}'
        | '\u{ab}'
        | '\u{b6}'
        | '\u{b7}'
        | '\u{bb}'
        | '\u{bf}'
        | '\u{2010}'..='\u{2027}'
        | '\u{2030}'..='\u{205e}'
        | '\u{3001}'..='\u{3003}'
        | '\u{3008}'..='\u{3011}' => true,
        _ => false,
    }
}
