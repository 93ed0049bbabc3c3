//! Runes in template text.

/// The rune at the start of `text` and its length: U+FFFD and 1 for bytes that are not UTF-8, none at the end.
pub(super) fn decode(text: &[u8]) -> Option<(char, usize)> {
    let first = *text.first()?;
    if first < 0x80 {
        return Some((char::from(first), 1));
    }
    let chunk = &text[..text.len().min(4)];
    let valid = match std::str::from_utf8(chunk) {
        Ok(valid) => valid,
        Err(error) => std::str::from_utf8(&chunk[..error.valid_up_to()]).unwrap_or_default(),
    };
    let rune = valid.chars().next();
    Some(rune.map_or((char::REPLACEMENT_CHARACTER, 1), |rune| {
        (rune, rune.len_utf8())
    }))
}

/// Whether an identifier may contain the rune.
pub(super) fn is_alphanumeric(rune: char) -> bool {
    rune == '_' || rune.is_alphabetic() || rune.is_numeric()
}

/// What `%#U` prints: `U+0078 'x'`.
pub(super) fn quote_rune(rune: char) -> String {
    let code = u32::from(rune);
    if gostd::unicode::is_print(rune) {
        format!("U+{code:04X} '{rune}'")
    } else {
        format!("U+{code:04X}")
    }
}
