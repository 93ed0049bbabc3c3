//! The reference time's pieces in a layout.

/// `Mon Jan _2 15:04:05 2006`
pub const ANSIC: &str = "Mon Jan _2 15:04:05 2006";
/// `02 Jan 06 15:04 MST`
pub const RFC822: &str = "02 Jan 06 15:04 MST";
/// `02 Jan 06 15:04 -0700`
pub const RFC822Z: &str = "02 Jan 06 15:04 -0700";
/// `Mon, 02 Jan 2006 15:04:05 MST`
pub const RFC1123: &str = "Mon, 02 Jan 2006 15:04:05 MST";
/// `Mon, 02 Jan 2006 15:04:05 -0700`
pub const RFC1123Z: &str = "Mon, 02 Jan 2006 15:04:05 -0700";
/// The form of Kubernetes' `metav1.Time`.
pub const RFC3339: &str = "2006-01-02T15:04:05Z07:00";
/// The form of Kubernetes' `metav1.MicroTime`.
pub const RFC3339_MICRO: &str = "2006-01-02T15:04:05.000000Z07:00";
/// The form in which Go's JSON writes a `time.Time`.
pub const RFC3339_NANO: &str = "2006-01-02T15:04:05.999999999Z07:00";
/// `3:04PM`
pub const KITCHEN: &str = "3:04PM";
/// `2006-01-02 15:04:05`
pub const DATE_TIME: &str = "2006-01-02 15:04:05";
/// `2006-01-02`
pub const DATE_ONLY: &str = "2006-01-02";

/// How many digits a number has and what fills it up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fill {
    None,
    Zero,
    Blank,
}

/// How an offset is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OffsetForm {
    /// `Z` stands for UTC.
    pub(super) z: bool,
    pub(super) colons: bool,
    /// 1: hours; 2: and minutes; 3: and seconds.
    pub(super) parts: u8,
}

/// A piece of a layout that stands for something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece {
    LongYear,
    ShortYear,
    LongMonth,
    ShortMonth,
    Month(Fill),
    LongWeekday,
    ShortWeekday,
    Day(Fill),
    YearDay(Fill),
    Hour24,
    Hour12(Fill),
    Minute(Fill),
    Second(Fill),
    UpperPm,
    LowerPm,
    Zone,
    Offset(OffsetForm),
    /// `.000` or `,000`
    FractionFixed(usize),
    /// `.999` or `,999`: zeros at the end are left out
    FractionTrimmed(usize),
}

/// Splits a layout at its first piece: plain text before, the piece with its text, the rest.
pub(super) fn next_piece(layout: &str) -> Option<(&str, Piece, &str, &str)> {
    (0..layout.len()).find_map(|at| {
        let (piece, length) = piece_at(layout, at)?;
        Some((
            &layout[..at],
            piece,
            &layout[at..at + length],
            &layout[at + length..],
        ))
    })
}

/// Pieces with one spelling, longer ones before those that they start with.
const FIXED: &[(&str, Piece)] = &[
    ("January", Piece::LongMonth),
    ("Monday", Piece::LongWeekday),
    ("MST", Piece::Zone),
    ("002", Piece::YearDay(Fill::Zero)),
    ("01", Piece::Month(Fill::Zero)),
    ("02", Piece::Day(Fill::Zero)),
    ("03", Piece::Hour12(Fill::Zero)),
    ("04", Piece::Minute(Fill::Zero)),
    ("05", Piece::Second(Fill::Zero)),
    ("06", Piece::ShortYear),
    ("15", Piece::Hour24),
    ("1", Piece::Month(Fill::None)),
    ("2006", Piece::LongYear),
    ("2", Piece::Day(Fill::None)),
    ("__2", Piece::YearDay(Fill::Blank)),
    ("3", Piece::Hour12(Fill::None)),
    ("4", Piece::Minute(Fill::None)),
    ("5", Piece::Second(Fill::None)),
    ("PM", Piece::UpperPm),
    ("pm", Piece::LowerPm),
    ("-070000", offset(false, false, 3)),
    ("-07:00:00", offset(false, true, 3)),
    ("-0700", offset(false, false, 2)),
    ("-07:00", offset(false, true, 2)),
    ("-07", offset(false, false, 1)),
    ("Z070000", offset(true, false, 3)),
    ("Z07:00:00", offset(true, true, 3)),
    ("Z0700", offset(true, false, 2)),
    ("Z07:00", offset(true, true, 2)),
    ("Z07", offset(true, false, 1)),
];

const fn offset(z: bool, colons: bool, parts: u8) -> Piece {
    Piece::Offset(OffsetForm { z, colons, parts })
}

fn piece_at(layout: &str, at: usize) -> Option<(Piece, usize)> {
    let rest = layout.as_bytes().get(at..)?;
    let starts = |text: &str| rest.starts_with(text.as_bytes());
    match rest.first()? {
        // Jan and Mon are not recognised inside a word such as Month.
        b'J' | b'M' if !starts("January") && !starts("Monday") && !starts("MST") => {
            let in_word = rest.get(3).is_some_and(u8::is_ascii_lowercase);
            match () {
                () if in_word => None,
                () if starts("Jan") => Some((Piece::ShortMonth, 3)),
                () if starts("Mon") => Some((Piece::ShortWeekday, 3)),
                () => None,
            }
        }
        // _2006 is a blank sign and the year.
        b'_' if starts("_2") && !starts("_2006") => Some((Piece::Day(Fill::Blank), 2)),
        b'.' | b',' => fraction_at(rest),
        _ => FIXED
            .iter()
            .find(|(text, _)| starts(text))
            .map(|(text, piece)| (*piece, text.len())),
    }
}

/// A run of equal 0s or 9s after a point or comma, not followed by another digit.
fn fraction_at(rest: &[u8]) -> Option<(Piece, usize)> {
    let digit = *rest.get(1)?;
    let count = rest[1..].iter().take_while(|b| **b == digit).count();
    if rest.get(1 + count).is_some_and(u8::is_ascii_digit) {
        return None;
    }
    match digit {
        b'0' => Some((Piece::FractionFixed(count), count + 1)),
        b'9' => Some((Piece::FractionTrimmed(count), count + 1)),
        _ => None,
    }
}
