//! `Time.Format`.

use jiff::civil::{DateTime, Weekday};

use super::Time;
use super::layout::{Fill, OffsetForm, Piece, next_piece};

pub(super) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
pub(super) const WEEKDAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

impl Time {
    /// `Time.Format(layout)`.
    ///
    /// ```
    /// use gostd::time::{Location, Time};
    ///
    /// let time = Time::unix(1_136_239_445, 0, Location::Utc).expect("the year is in range");
    /// assert_eq!(time.format("Mon Jan _2 3:04PM 2006"), "Mon Jan  2 10:04PM 2006");
    /// ```
    #[must_use]
    pub fn format(&self, layout: &str) -> String {
        let (civil, abbreviation, offset) = self.clock();
        let mut out = String::new();
        let mut rest = layout;
        while let Some((plain, piece, text, tail)) = next_piece(rest) {
            out.push_str(plain);
            match piece {
                Piece::Zone if !abbreviation.is_empty() => out.push_str(&abbreviation),
                // A zone without a name shows its offset, minutes included.
                Piece::Zone => push_offset(
                    &mut out,
                    offset,
                    OffsetForm {
                        z: false,
                        colons: false,
                        parts: 2,
                    },
                ),
                Piece::Offset(form) => push_offset(&mut out, offset, form),
                Piece::FractionFixed(digits) => {
                    push_fraction(&mut out, &civil, text, digits, false);
                }
                Piece::FractionTrimmed(digits) => {
                    push_fraction(&mut out, &civil, text, digits, true);
                }
                _ => push_civil(&mut out, &civil, piece),
            }
            rest = tail;
        }
        out.push_str(rest);
        out
    }
}

fn push_civil(out: &mut String, civil: &DateTime, piece: Piece) {
    let year = civil.year();
    let month = MONTHS[usize::try_from(civil.month() - 1).unwrap_or(0)];
    let weekday = WEEKDAYS[usize::try_from(weekday_number(civil.weekday())).unwrap_or(0)];
    let afternoon = civil.hour() >= 12;
    match piece {
        Piece::LongYear => out.push_str(&if year < 0 {
            format!("-{:04}", -year)
        } else {
            format!("{year:04}")
        }),
        Piece::ShortYear => out.push_str(&format!("{:02}", year.unsigned_abs() % 100)),
        Piece::LongMonth => out.push_str(month),
        Piece::ShortMonth => out.push_str(&month[..3]),
        Piece::LongWeekday => out.push_str(weekday),
        Piece::ShortWeekday => out.push_str(&weekday[..3]),
        Piece::Month(fill) => push_number(out, civil.month(), fill),
        Piece::Day(fill) => push_number(out, civil.day(), fill),
        Piece::YearDay(Fill::Blank) => out.push_str(&format!("{:3}", civil.day_of_year())),
        Piece::YearDay(_) => out.push_str(&format!("{:03}", civil.day_of_year())),
        Piece::Hour24 => push_number(out, civil.hour(), Fill::Zero),
        Piece::Hour12(fill) => push_number(
            out,
            if civil.hour() % 12 == 0 {
                12
            } else {
                civil.hour() % 12
            },
            fill,
        ),
        Piece::Minute(fill) => push_number(out, civil.minute(), fill),
        Piece::Second(fill) => push_number(out, civil.second(), fill),
        Piece::UpperPm => out.push_str(if afternoon { "PM" } else { "AM" }),
        Piece::LowerPm => out.push_str(if afternoon { "pm" } else { "am" }),
        Piece::Zone | Piece::Offset(_) | Piece::FractionFixed(_) | Piece::FractionTrimmed(_) => {}
    }
}

fn push_number(out: &mut String, number: i8, fill: Fill) {
    out.push_str(&match fill {
        Fill::None => number.to_string(),
        Fill::Zero => format!("{number:02}"),
        Fill::Blank => format!("{number:2}"),
    });
}

fn weekday_number(weekday: Weekday) -> i8 {
    weekday.to_sunday_zero_offset()
}

fn push_offset(out: &mut String, seconds: i32, form: OffsetForm) {
    if form.z && seconds == 0 {
        out.push('Z');
        return;
    }
    let magnitude = seconds.abs();
    let colon = if form.colons { ":" } else { "" };
    // The sign is that of the whole minutes, as in Go.
    out.push(if seconds / 60 < 0 { '-' } else { '+' });
    out.push_str(&format!("{:02}", magnitude / 3600));
    if form.parts >= 2 {
        out.push_str(&format!("{colon}{:02}", magnitude / 60 % 60));
    }
    if form.parts >= 3 {
        out.push_str(&format!("{colon}{:02}", magnitude % 60));
    }
}

fn push_fraction(out: &mut String, civil: &DateTime, text: &str, digits: usize, trim: bool) {
    let all = format!("{:09}", civil.subsec_nanosecond());
    let fraction = format!("{all:0<digits$}")[..digits].to_owned();
    let fraction = if trim {
        fraction.trim_end_matches('0')
    } else {
        &fraction
    };
    if !fraction.is_empty() {
        out.push_str(&text[..1]);
        out.push_str(fraction);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Location;
    use super::*;

    fn at(seconds: i64, nanoseconds: i32, offset: i32, name: &str) -> Time {
        let location = if name == "UTC" {
            Location::Utc
        } else {
            Location::Fixed {
                name: name.to_owned(),
                offset,
            }
        };
        Time::unix(seconds, nanoseconds, location).expect("the year is in range")
    }

    #[test]
    fn layouts() {
        let time = at(1_704_164_645, 123_450_000, -25_200, "MST");
        let cases = [
            ("2006-01-02T15:04:05Z07:00", "2024-01-01T20:04:05-07:00"),
            (
                "Monday, January 2 06 3:04:05.000 pm MST",
                "Monday, January 1 24 8:04:05.123 pm MST",
            ),
            (
                "Mon Jan _2 002 __2 -07 -0700 -07:00:00",
                "Mon Jan  1 001   1 -07 -0700 -07:00:00",
            ),
            ("05.999999,000", "05.12345,123"),
            ("Month Janet 01.05.0", "Month Janet 01.05.1"),
            ("_2006 03 PM", "_2024 08 PM"),
        ];
        for (layout, want) in cases {
            assert_eq!(time.format(layout), want, "{layout}");
        }
        assert_eq!(
            at(0, 0, 19_800, "").to_string(),
            "1970-01-01 05:30:00 +0530 +0530"
        );
        assert_eq!(
            at(0, 0, 0, "UTC").format("2006-01-02T15:04:05.999Z07:00"),
            "1970-01-01T00:00:00Z"
        );
        assert_eq!(Time::zero().to_string(), "0001-01-01 00:00:00 +0000 UTC");
    }
}
