//! Offsets and zone abbreviations in a text.

use super::layout::OffsetForm;
use super::parse::{PieceFault, number};

/// Reads `+02:00` and its kin in the given form: seconds east of UTC and the rest.
pub(super) fn parse_offset(value: &str, form: OffsetForm) -> Result<(i32, &str), PieceFault> {
    let sign = match value.as_bytes().first() {
        Some(b'+') => 1,
        Some(b'-') => -1,
        _ => return Err(PieceFault::Bad),
    };
    let mut rest = &value[1..];
    let mut parts = [0; 3];
    let limits = [
        (24, "time zone offset hour"),
        (60, "time zone offset minute"),
        (60, "time zone offset second"),
    ];
    for (i, (limit, what)) in limits.into_iter().enumerate().take(usize::from(form.parts)) {
        if i > 0 && form.colons {
            rest = rest.strip_prefix(':').ok_or(PieceFault::Bad)?;
        }
        let (part, tail) = number(rest, true)?;
        if i32::from(part) > limit {
            return Err(PieceFault::Range(what));
        }
        parts[i] = i32::from(part);
        rest = tail;
    }
    Ok((sign * (parts[0] * 3600 + parts[1] * 60 + parts[2]), rest))
}

/// Length of the zone abbreviation at the start: three or four capitals (five with a final T), `GMT+3`, `+03`.
pub(super) fn zone_length(value: &str) -> Option<usize> {
    let bytes = value.as_bytes();
    if bytes.len() < 3 {
        return None;
    }
    if value.starts_with("ChST") || value.starts_with("MeST") {
        return Some(4);
    }
    if let Some(rest) = value.strip_prefix("GMT") {
        return Some(3 + signed_hours_length(rest).unwrap_or(0));
    }
    if matches!(bytes[0], b'+' | b'-') {
        return signed_hours_length(value);
    }
    match bytes
        .iter()
        .take(6)
        .take_while(|b| b.is_ascii_uppercase())
        .count()
    {
        3 => Some(3),
        4 if bytes[3] == b'T' || value.starts_with("WITA") => Some(4),
        5 if bytes[4] == b'T' => Some(5),
        _ => None,
    }
}

fn signed_hours_length(value: &str) -> Option<usize> {
    let rest = value.strip_prefix(['+', '-'])?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let hours: u32 = rest[..digits].parse().ok()?;
    (hours < 24).then_some(1 + digits)
}
