//! Classes and simple case mappings of runes as Go's `unicode` has them, and the runes of byte strings.

use std::sync::LazyLock;

use regex::Regex;

static PRINTABLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[\p{L}\p{M}\p{N}\p{P}\p{S}]$").expect("the class is well formed")
});

/// `unicode.IsPrint`: letters, marks, numbers, punctuation, symbols and the ASCII space.
#[must_use]
pub fn is_print(rune: char) -> bool {
    if rune.is_ascii() {
        return (' '..='~').contains(&rune);
    }
    PRINTABLE.is_match(rune.encode_utf8(&mut [0; 4]))
}

/// `unicode.ToUpper`: one rune for one rune, so that `ß` stays as it is.
#[must_use]
pub fn to_upper(rune: char) -> char {
    let mut mapped = rune.to_uppercase();
    match (mapped.next(), mapped.next()) {
        (Some(upper), None) => upper,
        _ => iota_subscript_capital(rune).unwrap_or(rune),
    }
}

/// The Greek letters with iota subscript have a capital of their own, where the full mapping writes two letters.
fn iota_subscript_capital(rune: char) -> Option<char> {
    let code = u32::from(rune);
    let capital = match code {
        0x1f80..=0x1faf if code & 8 == 0 => code + 8,
        0x1fb3 | 0x1fc3 | 0x1ff3 => code + 9,
        _ => return None,
    };
    char::from_u32(capital)
}

/// `unicode.ToLower`: one rune for one rune.
#[must_use]
pub fn to_lower(rune: char) -> char {
    let mut mapped = rune.to_lowercase();
    match (mapped.next(), mapped.next()) {
        (Some(lower), None) => lower,
        _ if rune == 'İ' => 'i',
        _ => rune,
    }
}

/// `unicode.ToTitle`: the capital, but for the digraphs that have a form of their own and the Georgian letters that have none.
#[must_use]
pub fn to_title(rune: char) -> char {
    match rune {
        '\u{1c4}'..='\u{1c6}' => '\u{1c5}',
        '\u{1c7}'..='\u{1c9}' => '\u{1c8}',
        '\u{1ca}'..='\u{1cc}' => '\u{1cb}',
        '\u{1f1}'..='\u{1f3}' => '\u{1f2}',
        '\u{10d0}'..='\u{10fa}' | '\u{10fd}'..='\u{10ff}' => rune,
        _ => to_upper(rune),
    }
}

/// `unicode.IsSpace`.
#[must_use]
pub fn is_space(rune: char) -> bool {
    matches!(
        rune,
        '\t' | '\n' | '\x0b' | '\x0c' | '\r' | ' ' | '\u{85}' | '\u{a0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200a}' | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// The runes of a Go string: each with its bytes, `None` for a byte that belongs to no rune.
pub fn runes(text: &[u8]) -> impl Iterator<Item = (Option<char>, &[u8])> {
    text.utf8_chunks().flat_map(|chunk| {
        let valid = chunk.valid();
        let runes = valid
            .char_indices()
            .map(move |(i, c)| (Some(c), &valid.as_bytes()[i..i + c.len_utf8()]));
        runes.chain(chunk.invalid().chunks(1).map(|byte| (None, byte)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_map_one_to_one() {
        assert_eq!(
            (to_upper('ß'), to_upper('ᾀ'), to_upper('ᾳ')),
            ('ß', 'ᾈ', 'ᾼ')
        );
        assert_eq!((to_lower('İ'), to_lower('Σ')), ('i', 'σ'));
        assert_eq!(
            (to_title('ǆ'), to_title('a'), to_title('ა')),
            ('ǅ', 'A', 'ა')
        );
    }

    #[test]
    fn broken_bytes_are_seen_one_by_one() {
        let seen: Vec<_> = runes(b"a\xe2\x98\xffz")
            .map(|(rune, bytes)| (rune, bytes.len()))
            .collect();
        assert_eq!(
            seen,
            [
                (Some('a'), 1),
                (None, 1),
                (None, 1),
                (None, 1),
                (Some('z'), 1)
            ]
        );
    }

    #[test]
    fn printable() {
        assert!(is_print('é') && is_print('😀') && is_print(' '));
        assert!(
            !is_print('\u{a0}')
                && !is_print('\u{200b}')
                && !is_print('\u{e000}')
                && !is_print('\t')
        );
    }
}
