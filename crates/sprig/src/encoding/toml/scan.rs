//! The characters of a TOML text: blanks, comments, strings and numbers.

use gostd::time::{DATE_ONLY, Location, RFC3339_NANO, parse};
use gotmpl::Value;

use crate::date::TimeObject;

/// What is wrong, in the library's words; the parser adds line and key.
pub(super) type Message = String;

/// A place in a text. The end reads as NUL.
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Scanner { text, at: 0 }
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn peek_or_nul(&self) -> char {
        self.peek().unwrap_or('\0')
    }

    pub(super) fn bump(&mut self, length: usize) {
        self.at += length;
    }

    pub(super) fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    /// The line of what was read last, from 1.
    pub(super) fn line(&self) -> usize {
        1 + self.text[..self.at].matches('\n').count()
    }

    pub(super) fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start_matches([' ', '\t']).len();
    }

    /// Blanks, line breaks and comments.
    pub(super) fn skip_lines(&mut self) -> Result<(), Message> {
        loop {
            self.skip_blanks();
            let skipped = self.eat("\n") || self.eat("\r\n") || self.skip_comment()?;
            if !skipped {
                return Ok(());
            }
        }
    }

    pub(super) fn skip_comment(&mut self) -> Result<bool, Message> {
        if !self.rest().starts_with('#') {
            return Ok(false);
        }
        let line = self.rest().split('\n').next().unwrap_or_default();
        let length = line.len();
        refuse_control(line.strip_suffix('\r').unwrap_or(line))?;
        self.at += length;
        Ok(true)
    }

    /// A quoted string, on one line or, with tripled quotes, on several.
    pub(super) fn string(&mut self) -> Result<String, Message> {
        let quote = if self.rest().starts_with('"') {
            "\""
        } else {
            "'"
        };
        let triple = quote.repeat(3);
        let multiline = self.eat(&triple);
        if multiline {
            let _ = self.eat("\n") || self.eat("\r\n");
        } else {
            self.bump(1);
        }
        let mut out = String::new();
        loop {
            let Some(c) = self.peek() else {
                return Err(unterminated(quote, multiline));
            };
            if multiline && self.eat(&triple) {
                // Up to two quotes may stand right before the closing ones.
                for _ in 0..2 {
                    if self.eat(quote) {
                        out.push_str(quote);
                    }
                }
                return Ok(out);
            }
            if !multiline && self.eat(quote) {
                return Ok(out);
            }
            match c {
                '\n' if !multiline => return Err("strings cannot contain newlines".to_owned()),
                '\r' if multiline && self.rest().starts_with("\r\n") => {}
                '\\' if quote == "\"" => {
                    self.escape(multiline, &mut out)?;
                    continue;
                }
                _ => refuse_control(c.encode_utf8(&mut [0; 4]))?,
            }
            out.push(c);
            self.bump(c.len_utf8());
        }
    }

    fn escape(&mut self, multiline: bool, out: &mut String) -> Result<(), Message> {
        self.bump(1);
        let c = self.peek_or_nul();
        let after_blanks = self.rest().trim_start_matches([' ', '\t']);
        if multiline && after_blanks.trim_start_matches('\r').starts_with('\n') {
            let next = self.rest().trim_start_matches([' ', '\t', '\r', '\n']);
            self.at += self.rest().len() - next.len();
            return Ok(());
        }
        let plain = match c {
            'b' => '\x08',
            't' => '\t',
            'n' => '\n',
            'f' => '\x0c',
            'r' => '\r',
            'e' => '\x1b',
            '"' | '\\' => c,
            'x' => return self.hexadecimal(2, "two", 'x', out),
            'u' => return self.hexadecimal(4, "four", 'u', out),
            'U' => return self.hexadecimal(8, "eight", 'U', out),
            _ => return Err(format!("invalid escape in string '\\{c}'")),
        };
        self.bump(1);
        out.push(plain);
        Ok(())
    }

    fn hexadecimal(
        &mut self,
        digits: usize,
        count: &str,
        letter: char,
        out: &mut String,
    ) -> Result<(), Message> {
        let body = &self.rest()[1..];
        let valid = body
            .bytes()
            .take(digits)
            .take_while(u8::is_ascii_hexdigit)
            .count();
        if valid < digits {
            let shown = body.chars().take(valid + 1).collect::<String>();
            let shown = gostd::strconv::quote(format!("\\{letter}{shown}"));
            return Err(format!(
                "expected {count} hexadecimal digits after '\\{letter}', but got {shown} instead"
            ));
        }
        let code = u32::from_str_radix(&body[..digits], 16).unwrap_or(u32::MAX);
        let rune = char::from_u32(code).ok_or_else(|| {
            format!(
                "Escaped character '\\{letter}{}' is not valid UTF-8.",
                &body[..digits]
            )
        })?;
        out.push(rune);
        self.bump(1 + digits);
        Ok(())
    }

    /// A number, a date or a time.
    pub(super) fn number(&mut self) -> Result<Value, Message> {
        if let Some(length) = datetime_length(self.rest()) {
            let text = &self.rest()[..length];
            self.bump(length);
            return datetime(text)
                .ok_or_else(|| format!("invalid datetime: {}", gostd::strconv::quote(text)));
        }
        let body = self.rest().trim_start_matches(['+', '-']);
        let signed = body.len() < self.rest().len();
        for (prefix, radix, name) in [
            ("0x", 16, "hexadecimal"),
            ("0o", 8, "octal"),
            ("0b", 2, "binary"),
        ] {
            if body.starts_with(prefix) {
                if signed {
                    return Err(format!(
                        "cannot use sign with non-decimal numbers: '{}{prefix}'",
                        &self.rest()[..1]
                    ));
                }
                return self.integer_in(radix, name);
            }
        }
        let length = decimal_length(self.rest());
        let text = &self.rest()[..length];
        self.bump(length);
        decimal(text)
    }

    fn integer_in(&mut self, radix: u32, name: &str) -> Result<Value, Message> {
        let digits = &self.rest()[2..];
        let length = digits
            .find(|c: char| c != '_' && !c.is_digit(radix))
            .unwrap_or(digits.len());
        if length == 0 {
            let found = digits.chars().next().unwrap_or('\0');
            return Err(format!(
                "not a {name} number: '{}{found}'",
                &self.rest()[..2]
            ));
        }
        let text = &self.rest()[..2 + length];
        self.bump(2 + length);
        integer(text, 0)
    }
}

fn unterminated(quote: &str, multiline: bool) -> Message {
    let wanted = if multiline {
        quote.repeat(3)
    } else {
        quote.to_owned()
    };
    if wanted == "'" {
        "unexpected EOF; expected \"'\"".to_owned()
    } else {
        format!("unexpected EOF; expected '{wanted}'")
    }
}

pub(super) fn refuse_control(text: &str) -> Result<(), Message> {
    match text
        .chars()
        .find(|c| (*c < ' ' && *c != '\t' && *c != '\n') || *c == '\x7f')
    {
        Some(c) => Err(format!(
            "TOML files cannot contain control characters: '0x{:02x}'",
            u32::from(c)
        )),
        None => Ok(()),
    }
}

fn decimal_length(text: &str) -> usize {
    let mut previous = ' ';
    let part = |c: char| {
        let sign_ok = matches!(previous, ' ' | 'e' | 'E');
        previous = c;
        c.is_ascii_digit()
            || matches!(c, '_' | '.' | 'e' | 'E')
            || (matches!(c, '+' | '-') && sign_ok)
    };
    let mut part = part;
    text.find(|c| !part(c)).unwrap_or(text.len())
}

fn decimal(text: &str) -> Result<Value, Message> {
    let quoted = || gostd::strconv::quote(text);
    let body = text.trim_start_matches(['+', '-']);
    let is_float = body.contains(['.', 'e', 'E']);
    let kind = if is_float { "float" } else { "integer" };
    if !underscores_are_between_digits(body) {
        return Err(format!(
            "Invalid {kind} {}: underscores must be surrounded by digits",
            quoted()
        ));
    }
    let whole = body.split(['.', 'e', 'E']).next().unwrap_or_default();
    if whole.len() > 1 && whole.starts_with('0') {
        return Err(format!(
            "Invalid {kind} {}: cannot have leading zeroes",
            quoted()
        ));
    }
    if !is_float {
        return integer(text, 10);
    }
    let point = body.find('.');
    if point.is_some_and(|at| !body[at + 1..].starts_with(|c: char| c.is_ascii_digit())) {
        return Err(format!(
            "Invalid float {}: '.' must be followed by one or more digits",
            quoted()
        ));
    }
    let plain = text.replace('_', "");
    match gostd::strconv::parse_float(&plain) {
        Ok(number) => Ok(Value::Float64(number)),
        Err(error) if error.kind == gostd::strconv::NumErrorKind::Range => {
            Err(format!("{text} is out of range for float64"))
        }
        Err(_) => Err(format!("Invalid float value: {}", quoted())),
    }
}

fn integer(text: &str, base: u32) -> Result<Value, Message> {
    let plain = text.replace('_', "");
    match gostd::strconv::parse_int(&plain, base, 64) {
        Ok(number) => Ok(Value::Int64(number)),
        Err(_) => Err(format!("{text} is out of range for int64")),
    }
}

fn underscores_are_between_digits(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digit = |at: Option<usize>| {
        at.and_then(|i| bytes.get(i))
            .is_some_and(u8::is_ascii_digit)
    };
    bytes
        .iter()
        .enumerate()
        .all(|(i, b)| *b != b'_' || (digit(i.checked_sub(1)) && digit(Some(i + 1))))
}

/// Length of what starts like a date (`2024-…`) or a time (`07:…`).
fn datetime_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let digits = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
    if !matches!(
        (digits, bytes.get(digits)),
        (4, Some(b'-')) | (2, Some(b':'))
    ) {
        return None;
    }
    let part = |text: &str| {
        text.find(|c: char| !(c.is_ascii_digit() || "-:TtZz.+".contains(c)))
            .unwrap_or(text.len())
    };
    let length = part(text);
    // A date may be separated from its time by a blank.
    let time = text[length..]
        .strip_prefix(' ')
        .filter(|time| length == 10 && time.starts_with(|c: char| c.is_ascii_digit()));
    Some(time.map_or(length, |time| length + 1 + part(time)))
}

fn datetime(text: &str) -> Option<Value> {
    let local = |name: &str| Location::Fixed {
        name: name.to_owned(),
        offset: 0,
    };
    let text = text.to_ascii_uppercase().replacen(' ', "T", 1);
    let forms = [
        (RFC3339_NANO, ""),
        ("2006-01-02T15:04Z07:00", ""),
        ("2006-01-02T15:04:05.999999999", "datetime-local"),
        ("2006-01-02T15:04", "datetime-local"),
        (DATE_ONLY, "date-local"),
        ("15:04:05.999999999", "time-local"),
        ("15:04", "time-local"),
    ];
    forms.iter().find_map(|(layout, name)| {
        let location = if name.is_empty() {
            Location::Utc
        } else {
            local(name)
        };
        parse(layout, &text, &location, &Location::Utc)
            .ok()
            .map(|time| Value::object(TimeObject(time)))
    })
}
