//! `Quote` and its relatives.

use crate::unicode::{is_print, runes};

/// `strconv.Quote`: a double-quoted Go string literal; bytes that are not UTF-8 become `\x` escapes.
///
/// ```
/// assert_eq!(gostd::strconv::quote("a\tb\"☺"), r#""a\tb\"☺""#);
/// ```
#[must_use]
pub fn quote(text: impl AsRef<[u8]>) -> String {
    quote_with(text.as_ref(), '"', false)
}

/// `strconv.QuoteToASCII`: as [`quote`], with every rune above ASCII escaped.
#[must_use]
pub fn quote_to_ascii(text: impl AsRef<[u8]>) -> String {
    quote_with(text.as_ref(), '"', true)
}

/// `strconv.QuoteRune`: a single-quoted literal.
#[must_use]
pub fn quote_rune(rune: char) -> String {
    quote_with(rune.encode_utf8(&mut [0; 4]).as_bytes(), '\'', false)
}

/// `strconv.QuoteRuneToASCII`.
#[must_use]
pub fn quote_rune_to_ascii(rune: char) -> String {
    quote_with(rune.encode_utf8(&mut [0; 4]).as_bytes(), '\'', true)
}

fn quote_with(text: &[u8], delimiter: char, ascii_only: bool) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push(delimiter);
    for (rune, bytes) in runes(text) {
        match rune {
            Some(rune) => push_escaped(&mut out, rune, delimiter, ascii_only),
            None => out.push_str(&format!("\\x{:02x}", bytes[0])),
        }
    }
    out.push(delimiter);
    out
}

fn push_escaped(out: &mut String, rune: char, delimiter: char, ascii_only: bool) {
    if rune == delimiter || rune == '\\' {
        out.push('\\');
        out.push(rune);
        return;
    }
    let visible = if ascii_only {
        rune.is_ascii() && is_print(rune)
    } else {
        is_print(rune)
    };
    if visible {
        out.push(rune);
        return;
    }
    match rune {
        '\x07' => out.push_str("\\a"),
        '\x08' => out.push_str("\\b"),
        '\x0c' => out.push_str("\\f"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\x0b' => out.push_str("\\v"),
        '\0'..=' ' | '\x7f' => out.push_str(&format!("\\x{:02x}", u32::from(rune))),
        '\u{80}'..='\u{ffff}' => out.push_str(&format!("\\u{:04x}", u32::from(rune))),
        _ => out.push_str(&format!("\\U{:08x}", u32::from(rune))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        assert_eq!(quote("a\0\x07\x7f\u{a0}é"), r#""a\x00\a\x7f\u00a0é""#);
        assert_eq!(quote(b"\xff\xc3"), r#""\xff\xc3""#);
        assert_eq!(quote_to_ascii("é😀"), r#""\u00e9\U0001f600""#);
        assert_eq!(quote_rune('\''), r"'\''");
        assert_eq!(quote_rune_to_ascii('☺'), r"'\u263a'");
        assert_eq!(quote("\u{e000}\u{200b}"), r#""\ue000\u200b""#);
    }
}
