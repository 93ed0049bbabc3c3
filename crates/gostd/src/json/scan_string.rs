//! String literals: escapes, surrogate pairs and what is refused in them.

use super::decode::SyntaxError;
use crate::strconv::quote;
use crate::unicode::{is_print, is_space, runes};

/// Reads the string that starts at `start` (its opening quote): the text and the index behind the closing quote.
pub(super) fn scan_string(json: &[u8], start: usize) -> Result<(String, usize), SyntaxError> {
    let mut bytes = Vec::new();
    let mut at = start + 1;
    loop {
        match json.get(at) {
            None => return Err(SyntaxError::unexpected_end(json.len())),
            Some(b'"') => break,
            Some(b'\\') => at = scan_escape(json, at, &mut bytes)?,
            Some(&b) if b < 0x20 => {
                return Err(SyntaxError::invalid_character(json, at, "in string"));
            }
            Some(&b) => {
                bytes.push(b);
                at += 1;
            }
        }
    }
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => lossy(error.as_bytes()),
    };
    Ok((text, at + 1))
}

/// Every broken byte becomes a replacement character of its own.
fn lossy(bytes: &[u8]) -> String {
    runes(bytes)
        .map(|(rune, _)| rune.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

fn scan_escape(json: &[u8], at: usize, out: &mut Vec<u8>) -> Result<usize, SyntaxError> {
    let plain = match json.get(at + 1) {
        None => return Err(SyntaxError::unexpected_end(json.len())),
        Some(b'u') => return scan_unicode_escape(json, at, out),
        Some(&b @ (b'"' | b'\\' | b'/')) => b,
        Some(b'b') => 0x08,
        Some(b'f') => 0x0c,
        Some(b'n') => b'\n',
        Some(b'r') => b'\r',
        Some(b't') => b'\t',
        Some(_) => return Err(invalid_escape(&json[at..at + 2], at)),
    };
    out.push(plain);
    Ok(at + 2)
}

fn scan_unicode_escape(json: &[u8], at: usize, out: &mut Vec<u8>) -> Result<usize, SyntaxError> {
    let rest = &json[at + 2..];
    let Some(first) = hexadecimal(rest) else {
        return Err(
            if rest.len() < 4 && rest.iter().all(u8::is_ascii_hexdigit) {
                SyntaxError::unexpected_end(json.len())
            } else {
                invalid_escape(&json[at..json.len().min(at + 6)], at)
            },
        );
    };
    let low = json
        .get(at + 6..)
        .and_then(|next| next.strip_prefix(b"\\u"))
        .and_then(hexadecimal);
    let (rune, length) = match (first, low) {
        (0xd800..=0xdbff, Some(low @ 0xdc00..=0xdfff)) => (
            char::from_u32(0x10000 + ((first - 0xd800) << 10) + (low - 0xdc00)),
            12,
        ),
        _ => (char::from_u32(first), 6),
    };
    let rune = rune.unwrap_or(char::REPLACEMENT_CHARACTER);
    out.extend_from_slice(rune.encode_utf8(&mut [0; 4]).as_bytes());
    Ok(at + length)
}

fn hexadecimal(text: &[u8]) -> Option<u32> {
    let digits = text
        .get(..4)
        .filter(|d| d.iter().all(u8::is_ascii_hexdigit))?;
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

fn invalid_escape(escape: &[u8], at: usize) -> SyntaxError {
    let plain = runes(escape)
        .all(|(rune, _)| rune.is_some_and(|c| c != '`' && !is_space(c) && is_print(c)));
    let shown = if plain {
        format!("`{}`", String::from_utf8_lossy(escape))
    } else {
        quote(escape)
    };
    SyntaxError {
        offset: at,
        message: format!("invalid escape sequence {shown} in string"),
    }
}
