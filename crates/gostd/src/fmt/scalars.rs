//! How the verbs print booleans, numbers and strings. Each function says whether it knows the verb.

use super::printer::Printer;
use crate::strconv::{format_float, quote, quote_rune, quote_rune_to_ascii, quote_to_ascii};
use crate::unicode::{is_print, runes};

impl Printer {
    pub(super) fn print_bool(&mut self, value: bool, verb: char) -> bool {
        if !matches!(verb, 't' | 'v') {
            return false;
        }
        self.pad(if value { b"true" } else { b"false" });
        true
    }

    pub(super) fn print_int(&mut self, value: i64, verb: char) -> bool {
        self.print_integer(value.unsigned_abs(), value < 0, verb)
    }

    pub(super) fn print_uint(&mut self, value: u64, verb: char) -> bool {
        if verb == 'v' && self.flags.sharp_v {
            self.print_hex_literal(value, true);
            return true;
        }
        self.print_integer(value, false, verb)
    }

    fn print_integer(&mut self, magnitude: u64, negative: bool, verb: char) -> bool {
        match verb {
            'v' | 'd' => self.print_digits(magnitude, negative, 10, verb),
            'b' => self.print_digits(magnitude, negative, 2, verb),
            'o' | 'O' => self.print_digits(magnitude, negative, 8, verb),
            'x' | 'X' => self.print_digits(magnitude, negative, 16, verb),
            'c' => self.pad(
                rune_of(magnitude, negative)
                    .encode_utf8(&mut [0; 4])
                    .as_bytes(),
            ),
            'q' => {
                let rune = rune_of(magnitude, negative);
                let text = if self.flags.plus {
                    quote_rune_to_ascii(rune)
                } else {
                    quote_rune(rune)
                };
                self.pad(text.as_bytes());
            }
            'U' => self.print_code_point(if negative {
                magnitude.wrapping_neg()
            } else {
                magnitude
            }),
            _ => return false,
        }
        true
    }

    /// `0x2a`, with the prefix by `leading_0x` whatever the flag `#` says.
    pub(super) fn print_hex_literal(&mut self, value: u64, leading_0x: bool) {
        let sharp = std::mem::replace(&mut self.flags.sharp, leading_0x);
        self.print_digits(value, false, 16, 'x');
        self.flags.sharp = sharp;
    }

    fn print_digits(&mut self, magnitude: u64, negative: bool, base: u64, verb: char) {
        let flags = self.flags;
        let signed = negative || flags.plus || flags.space;
        let least = match (flags.precision, flags.width) {
            (Some(0), _) if magnitude == 0 => {
                self.pad_with_blanks(b"");
                return;
            }
            (Some(precision), _) => precision,
            (None, Some(width)) if flags.zero && !flags.minus => {
                width - usize::from(signed && width > 0)
            }
            _ => 0,
        };
        let mut digits = digits_of(magnitude, base, verb == 'X');
        if digits.len() < least {
            digits.insert_str(0, &"0".repeat(least - digits.len()));
        }
        let prefix = match (base, flags.sharp) {
            (2, true) => "0b",
            (8, true) if verb != 'O' && !digits.starts_with('0') => "0",
            (16, true) => {
                if verb == 'X' {
                    "0X"
                } else {
                    "0x"
                }
            }
            _ if verb == 'O' => "0o",
            _ => "",
        };
        let sign = match () {
            () if negative => "-",
            () if flags.plus => "+",
            () if flags.space => " ",
            () => "",
        };
        self.pad_with_blanks(format!("{sign}{prefix}{digits}").as_bytes());
    }

    fn print_code_point(&mut self, value: u64) {
        let digits = self.flags.precision.unwrap_or(4).max(4);
        let mut text = format!("U+{value:0digits$X}");
        let rune = u32::try_from(value)
            .ok()
            .and_then(char::from_u32)
            .filter(|c| is_print(*c));
        if let (true, Some(rune)) = (self.flags.sharp, rune) {
            text.push_str(&format!(" '{rune}'"));
        }
        self.pad_with_blanks(text.as_bytes());
    }

    pub(super) fn print_float(&mut self, value: f64, verb: char) -> bool {
        let (format, precision) = match verb {
            'v' => ('g', None),
            'g' | 'G' | 'x' | 'X' | 'b' => (verb, None),
            'e' | 'E' | 'f' => (verb, Some(6)),
            'F' => ('f', Some(6)),
            _ => return false,
        };
        let precision = self.flags.precision.or(precision);
        let precision = precision.map_or(-1, |p| i32::try_from(p).unwrap_or(i32::MAX));
        let text = format_float(value, format, precision);
        let (negative, digits) = match text.as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            all => (false, all),
        };
        let sign: &[u8] = match () {
            () if negative => b"-",
            () if self.flags.plus => b"+",
            () if self.flags.space => b" ",
            () => b"",
        };
        if value.is_nan() || value.is_infinite() {
            self.pad_with_blanks(&[inf_sign(value, sign), digits].concat());
            return true;
        }
        let digits = if self.flags.sharp && format != 'b' {
            with_point(digits, format, precision)
        } else {
            digits.to_vec()
        };
        let length = sign.len() + digits.len();
        match self.flags.width {
            Some(width) if self.flags.zero && !self.flags.minus && width > length => {
                self.out.extend_from_slice(sign);
                self.write_padding(width - length);
                self.out.extend_from_slice(&digits);
            }
            _ => self.pad(&[sign, &digits].concat()),
        }
        true
    }

    pub(super) fn print_string(&mut self, text: &[u8], verb: char) -> bool {
        match verb {
            'v' if self.flags.sharp_v => self.print_quoted(text),
            'v' | 's' => {
                let text = self.truncate(text);
                self.pad(text);
            }
            'x' | 'X' => self.print_hex_bytes(text, verb == 'X'),
            'q' => self.print_quoted(text),
            _ => return false,
        }
        true
    }

    fn truncate<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        let Some(precision) = self.flags.precision else {
            return text;
        };
        let length = runes(text)
            .take(precision)
            .map(|(_, bytes)| bytes.len())
            .sum::<usize>();
        &text[..length]
    }

    fn print_quoted(&mut self, text: &[u8]) {
        let text = self.truncate(text);
        let quoted = match std::str::from_utf8(text) {
            Ok(plain) if self.flags.sharp && can_backquote(plain) => format!("`{plain}`"),
            _ if self.flags.plus => quote_to_ascii(text),
            _ => quote(text),
        };
        self.pad(quoted.as_bytes());
    }

    fn print_hex_bytes(&mut self, text: &[u8], upper: bool) {
        let text = &text[..self
            .flags
            .precision
            .map_or(text.len(), |p| p.min(text.len()))];
        let prefix = match (self.flags.sharp, upper) {
            (false, _) => "",
            (true, true) => "0X",
            (true, false) => "0x",
        };
        let pairs = text.iter().map(|b| {
            if upper {
                format!("{b:02X}")
            } else {
                format!("{b:02x}")
            }
        });
        let printed = match (text.is_empty(), self.flags.space) {
            (true, _) => String::new(),
            (false, true) => pairs
                .map(|pair| format!("{prefix}{pair}"))
                .collect::<Vec<_>>()
                .join(" "),
            (false, false) => format!("{prefix}{}", pairs.collect::<String>()),
        };
        self.pad(printed.as_bytes());
    }
}

/// `%v`, `%g` and the like print `+Inf` always; only NaN goes without a sign.
fn inf_sign(value: f64, sign: &[u8]) -> &[u8] {
    if value.is_infinite() && sign.is_empty() {
        b"+"
    } else {
        sign
    }
}

fn digits_of(mut value: u64, base: u64, upper: bool) -> String {
    let alphabet: &[u8; 16] = if upper {
        b"0123456789ABCDEF"
    } else {
        b"0123456789abcdef"
    };
    let mut digits = Vec::new();
    loop {
        digits.push(alphabet[usize::try_from(value % base).unwrap_or(0)]);
        value /= base;
        if value == 0 {
            break;
        }
    }
    digits.iter().rev().map(|&d| char::from(d)).collect()
}

fn rune_of(magnitude: u64, negative: bool) -> char {
    u32::try_from(magnitude)
        .ok()
        .filter(|_| !negative)
        .and_then(char::from_u32)
        .unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// `strconv.CanBackquote`.
fn can_backquote(text: &str) -> bool {
    text.chars()
        .all(|c| c == '\t' || !(c < ' ' || c == '`' || c == '\x7f' || c == '\u{feff}'))
}

/// The flag `#`: a point in any case, and for `%g` its trailing zeros.
fn with_point(number: &[u8], format: char, precision: i32) -> Vec<u8> {
    let mut wanted = match format {
        'g' | 'G' | 'x' => {
            if precision < 0 {
                6
            } else {
                precision
            }
        }
        _ => 0,
    };
    let exponent_mark: &[u8] = if matches!(format, 'x' | 'X') {
        b"pP"
    } else {
        b"eE"
    };
    let tail = number
        .iter()
        .position(|b| exponent_mark.contains(b))
        .unwrap_or(number.len());
    let (mantissa, exponent) = number.split_at(tail);
    let mut out = mantissa.to_vec();
    let mut significant = false;
    for &b in mantissa {
        // Go takes the x of a hexadecimal number for a digit.
        significant |= b != b'0' && b != b'.';
        if significant && b != b'.' {
            wanted -= 1;
        }
    }
    if !mantissa.contains(&b'.') {
        if mantissa == b"0" {
            wanted -= 1;
        }
        out.push(b'.');
    }
    out.resize(out.len() + usize::try_from(wanted).unwrap_or(0), b'0');
    out.extend_from_slice(exponent);
    out
}
