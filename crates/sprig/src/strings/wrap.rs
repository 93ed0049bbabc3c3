//! Lines broken at blanks.

use gotmpl::Str;

/// Breaks the text into lines of at most `width` bytes at blanks; a longer word is cut where `break_words` says so, else it stays whole.
pub(super) fn wrap(text: &Str, width: i64, separator: &[u8], break_words: bool) -> Str {
    let separator = if separator.is_empty() {
        b"\n"
    } else {
        separator
    };
    let width = usize::try_from(width).unwrap_or(1).max(1);
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while rest.len() > width {
        if rest[0] == b' ' {
            rest = &rest[1..];
            continue;
        }
        let last_blank = rest[..=width].iter().rposition(|b| *b == b' ');
        let (line, skip) = match last_blank {
            Some(blank) => (blank, 1),
            None if break_words => (width, 0),
            None => match rest[width..].iter().position(|b| *b == b' ') {
                Some(blank) => (width + blank, 1),
                None => break,
            },
        };
        out.extend_from_slice(&rest[..line]);
        out.extend_from_slice(separator);
        rest = &rest[line + skip..];
    }
    out.extend_from_slice(rest);
    Str::from(out)
}
