//! Characters to tokens.

/// The parts of a source.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Token {
    Ident(String),
    /// A name between backticks, which may have dots and dashes.
    Quoted(String),
    Int(String),
    Uint(String),
    Float(String),
    String(String),
    Bytes(Vec<u8>),
    /// An operator, a bracket, `in`, `true`, `false` or `null`.
    Word(&'static str),
    End,
}

/// A token with its text and its place in characters.
#[derive(Debug, Clone)]
pub(crate) struct Spanned {
    pub(crate) token: Token,
    pub(crate) text: String,
    pub(crate) position: usize,
}

const PUNCTUATION: [&str; 26] = [
    "==", "!=", "<=", ">=", "&&", "||", "[", "]", "{", "}", "(", ")", ".", ",", "-", "!", "?", ":",
    "+", "*", "/", "%", "<", ">", "=", "|",
];
const KEYWORDS: [&str; 4] = ["in", "true", "false", "null"];

/// Cuts a source into tokens.
///
/// # Errors
/// Characters that begin no token, and literals that do not end.
pub(crate) fn tokens(source: &str) -> Result<Vec<Spanned>, (usize, String)> {
    let chars: Vec<char> = source.chars().collect();
    let mut lexer = Lexer {
        chars: &chars,
        at: 0,
    };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_blanks();
        let position = lexer.at;
        let token = lexer.next()?;
        let is_end = token == Token::End;
        let text = if is_end {
            "<EOF>".to_owned()
        } else {
            chars[position..lexer.at].iter().collect()
        };
        tokens.push(Spanned {
            token,
            text,
            position,
        });
        if is_end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'a> {
    chars: &'a [char],
    at: usize,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn starts_with(&self, text: &str) -> bool {
        text.chars()
            .enumerate()
            .all(|(index, char)| self.peek(index) == Some(char))
    }

    fn skip_blanks(&mut self) {
        while let Some(char) = self.peek(0) {
            if self.starts_with("//") {
                while self.peek(0).is_some_and(|char| char != '\n') {
                    self.at += 1;
                }
            } else if matches!(char, ' ' | '\t' | '\n' | '\r' | '\u{c}') {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    fn next(&mut self) -> Result<Token, (usize, String)> {
        let Some(char) = self.peek(0) else {
            return Ok(Token::End);
        };
        if let Some((raw, bytes, quote)) = self.string_start() {
            return self.string(raw, bytes, quote);
        }
        if char.is_ascii_digit()
            || (char == '.' && self.peek(1).is_some_and(|c| c.is_ascii_digit()))
        {
            return Ok(self.number());
        }
        if char.is_ascii_alphabetic() || char == '_' {
            let name = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
            return Ok(KEYWORDS
                .into_iter()
                .find(|word| *word == name)
                .map_or(Token::Ident(name), Token::Word));
        }
        if char == '`' {
            let start = self.at;
            self.at += 1;
            let name = self.take_while(|c| {
                c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '/' | ' ')
            });
            if self.peek(0) == Some('`') && !name.is_empty() {
                self.at += 1;
                return Ok(Token::Quoted(name));
            }
            self.at = start;
        }
        match PUNCTUATION.into_iter().find(|text| self.starts_with(text)) {
            Some("=" | "|") | None => Err(self.unknown(char)),
            Some(text) => {
                self.at += text.len();
                Ok(Token::Word(text))
            }
        }
    }

    fn unknown(&self, char: char) -> (usize, String) {
        let shown = match self.peek(1) {
            // What could have become `==`, `||` or `&&` is told with what came instead.
            Some(next) if matches!(char, '|' | '&') => format!("{char}{next}"),
            _ => char.to_string(),
        };
        let text = format!("Syntax error: token recognition error at: '{shown}'");
        (self.at, text)
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let start = self.at;
        while self.peek(0).is_some_and(&wanted) {
            self.at += 1;
        }
        self.chars[start..self.at].iter().collect()
    }

    fn number(&mut self) -> Token {
        if self.starts_with("0x") {
            self.at += 2;
            let digits = format!("0x{}", self.take_while(|c| c.is_ascii_hexdigit()));
            return self.unsigned(digits);
        }
        let digits = |c: char| c.is_ascii_digit();
        let mut text = self.take_while(digits);
        let mut is_float = false;
        if self.peek(0) == Some('.') && self.peek(1).is_some_and(digits) {
            self.at += 1;
            text = format!("{text}.{}", self.take_while(digits));
            is_float = true;
        }
        let sign = usize::from(matches!(self.peek(1), Some('+' | '-')));
        if matches!(self.peek(0), Some('e' | 'E')) && self.peek(1 + sign).is_some_and(digits) {
            text.extend(&self.chars[self.at..=self.at + sign]);
            self.at += 1 + sign;
            text.push_str(&self.take_while(digits));
            is_float = true;
        }
        if is_float {
            return Token::Float(text);
        }
        self.unsigned(text)
    }

    fn unsigned(&mut self, digits: String) -> Token {
        if matches!(self.peek(0), Some('u' | 'U')) {
            self.at += 1;
            Token::Uint(digits)
        } else {
            Token::Int(digits)
        }
    }

    /// Prefix and quote of a string that begins here: raw, bytes, quote.
    fn string_start(&self) -> Option<(bool, bool, &'static str)> {
        let (mut raw, mut bytes, mut ahead) = (false, false, 0);
        while ahead < 2 {
            match self.peek(ahead) {
                Some('r' | 'R') if !raw => raw = true,
                Some('b' | 'B') if !bytes => bytes = true,
                _ => break,
            }
            ahead += 1;
        }
        let rest: String = self.chars[self.at + ahead..].iter().take(3).collect();
        let quotes = ["\"\"\"", "'''", "\"", "'"];
        let quote = quotes.into_iter().find(|quote| rest.starts_with(quote))?;
        Some((raw, bytes, quote))
    }

    fn string(&mut self, raw: bool, bytes: bool, quote: &str) -> Result<Token, (usize, String)> {
        let start = self.at;
        self.at += usize::from(raw) + usize::from(bytes) + quote.len();
        let mut out = Vec::new();
        loop {
            if self.starts_with(quote) {
                self.at += quote.len();
                break;
            }
            let Some(char) = self
                .peek(0)
                .filter(|char| quote.len() == 3 || *char != '\n')
            else {
                let shown: String = self.chars[start..self.at].iter().collect();
                return Err((
                    start,
                    format!("Syntax error: token recognition error at: '{shown}'"),
                ));
            };
            if char == '\\' && !raw {
                self.escape(bytes, &mut out)?;
            } else {
                self.at += 1;
                push(char, &mut out);
            }
        }
        if bytes {
            return Ok(Token::Bytes(out));
        }
        String::from_utf8(out)
            .map(Token::String)
            .map_err(|_| (start, "Syntax error: invalid unicode code point".to_owned()))
    }

    fn escape(&mut self, bytes: bool, out: &mut Vec<u8>) -> Result<(), (usize, String)> {
        let start = self.at;
        let bad = |at: usize| (at, "Syntax error: unable to unescape string".to_owned());
        let char = self.peek(1).ok_or_else(|| bad(start))?;
        self.at += 2;
        let simple = match char {
            'a' => '\u{7}',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\u{b}',
            '\\' | '?' | '"' | '\'' | '`' => char,
            'x' | 'X' | 'u' | 'U' | '0'..='3' => {
                let (radix, length) = match char {
                    'u' => (16, 4),
                    'U' => (16, 8),
                    'x' | 'X' => (16, 2),
                    _ => {
                        self.at -= 1;
                        (8, 3)
                    }
                };
                let end = self.at + length;
                let digits: String = self
                    .chars
                    .get(self.at..end)
                    .ok_or_else(|| bad(start))?
                    .iter()
                    .collect();
                self.at = end;
                let code = u32::from_str_radix(&digits, radix).map_err(|_| bad(start))?;
                if bytes && length < 4 {
                    out.push(u8::try_from(code).map_err(|_| bad(start))?);
                    return Ok(());
                }
                char::from_u32(code).ok_or_else(|| bad(start))?
            }
            _ => return Err(bad(start)),
        };
        push(simple, out);
        Ok(())
    }
}

fn push(char: char, out: &mut Vec<u8>) {
    out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
}
