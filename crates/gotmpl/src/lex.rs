//! The lexer: template text to items.

mod action;
mod item;
mod rune;

use std::sync::LazyLock;

use memchr::memmem::Finder;

pub(crate) use item::{Item, ItemKind};

pub(crate) const LEFT_DELIM: &[u8] = b"{{";
pub(crate) const RIGHT_DELIM: &[u8] = b"}}";
const LEFT_COMMENT: &[u8] = b"/*";
const RIGHT_COMMENT: &[u8] = b"*/";
/// Finds where actions start: the search is prepared once for all texts.
static ACTIONS: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(LEFT_DELIM));
/// Length of a trim marker with the space that belongs to it: `{{- ` and ` -}}`.
const TRIM_MARKER_LEN: usize = 2;

/// What the lexer reads next.
#[derive(Clone, Copy)]
enum State {
    Text,
    Comment,
    LeftDelim,
    Action,
    RightDelim,
    Done,
}

/// A lexer over one template text. Iteration ends after the end of the text or the first error.
pub(crate) struct Lexer<'a> {
    input: &'a [u8],
    /// Where the item being read starts.
    start: usize,
    pos: usize,
    paren_depth: usize,
    state: State,
    /// What the error says that ended the text.
    message: String,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(input: &'a [u8]) -> Lexer<'a> {
        Lexer {
            input,
            start: 0,
            pos: 0,
            paren_depth: 0,
            state: State::Text,
            message: String::new(),
        }
    }

    /// The next item; after the last one, the end of the text again and again.
    pub(crate) fn next_item(&mut self) -> Item {
        loop {
            let item = match self.state {
                State::Text => self.text(),
                State::Comment => self.comment(),
                State::LeftDelim => self.left_delim(),
                State::Action => Some(self.inside_action()),
                State::RightDelim => Some(self.right_delim()),
                State::Done => Some(Item::at(ItemKind::Eof, self.start, self.start)),
            };
            if let Some(item) = item {
                return item;
            }
        }
    }

    /// What the error says that ended the text.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    fn rest(&self) -> &'a [u8] {
        &self.input[self.pos..]
    }

    /// The item read so far; the next one starts behind it.
    fn emit(&mut self, kind: ItemKind) -> Item {
        let item = Item::at(kind, self.start, self.pos);
        self.start = self.pos;
        item
    }

    fn error(&mut self, message: String) -> Item {
        self.state = State::Done;
        self.message = message;
        Item::at(ItemKind::Error, self.start, self.start)
    }

    /// Text up to the next action, without the blanks that a trim marker eats.
    fn text(&mut self) -> Option<Item> {
        let Some(length) = ACTIONS.find(self.rest()) else {
            self.pos = self.input.len();
            self.state = State::Done;
            let kind = if self.pos > self.start {
                ItemKind::Text
            } else {
                ItemKind::Eof
            };
            return Some(self.emit(kind));
        };
        self.state = State::LeftDelim;
        self.pos += length;
        let mut end = self.pos;
        if has_left_trim_marker(&self.rest()[LEFT_DELIM.len()..]) {
            end = self.start + trimmed_len(&self.input[self.start..self.pos]);
        }
        let item = Item::at(ItemKind::Text, self.start, end);
        self.start = self.pos;
        (end > item.start).then_some(item)
    }

    fn left_delim(&mut self) -> Option<Item> {
        self.pos += LEFT_DELIM.len();
        let marker = if has_left_trim_marker(self.rest()) {
            TRIM_MARKER_LEN
        } else {
            0
        };
        if self.rest()[marker..].starts_with(LEFT_COMMENT) {
            self.pos += marker;
            self.start = self.pos;
            self.state = State::Comment;
            return None;
        }
        let item = self.emit(ItemKind::LeftDelim);
        self.pos += marker;
        self.start = self.pos;
        self.paren_depth = 0;
        self.state = State::Action;
        Some(item)
    }

    /// Skips a comment, which must be alone in its action.
    fn comment(&mut self) -> Option<Item> {
        self.pos += LEFT_COMMENT.len();
        let Some(length) = memchr::memmem::find(self.rest(), RIGHT_COMMENT) else {
            return Some(self.error("unclosed comment".to_owned()));
        };
        self.pos += length + RIGHT_COMMENT.len();
        let Some(trim) = self.at_right_delim() else {
            return Some(self.error("comment ends before closing delimiter".to_owned()));
        };
        self.skip_right_delim(trim);
        self.state = State::Text;
        None
    }

    fn right_delim(&mut self) -> Item {
        let trim = self.at_right_delim().unwrap_or(false);
        if trim {
            self.start = self.pos + TRIM_MARKER_LEN;
        }
        let start = self.start;
        self.skip_right_delim(trim);
        self.state = State::Text;
        Item::at(ItemKind::RightDelim, start, start + RIGHT_DELIM.len())
    }

    /// Whether the text goes on with the right delimiter, and if so whether a trim marker comes before it.
    fn at_right_delim(&self) -> Option<bool> {
        let rest = self.rest();
        if has_right_trim_marker(rest) && rest[TRIM_MARKER_LEN..].starts_with(RIGHT_DELIM) {
            return Some(true);
        }
        rest.starts_with(RIGHT_DELIM).then_some(false)
    }

    fn skip_right_delim(&mut self, trim: bool) {
        if trim {
            self.pos += TRIM_MARKER_LEN;
        }
        self.pos += RIGHT_DELIM.len();
        if trim {
            let rest = self.rest();
            self.pos += rest.iter().take_while(|byte| is_space(**byte)).count();
        }
        self.start = self.pos;
    }
}

/// The blanks that Go trims around actions: not all that Rust calls white space.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

fn has_left_trim_marker(text: &[u8]) -> bool {
    matches!(text, [b'-', space, ..] if is_space(*space))
}

fn has_right_trim_marker(text: &[u8]) -> bool {
    matches!(text, [space, b'-', ..] if is_space(*space))
}

/// The length without the blanks at the end.
fn trimmed_len(text: &[u8]) -> usize {
    text.iter()
        .rposition(|byte| !is_space(*byte))
        .map_or(0, |last| last + 1)
}
