//! What is wrong with a JSON text, in the words of Go's scanner.

use apimachinery::Gvk;
use serde::Deserialize;

/// Go's JSON scanner gives up below this many nested values.
const MAX_DEPTH: usize = 10_000;

/// Reads `apiVersion` and `kind` of a JSON object.
///
/// # Errors
/// The text is no JSON object, in Go's words.
pub(crate) fn type_meta(text: &[u8]) -> Result<Gvk, String> {
    #[derive(Deserialize, Default)]
    #[serde(default, rename_all = "camelCase")]
    struct TypeMeta {
        api_version: Option<String>,
        kind: Option<String>,
    }
    const GO_TYPE: &str = "struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string \"json:\\\"kind,omitempty\\\"\" }";
    if let Some(error) = syntax_error(text) {
        return Err(error);
    }
    let found = match text.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(b'[') => "array",
        Some(b'"') => "string",
        Some(b't' | b'f') => "bool",
        Some(b'0'..=b'9' | b'-') => "number",
        Some(_) | None => "",
    };
    if !found.is_empty() {
        return Err(format!(
            "json: cannot unmarshal {found} into Go value of type {GO_TYPE}"
        ));
    }
    let meta: Option<TypeMeta> = serde_json::from_slice(text).unwrap_or_default();
    let meta = meta.unwrap_or_default();
    Gvk::parse(
        &meta.api_version.unwrap_or_default(),
        &meta.kind.unwrap_or_default(),
    )
    .map_err(|error| error.to_string())
}

/// What Go's scanner would say about the text; nothing if it is JSON.
pub(crate) fn syntax_error(text: &[u8]) -> Option<String> {
    let mut scanner = Scanner { text, at: 0 };
    scanner.document().err()
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
}

/// What may come next inside the innermost array or object.
enum Frame {
    ArrayValue,
    ArrayNext,
    ObjectKey,
    ObjectValue,
    ObjectNext,
}

impl Scanner<'_> {
    fn document(&mut self) -> Result<(), String> {
        let mut stack: Vec<Frame> = Vec::new();
        self.value(&mut stack, true)?;
        while let Some(frame) = stack.pop() {
            match frame {
                Frame::ArrayValue => {
                    if self.peek()? == b']' {
                        self.at += 1;
                        continue;
                    }
                    stack.push(Frame::ArrayNext);
                    self.value(&mut stack, false)?;
                }
                Frame::ArrayNext => match self.peek()? {
                    b',' => {
                        self.at += 1;
                        stack.push(Frame::ArrayNext);
                        self.value(&mut stack, false)?;
                    }
                    b']' => self.at += 1,
                    other => return Err(invalid(other, "after array element")),
                },
                Frame::ObjectKey => match self.peek()? {
                    b'}' => self.at += 1,
                    _ => self.key(&mut stack)?,
                },
                Frame::ObjectValue => match self.peek()? {
                    b':' => {
                        self.at += 1;
                        stack.push(Frame::ObjectNext);
                        self.value(&mut stack, false)?;
                    }
                    other => return Err(invalid(other, "after object key")),
                },
                Frame::ObjectNext => match self.peek()? {
                    b',' => {
                        self.at += 1;
                        self.peek()?;
                        self.key(&mut stack)?;
                    }
                    b'}' => self.at += 1,
                    other => return Err(invalid(other, "after object key:value pair")),
                },
            }
            if stack.len() > MAX_DEPTH {
                return Err("exceeded max depth".to_owned());
            }
        }
        self.skip_space();
        match self.text.get(self.at) {
            Some(&byte) => Err(invalid(byte, "after top-level value")),
            None => Ok(()),
        }
    }

    fn skip_space(&mut self) {
        while self
            .text
            .get(self.at)
            .is_some_and(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
        {
            self.at += 1;
        }
    }

    /// The next byte that is not white space.
    fn peek(&mut self) -> Result<u8, String> {
        self.skip_space();
        self.text.get(self.at).copied().ok_or_else(end_of_input)
    }

    fn next(&mut self) -> Result<u8, String> {
        let byte = self.text.get(self.at).copied().ok_or_else(end_of_input)?;
        self.at += 1;
        Ok(byte)
    }

    fn key(&mut self, stack: &mut Vec<Frame>) -> Result<(), String> {
        match self.peek()? {
            b'"' => {
                self.at += 1;
                self.string()?;
                stack.push(Frame::ObjectValue);
                Ok(())
            }
            other => Err(invalid(other, "looking for beginning of object key string")),
        }
    }

    fn value(&mut self, stack: &mut Vec<Frame>, top: bool) -> Result<(), String> {
        let byte = self.peek()?;
        self.at += 1;
        match byte {
            b'{' => stack.push(Frame::ObjectKey),
            b'[' => stack.push(Frame::ArrayValue),
            b'"' => self.string()?,
            b't' => self.literal("true")?,
            b'f' => self.literal("false")?,
            b'n' => self.literal("null")?,
            b'-' => {
                let digit = self.next()?;
                if !digit.is_ascii_digit() {
                    return Err(invalid(digit, "in numeric literal"));
                }
                self.number(digit, top)?;
            }
            b'0'..=b'9' => self.number(byte, top)?,
            other => return Err(invalid(other, "looking for beginning of value")),
        }
        Ok(())
    }

    fn string(&mut self) -> Result<(), String> {
        loop {
            match self.next()? {
                b'"' => return Ok(()),
                b'\\' => match self.next()? {
                    b'b' | b'f' | b'n' | b'r' | b't' | b'\\' | b'/' | b'"' => {}
                    b'u' => {
                        for _ in 0..4 {
                            let digit = self.next()?;
                            if !digit.is_ascii_hexdigit() {
                                return Err(invalid(digit, "in \\u hexadecimal character escape"));
                            }
                        }
                    }
                    other => return Err(invalid(other, "in string escape code")),
                },
                control @ 0..=0x1f => return Err(invalid(control, "in string literal")),
                _ => {}
            }
        }
    }

    fn literal(&mut self, word: &str) -> Result<(), String> {
        for &expected in &word.as_bytes()[1..] {
            let byte = self.next()?;
            if byte != expected {
                return Err(invalid(
                    byte,
                    &format!("in literal {word} (expecting '{}')", expected as char),
                ));
            }
        }
        Ok(())
    }

    fn number(&mut self, first: u8, _top: bool) -> Result<(), String> {
        if first != b'0' {
            self.digits();
        }
        if self.text.get(self.at) == Some(&b'.') {
            self.at += 1;
            let digit = self.next()?;
            if !digit.is_ascii_digit() {
                return Err(invalid(digit, "after decimal point in numeric literal"));
            }
            self.digits();
        }
        if matches!(self.text.get(self.at), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.text.get(self.at), Some(b'+' | b'-')) {
                self.at += 1;
            }
            let digit = self.next()?;
            if !digit.is_ascii_digit() {
                return Err(invalid(digit, "in exponent of numeric literal"));
            }
            self.digits();
        }
        Ok(())
    }

    fn digits(&mut self) {
        while self.text.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
    }
}

fn end_of_input() -> String {
    "unexpected end of JSON input".to_owned()
}

fn invalid(byte: u8, context: &str) -> String {
    let shown = match byte {
        b'\'' => "'\\''".to_owned(),
        b'"' => "'\"'".to_owned(),
        b'\n' => "'\\n'".to_owned(),
        b'\t' => "'\\t'".to_owned(),
        b'\r' => "'\\r'".to_owned(),
        0x20..=0x7e => format!("'{}'", byte as char),
        0..=0x1f | 0x7f => format!("'\\x{byte:02x}'"),
        0x80.. => format!("'{}'", byte as char),
    };
    format!("invalid character {shown} {context}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_read_as_in_go() {
        for (text, expected) in [
            ("", "unexpected end of JSON input"),
            ("{\"a\":", "unexpected end of JSON input"),
            ("{} trailing", "invalid character 't' after top-level value"),
            (
                "{broken",
                "invalid character 'b' looking for beginning of object key string",
            ),
            ("{\"a\" 1}", "invalid character '1' after object key"),
            (
                "{\"a\":1 2}",
                "invalid character '2' after object key:value pair",
            ),
            ("[1 2]", "invalid character '2' after array element"),
            (
                "nulo",
                "invalid character 'o' in literal null (expecting 'l')",
            ),
            ("\"a\nb\"", "invalid character '\\n' in string literal"),
            (
                "{\"a\":1,}",
                "invalid character '}' looking for beginning of object key string",
            ),
        ] {
            assert_eq!(
                syntax_error(text.as_bytes()).as_deref(),
                Some(expected),
                "{text:?}"
            );
        }
        assert_eq!(
            syntax_error(b" {\"a\": [1, -2.5e+3, \"\\u00e9\", true, null, {}]} "),
            None
        );
        assert_eq!(
            syntax_error("[".repeat(20_000).as_bytes()).as_deref(),
            Some("exceeded max depth")
        );
    }
}
