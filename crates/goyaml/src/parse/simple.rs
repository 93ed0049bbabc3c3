//! The short cut for block collections of simple scalars, which is what most lines of a Kubernetes object are.
//!
//! Where a line needs no closer look (`key: value`, `key:`, `- value`, `- key: value`, in ASCII, without comments, anchors or folding),
//! it is read without tokens. Scanner and parser are left in the state that the tokens would have led to, so that the two ways can take
//! turns at any line, and positions and errors are the same.

use super::{Parser, State};
use crate::Style;
use crate::cursor::Mark;

/// What a simple line brings.
#[derive(Debug)]
pub(crate) enum Simple<'a> {
    /// An entry of a list.
    Scalar(SimpleScalar<'a>),
    /// A key and its value.
    Pair(SimpleScalar<'a>, SimpleScalar<'a>),
    /// A collection begins: under a key, or as an entry.
    Begin {
        key: Option<SimpleScalar<'a>>,
        mapping: bool,
        mark: Mark,
    },
    /// The innermost collection ends.
    End,
}

/// A scalar whose text stands in the input as it is meant.
#[derive(Debug)]
pub(crate) struct SimpleScalar<'a> {
    pub(crate) text: &'a str,
    pub(crate) style: Style,
    pub(crate) mark: Mark,
}

/// A scalar on the line, by offsets from its start, and where its line ends.
#[derive(Clone, Copy, Debug)]
struct Span {
    from: usize,
    to: usize,
    style: Style,
    line_end: usize,
}

/// Bytes of a key that need no closer look; `-` and `.` not in front.
const KEY: [bool; 256] = table(b"-./_");
/// Bytes of a word of a plain value that need no closer look.
const WORD: [bool; 256] = table(b"!\"#$%&'()*+,-./;<=>?@[\\]^_`{|}~");

const fn table(signs: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    let mut sign = 0;
    while sign < signs.len() {
        table[signs[sign] as usize] = true;
        sign += 1;
    }
    table
}

impl<'a> Parser<'a> {
    /// Reads a simple line of the innermost block collection, if one comes next; otherwise nothing is read.
    #[inline]
    pub(crate) fn next_simple(&mut self) -> Option<Simple<'a>> {
        match self.state {
            State::BlockMappingKey if self.scanner.is_idle() => self.next_simple_pair(),
            State::BlockSequenceEntry | State::IndentlessSequenceEntry
                if self.scanner.is_idle() =>
            {
                self.next_simple_entry()
            }
            _ => None,
        }
    }

    fn next_simple_pair(&mut self) -> Option<Simple<'a>> {
        let column = self.scanner.start_line()?;
        if column < self.scanner.indent {
            self.scanner.close_block();
            return Some(self.end_simple(true));
        }
        let line = self.scanner.cursor.rest();
        let key_length = length_of_key(line).filter(|_| column == self.scanner.indent)?;
        if line[key_length + 1] == b'\n' {
            return self.begin_under_key(line, key_length, column);
        }
        let value = simple_scalar(line, key_length + 2)?;
        let next = self.indentation_behind(line, value, column)?;
        let mark = self.scanner.cursor.mark();
        let pair = Simple::Pair(self.key(mark, key_length), self.scalar(mark, value));
        self.scanner.go_to_line(value.line_end, next);
        Some(pair)
    }

    /// A key with nothing behind it, when a simple collection follows on the next line.
    fn begin_under_key(
        &mut self,
        line: &'a [u8],
        key_length: usize,
        column: i64,
    ) -> Option<Simple<'a>> {
        let line_end = key_length + 1;
        let next = indentation(line, line_end)?;
        let content = &line[line_end + 1 + next..];
        let entry = content.starts_with(b"- ");
        let deeper = next as i64 > column;
        if !(entry && next as i64 >= column || deeper && length_of_key(content).is_some())
            || !self.scanner.has_depth()
        {
            return None;
        }
        let mark = self.scanner.cursor.mark();
        let key = self.key(mark, key_length);
        self.scanner.go_to_line(line_end, next);
        self.states.push(State::BlockMappingKey);
        let mark = self.scanner.cursor.mark();
        if !deeper {
            self.state = State::IndentlessSequenceEntry;
        } else {
            self.begin_simple(
                if entry {
                    State::BlockSequenceEntry
                } else {
                    State::BlockMappingKey
                },
                mark,
            );
        }
        Some(Simple::Begin {
            key: Some(key),
            mapping: !entry,
            mark,
        })
    }

    fn next_simple_entry(&mut self) -> Option<Simple<'a>> {
        let column = self.scanner.start_line()?;
        let indent = self.scanner.indent;
        let line = self.scanner.cursor.rest();
        let entry = line.starts_with(b"- ");
        if self.state == State::IndentlessSequenceEntry {
            if column < indent || column == indent && !line.starts_with(b"-") {
                return Some(self.end_simple(false));
            }
        } else if column < indent {
            self.scanner.close_block();
            return Some(self.end_simple(true));
        }
        if !entry || column != indent {
            return None;
        }
        let content = 2 + line[2..].iter().take_while(|byte| **byte == b' ').count();
        let mut mark = self.scanner.cursor.mark();
        if length_of_key(&line[content..]).is_some() {
            if !self.scanner.has_depth() {
                return None;
            }
            self.scanner.cursor.advance(content);
            mark = self.scanner.cursor.mark();
            self.states.push(self.state);
            self.begin_simple(State::BlockMappingKey, mark);
            return Some(Simple::Begin {
                key: None,
                mapping: true,
                mark,
            });
        }
        let value = simple_scalar(line, content)?;
        let next = self.indentation_behind(line, value, column)?;
        let scalar = self.scalar(mark, value);
        self.scanner.go_to_line(value.line_end, next);
        Some(Simple::Scalar(scalar))
    }

    /// Opens a block collection where the cursor is.
    fn begin_simple(&mut self, state: State, mark: Mark) {
        self.scanner.open_block(i64::from(mark.column));
        self.marks.push(mark);
        self.state = state;
    }

    fn end_simple(&mut self, marked: bool) -> Simple<'a> {
        self.pop_state();
        if marked {
            self.marks.pop();
        }
        Simple::End
    }

    /// Spaces in front of the line behind a scalar; `None` if that line could belong to the scalar.
    fn indentation_behind(&self, line: &[u8], scalar: Span, column: i64) -> Option<usize> {
        let next = indentation(line, scalar.line_end)?;
        (scalar.style != Style::Plain || next as i64 <= column).then_some(next)
    }

    fn key(&self, mark: Mark, length: usize) -> SimpleScalar<'a> {
        SimpleScalar {
            text: self.scanner.cursor.slice(mark.offset, mark.offset + length),
            style: Style::Plain,
            mark,
        }
    }

    fn scalar(&self, line: Mark, span: Span) -> SimpleScalar<'a> {
        let text = self
            .scanner
            .cursor
            .slice(line.offset + span.from, line.offset + span.to);
        // A quoted scalar begins with its quote.
        let start = span.from - usize::from(span.style != Style::Plain);
        let mark = Mark {
            offset: line.offset + start,
            line: line.line,
            column: line.column + start as u32,
        };
        SimpleScalar {
            text,
            style: span.style,
            mark,
        }
    }
}

/// Length of a key that is followed by a colon and one space, or by a colon at the end of the line.
fn length_of_key(line: &[u8]) -> Option<usize> {
    let length = line.iter().position(|byte| !KEY[usize::from(*byte)])?;
    let plain = length > 0 && length < 128 && !matches!(line[0], b'-' | b'.');
    (plain && matches!(line[length..], [b':', b' ' | b'\n', ..])).then_some(length)
}

/// A scalar that is all of the rest of its line.
fn simple_scalar(line: &[u8], start: usize) -> Option<Span> {
    let first = *line.get(start)?;
    match first {
        b'"' => quoted(line, start + 1, b'"', Style::DoubleQuoted),
        b'\'' => quoted(line, start + 1, b'\'', Style::SingleQuoted),
        b'/' | b'_' | b'.' | b'$' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => plain(line, start),
        _ => None,
    }
}

fn quoted(line: &[u8], from: usize, quote: u8, style: Style) -> Option<Span> {
    let to = from + memchr::memchr3(quote, b'\\', b'\n', &line[from..])?;
    let closed = line[to] == quote && line.get(to + 1) == Some(&b'\n');
    closed.then_some(Span {
        from,
        to,
        style,
        line_end: to + 1,
    })
}

fn plain(line: &[u8], from: usize) -> Option<Span> {
    let mut to = from;
    loop {
        to += line[to..]
            .iter()
            .position(|byte| !WORD[usize::from(*byte)])?;
        match line[to..] {
            [b'\n', ..] => {
                return Some(Span {
                    from,
                    to,
                    style: Style::Plain,
                    line_end: to,
                });
            }
            [b' ', next, ..] if next != b'#' && next != b'\n' && next != b' ' => to += 1,
            [b':', next, ..] if next != b' ' && next != b'\n' => to += 1,
            _ => return None,
        }
    }
}

/// Spaces in front of the line behind a line end, if more than a comment stands there.
fn indentation(line: &[u8], line_end: usize) -> Option<usize> {
    let next = &line[line_end + 1..];
    let spaces = next.iter().take_while(|byte| **byte == b' ').count();
    match next.get(spaces) {
        Some(b'\n' | b'\r' | b'\t' | b'#' | 0x80..) => None,
        _ => Some(spaces),
    }
}
