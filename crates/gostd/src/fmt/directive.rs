//! The grammar of a directive: flags, width, precision, argument indexes, verb.

use super::flags::Flags;
use super::operand::{Formattable, Operand};

/// Widths and precisions over this are not taken, as a guard against absurd output.
const LARGEST: i64 = 1_000_000;

/// A directive as read, with what is wrong with it.
pub(super) struct Directive {
    pub(super) flags: Flags,
    /// `None`: the format ends before a verb.
    pub(super) verb: Option<char>,
    pub(super) bad_width: bool,
    pub(super) bad_precision: bool,
    pub(super) bad_index: bool,
}

/// Reads directives and keeps account of the arguments that they use.
pub(super) struct Reader<'a, V> {
    pub(super) rest: &'a str,
    pub(super) args: &'a [V],
    pub(super) next_arg: usize,
    /// Some directive named its argument (`%[2]d`).
    pub(super) reordered: bool,
    good_index: bool,
}

impl<'a, V: Formattable> Reader<'a, V> {
    pub(super) fn new(format: &'a str, args: &'a [V]) -> Self {
        Reader {
            rest: format,
            args,
            next_arg: 0,
            reordered: false,
            good_index: true,
        }
    }

    /// Reads on from behind a `%`.
    pub(super) fn directive(&mut self) -> Directive {
        self.good_index = true;
        let mut flags = self.flags();
        let (mut bad_width, mut bad_precision) = (false, false);
        let mut after_index = self.arg_index();
        if self.eat('*') {
            match self.int_arg() {
                Some(width) => {
                    flags.width = usize::try_from(width.unsigned_abs()).ok();
                    if width < 0 {
                        flags.minus = true;
                        flags.zero = false;
                    }
                }
                None => bad_width = true,
            }
            after_index = false;
        } else {
            flags.width = self.number();
            // %[3]2d: an index must stand right before the verb or a star.
            self.good_index &= !(after_index && flags.width.is_some());
        }
        if self.rest.starts_with('.') {
            self.rest = &self.rest[1..];
            self.good_index &= !after_index;
            after_index = self.arg_index();
            if self.eat('*') {
                match self.int_arg() {
                    Some(precision) => flags.precision = usize::try_from(precision).ok(),
                    None => bad_precision = true,
                }
                after_index = false;
            } else {
                flags.precision = Some(self.number().unwrap_or(0));
            }
        }
        if !after_index {
            self.arg_index();
        }
        let verb = self.rest.chars().next();
        self.rest = &self.rest[verb.map_or(0, char::len_utf8)..];
        Directive {
            flags,
            verb,
            bad_width,
            bad_precision,
            bad_index: !self.good_index,
        }
    }

    fn flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        for c in self.rest.chars() {
            match c {
                '#' => flags.sharp = true,
                '0' => flags.zero = true,
                '+' => flags.plus = true,
                '-' => flags.minus = true,
                ' ' => flags.space = true,
                _ => break,
            }
            self.rest = &self.rest[1..];
        }
        flags
    }

    fn eat(&mut self, c: char) -> bool {
        match self.rest.strip_prefix(c) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn number(&mut self) -> Option<usize> {
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (text, rest) = self.rest.split_at(digits);
        let value = text.parse::<i64>().ok().filter(|n| *n <= LARGEST)?;
        self.rest = rest;
        usize::try_from(value).ok()
    }

    /// Reads `[n]`, which makes argument n (from 1) the next one. Says whether an index was there.
    fn arg_index(&mut self) -> bool {
        if !self.rest.starts_with('[') {
            return false;
        }
        self.reordered = true;
        let Some(close) = self.rest.find(']') else {
            self.good_index = false;
            self.rest = &self.rest[1..];
            return false;
        };
        let index = self.rest[1..close]
            .parse::<usize>()
            .ok()
            .filter(|n| (1..=self.args.len()).contains(n));
        self.rest = &self.rest[close + 1..];
        match index {
            Some(index) => {
                self.next_arg = index - 1;
                true
            }
            None => {
                self.good_index = false;
                false
            }
        }
    }

    fn int_arg(&mut self) -> Option<i64> {
        let arg = self.args.get(self.next_arg)?;
        self.next_arg += 1;
        let value = match arg.operand() {
            Operand::Int(i) => Some(i),
            Operand::Uint(u) => i64::try_from(u).ok(),
            _ => None,
        };
        value.filter(|n| n.unsigned_abs() <= LARGEST.unsigned_abs())
    }
}
