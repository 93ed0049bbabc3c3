//! The reader: syntax and error texts of Go 1.27's `encoding/json`.

use super::scan_string::scan_string;
use crate::strconv::quote_rune;
use crate::unicode::runes;

/// Nesting beyond which Go gives up.
const MAX_DEPTH: usize = 10_000;

/// A JSON value; numbers keep their literal, objects their order and repeated keys.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// The literal of a number.
    Number(String),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Value>),
    /// An object as written: of a repeated key Go's maps keep the last.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// What Go calls the kind in `json: cannot unmarshal KIND into Go value of type …`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "bool",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        }
    }
}

/// Text that is not JSON; `Display` is Go's message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SyntaxError {
    /// Index of the byte where reading stopped.
    pub offset: usize,
    /// Go's words.
    pub message: String,
}

impl SyntaxError {
    pub(super) fn unexpected_end(offset: usize) -> Self {
        SyntaxError {
            offset,
            message: "unexpected end of JSON input".to_owned(),
        }
    }

    /// The rune at `at` does not belong there; at the end of the text that is said instead.
    pub(super) fn invalid_character(json: &[u8], at: usize, place: &str) -> Self {
        match runes(&json[at.min(json.len())..]).next() {
            Some((rune, bytes)) => {
                let shown = rune.map_or_else(|| format!("'\\x{:02x}'", bytes[0]), quote_rune);
                SyntaxError {
                    offset: at,
                    message: format!("invalid character {shown} {place}"),
                }
            }
            None => SyntaxError::unexpected_end(json.len()),
        }
    }
}

/// Reads a whole text as one value, as `json.Unmarshal` does.
///
/// # Errors
/// Go's syntax errors, the one for text behind the value among them.
pub fn decode(json: &[u8]) -> Result<Value, SyntaxError> {
    let (value, end) = decode_prefix(json)?;
    let rest = skip_blanks(json, end);
    if rest < json.len() {
        return Err(SyntaxError::invalid_character(
            json,
            rest,
            "after top-level value",
        ));
    }
    Ok(value)
}

/// Reads the first value of a text and gives the index behind it, as a `json.Decoder` does.
///
/// # Errors
/// Go's syntax errors.
pub fn decode_prefix(json: &[u8]) -> Result<(Value, usize), SyntaxError> {
    let mut reader = Reader { json, at: 0 };
    let value = reader.value()?;
    Ok((value, reader.at))
}

fn skip_blanks(json: &[u8], from: usize) -> usize {
    from + json[from..]
        .iter()
        .take_while(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n'))
        .count()
}

/// A container that is being read; an object with the key whose value comes next.
enum Open {
    Array(Vec<Value>),
    Object(Vec<(String, Value)>, String),
}

enum Added {
    Complete(Value),
    Open(Open),
}

struct Reader<'a> {
    json: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<u8> {
        self.at = skip_blanks(self.json, self.at);
        self.json.get(self.at).copied()
    }

    fn fail<T>(&self, place: &str) -> Result<T, SyntaxError> {
        Err(SyntaxError::invalid_character(self.json, self.at, place))
    }

    /// Reads a value without recursion, so that nesting costs no stack.
    fn value(&mut self) -> Result<Value, SyntaxError> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            let mut value = match self.peek() {
                Some(b'{' | b'[') => match self.open(&mut open)? {
                    Some(empty) => empty,
                    None => continue,
                },
                _ => self.scalar()?,
            };
            loop {
                let Some(innermost) = open.pop() else {
                    return Ok(value);
                };
                match self.add(innermost, value)? {
                    Added::Complete(container) => value = container,
                    Added::Open(container) => {
                        open.push(container);
                        break;
                    }
                }
            }
        }
    }

    fn scalar(&mut self) -> Result<Value, SyntaxError> {
        match self.peek() {
            Some(b'"') => self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.literal("true", Value::Bool(true)),
            Some(b'f') => self.literal("false", Value::Bool(false)),
            Some(b'n') => self.literal("null", Value::Null),
            _ => self.fail("looking for beginning of value"),
        }
    }

    /// Opens an array, or an object with its first key; gives the value at once if it is empty.
    fn open(&mut self, open: &mut Vec<Open>) -> Result<Option<Value>, SyntaxError> {
        if open.len() == MAX_DEPTH {
            return Err(SyntaxError {
                offset: self.at,
                message: "exceeded max depth".to_owned(),
            });
        }
        let is_object = self.peek() == Some(b'{');
        self.at += 1;
        if self.peek() == Some(if is_object { b'}' } else { b']' }) {
            self.at += 1;
            return Ok(Some(if is_object {
                Value::Object(Vec::new())
            } else {
                Value::Array(Vec::new())
            }));
        }
        open.push(if is_object {
            Open::Object(Vec::new(), self.key()?)
        } else {
            Open::Array(Vec::new())
        });
        Ok(None)
    }

    /// Adds a value to the container around it, and reads on to the next value or the container's end.
    fn add(&mut self, container: Open, value: Value) -> Result<Added, SyntaxError> {
        let next = self.peek();
        match container {
            Open::Array(mut items) => {
                items.push(value);
                match next {
                    Some(b',') => self.at += 1,
                    Some(b']') => {
                        self.at += 1;
                        return Ok(Added::Complete(Value::Array(items)));
                    }
                    _ => return self.fail("after array element"),
                }
                Ok(Added::Open(Open::Array(items)))
            }
            Open::Object(mut members, key) => {
                members.push((key, value));
                match next {
                    Some(b',') => self.at += 1,
                    Some(b'}') => {
                        self.at += 1;
                        return Ok(Added::Complete(Value::Object(members)));
                    }
                    _ => return self.fail("after object key:value pair"),
                }
                Ok(Added::Open(Open::Object(members, self.key()?)))
            }
        }
    }

    fn key(&mut self) -> Result<String, SyntaxError> {
        if self.peek() != Some(b'"') {
            return self.fail("looking for beginning of object key string");
        }
        let key = self.string()?;
        if self.peek() != Some(b':') {
            return self.fail("after object key");
        }
        self.at += 1;
        Ok(key)
    }

    fn string(&mut self) -> Result<String, SyntaxError> {
        let (text, end) = scan_string(self.json, self.at)?;
        self.at = end;
        Ok(text)
    }

    fn literal(&mut self, word: &str, value: Value) -> Result<Value, SyntaxError> {
        for expected in word.bytes() {
            if self.json.get(self.at) != Some(&expected) {
                return self.fail(&format!(
                    "in literal {word} (expecting '{}')",
                    char::from(expected)
                ));
            }
            self.at += 1;
        }
        Ok(value)
    }

    fn number(&mut self) -> Result<Value, SyntaxError> {
        let start = self.at;
        self.eat(b"-");
        if !self.eat(b"0") {
            self.digits()?;
        }
        if self.eat(b".") {
            self.digits()?;
        }
        if self.eat(b"eE") {
            self.eat(b"+-");
            self.digits()?;
        }
        Ok(Value::Number(
            String::from_utf8_lossy(&self.json[start..self.at]).into_owned(),
        ))
    }

    fn eat(&mut self, any_of: &[u8]) -> bool {
        let found = self.json.get(self.at).is_some_and(|b| any_of.contains(b));
        self.at += usize::from(found);
        found
    }

    fn digits(&mut self) -> Result<(), SyntaxError> {
        let count = self.json[self.at..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count();
        if count == 0 {
            return self.fail("in numeric literal");
        }
        self.at += count;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        let read =
            decode(br#" {"a": [1, -0.5e+2, true, null], "b": "\u00e9\ud83d\ude00\ud83d\n"} "#);
        let list = Value::Array(vec![
            Value::Number("1".into()),
            Value::Number("-0.5e+2".into()),
            Value::Bool(true),
            Value::Null,
        ]);
        let text = Value::String("é😀\u{fffd}\n".into());
        assert_eq!(
            read,
            Ok(Value::Object(vec![("a".into(), list), ("b".into(), text)]))
        );
    }

    #[test]
    fn errors_are_go_s() {
        let cases = [
            ("{", "unexpected end of JSON input"),
            ("", "unexpected end of JSON input"),
            ("nul", "unexpected end of JSON input"),
            (
                r#"{"a":1,}"#,
                "invalid character '}' looking for beginning of object key string",
            ),
            ("1 2", "invalid character '2' after top-level value"),
            (
                r#"{"a":01}"#,
                "invalid character '1' after object key:value pair",
            ),
            (r#"{"a":1.}"#, "invalid character '}' in numeric literal"),
            (r#"{"a":"\x"}"#, r"invalid escape sequence `\x` in string"),
            (
                r#"{"a":"\u12"}"#,
                r#"invalid escape sequence `\u12"}` in string"#,
            ),
            ("\"\n\"", r"invalid character '\n' in string"),
            (r#"{"a" 1}"#, "invalid character '1' after object key"),
            ("[1 2]", "invalid character '2' after array element"),
            (
                "[1,]",
                "invalid character ']' looking for beginning of value",
            ),
            (
                "tru}",
                "invalid character '}' in literal true (expecting 'e')",
            ),
            (
                "\x01",
                r"invalid character '\x01' looking for beginning of value",
            ),
            ("é", "invalid character 'é' looking for beginning of value"),
        ];
        for (json, want) in cases {
            assert_eq!(
                decode(json.as_bytes()).map_err(|e| e.message),
                Err(want.to_owned()),
                "{json}"
            );
        }
        let deep = "[".repeat(10_001);
        assert_eq!(
            decode(deep.as_bytes()).map_err(|e| e.message),
            Err("exceeded max depth".to_owned())
        );
    }
}
