//! Dates and times in plain scalars.

/// Reads a date, or a date and a time, in the forms that go-yaml knows; gives it in RFC 3339.
pub(super) fn parse(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    if bytes.len() < 8 || bytes[4] != b'-' || !bytes[..4].iter().all(u8::is_ascii_digit) {
        return None;
    }
    let (year, rest) = (&text[..4], &text[5..]);
    let (month, rest) = number(rest)?;
    let (day, rest) = number(rest.strip_prefix('-')?)?;
    if !(1..=12).contains(&month) || day < 1 || day > days_in(year.parse().ok()?, month) {
        return None;
    }
    let date = format!("{year}-{month:02}-{day:02}");
    match rest.as_bytes().first() {
        None => Some(format!("{date}T00:00:00Z")),
        Some(b'T' | b't') => {
            let (time, rest) = clock(&rest[1..])?;
            Some(format!("{date}T{time}{}", zone(rest)?))
        }
        Some(b' ') => {
            let (time, rest) = clock(rest.trim_start_matches(' '))?;
            rest.is_empty().then(|| format!("{date}T{time}Z"))
        }
        Some(_) => None,
    }
}

/// One or two digits.
fn number(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take(2).take_while(u8::is_ascii_digit).count();
    Some((text[..digits].parse().ok()?, &text[digits..]))
}

/// Hours, minutes, seconds and up to nine digits of their fraction, which is written without zeros at its end.
fn clock(text: &str) -> Option<(String, &str)> {
    let (hour, rest) = number(text)?;
    let (minute, rest) = number(rest.strip_prefix(':')?)?;
    let (second, rest) = number(rest.strip_prefix(':')?)?;
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let mut time = format!("{hour:02}:{minute:02}:{second:02}");
    let Some(fraction) = rest
        .strip_prefix(['.', ','])
        .filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    else {
        return Some((time, rest));
    };
    let digits = fraction.bytes().take_while(u8::is_ascii_digit).count();
    let kept = fraction[..digits.min(9)].trim_end_matches('0');
    if !kept.is_empty() {
        time.push('.');
        time.push_str(kept);
    }
    Some((time, &fraction[digits..]))
}

/// `Z` or an offset of hours and minutes; no offset is written as `Z` too.
fn zone(text: &str) -> Option<&str> {
    if text == "Z" {
        return Some(text);
    }
    let bytes = text.as_bytes();
    let shaped = bytes.len() == 6 && matches!(bytes[0], b'+' | b'-') && bytes[3] == b':';
    let digits = |range: std::ops::Range<usize>| -> Option<u32> {
        let part = text.get(range)?;
        part.bytes()
            .all(|byte| byte.is_ascii_digit())
            .then(|| part.parse().ok())?
    };
    if !shaped || digits(1..3)? > 24 || digits(4..6)? > 60 {
        return None;
    }
    Some(if &text[1..] == "00:00" { "Z" } else { text })
}

fn days_in(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn reads_what_go_reads() {
        for (text, time) in [
            ("2020-01-01", Some("2020-01-01T00:00:00Z")),
            ("2020-1-1", Some("2020-01-01T00:00:00Z")),
            ("2020-01-01 10:00:00", Some("2020-01-01T10:00:00Z")),
            (
                "2020-01-01T10:00:00.50+02:00",
                Some("2020-01-01T10:00:00.5+02:00"),
            ),
            (
                "2001-12-14t21:59:43.10-05:00",
                Some("2001-12-14T21:59:43.1-05:00"),
            ),
            ("2020-01-01T1:2:3+00:00", Some("2020-01-01T01:02:03Z")),
            ("2020-02-30", None),
            ("2020-01-01 10:00:00 +1", None),
            ("2020-01-01t1:0:0z", None),
            ("2020-01-01T10:00", None),
            ("20200-1-1", None),
        ] {
            assert_eq!(parse(text).as_deref(), time, "{text}");
        }
    }
}
