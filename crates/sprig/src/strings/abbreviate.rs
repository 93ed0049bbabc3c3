//! Texts cut short with `...`.

use gotmpl::Str;

const MARKER: &[u8] = b"...";

/// `abbrevboth`: nothing is cut where the widths leave no room for the marker.
pub(super) fn abbreviate_both(text: &Str, left: i64, right: i64) -> Str {
    if right < 4 || (left > 0 && right < 7) {
        return text.clone();
    }
    abbreviate(text, left, right)
}

/// At most `width` bytes of the text from about `offset` on, with a marker at each end that was cut.
pub(super) fn abbreviate(text: &Str, offset: i64, width: i64) -> Str {
    let Some(width) = usize::try_from(width).ok().filter(|w| *w >= 4) else {
        return text.clone();
    };
    let bytes = text.as_bytes();
    if bytes.len() <= width {
        return text.clone();
    }
    let kept = width - MARKER.len();
    // Go's offset may be negative, which then counts as near the start.
    let offset = usize::try_from(offset)
        .unwrap_or(0)
        .min(bytes.len())
        .min(bytes.len() - kept);
    if offset <= 4 {
        return Str::from([&bytes[..kept], MARKER].concat());
    }
    if offset + kept < bytes.len() {
        let rest = abbreviate(
            &Str::from(&bytes[offset..]),
            0,
            i64::try_from(kept).unwrap_or(0),
        );
        return Str::from([MARKER, rest.as_bytes()].concat());
    }
    Str::from([MARKER, &bytes[bytes.len() - kept..]].concat())
}
