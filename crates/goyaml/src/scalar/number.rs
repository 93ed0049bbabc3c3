//! Numbers in plain scalars.

use std::borrow::Cow;

use super::Scalar;

/// Reads an integer in Go's notation for literals (`0x1F`, `0o17`, `017`, `0b11`, `1_000`), else a decimal float.
pub(super) fn parse(text: &str) -> Option<Scalar<'static>> {
    if let Some(small) = parse_short_decimal(text) {
        return Some(Scalar::Int(small));
    }
    let plain = if text.contains('_') {
        Cow::Owned(text.replace('_', ""))
    } else {
        Cow::Borrowed(text)
    };
    let (negative, digits) = match plain.as_bytes().first()? {
        b'-' => (true, &plain[1..]),
        b'+' => (false, &plain[1..]),
        _ => (false, &*plain),
    };
    parse_integer(digits, negative, plain.starts_with('+'))
        .or_else(|| parse_float(&plain).map(Scalar::Float))
}

/// A few decimal digits, the common case.
fn parse_short_decimal(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    let short = bytes.len() < 19
        && (bytes[0] != b'0' || bytes.len() == 1)
        && bytes.iter().all(u8::is_ascii_digit);
    short.then(|| {
        bytes
            .iter()
            .fold(0, |n, digit| n * 10 + i64::from(digit - b'0'))
    })
}

fn parse_integer(digits: &str, negative: bool, plus: bool) -> Option<Scalar<'static>> {
    let (base, digits) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &digits[2..]),
        [b'0', b'b' | b'B', ..] => (2, &digits[2..]),
        [b'0', b'o' | b'O', ..] => (8, &digits[2..]),
        [b'0', _, ..] => (8, &digits[1..]),
        _ => (10, digits),
    };
    if !digits.bytes().all(|digit| char::from(digit).is_digit(base)) {
        return None;
    }
    match u64::from_str_radix(digits, base) {
        Ok(value) if negative => 0i64.checked_sub_unsigned(value).map(Scalar::Int),
        Ok(value) => Some(i64::try_from(value).map_or_else(
            |_| (!plus).then_some(Scalar::Uint(value)),
            |value| Some(Scalar::Int(value)),
        )?),
        Err(_) => None,
    }
}

/// Reads a float in decimal notation with a digit or a sign in front.
fn parse_float(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => (&unsigned[..at], Some(&unsigned[at + 1..])),
        None => (unsigned, None),
    };
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let has_digits = !whole.is_empty() || !fraction.is_empty();
    let exponent_fits = exponent.is_none_or(|exponent| {
        let digits = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        !digits.is_empty() && all_digits(digits)
    });
    if !has_digits || !all_digits(whole) || !all_digits(fraction) || !exponent_fits {
        return None;
    }
    finite(text)
}

/// Reads a float that starts with its point.
pub(super) fn parse_dotted_float(text: &str) -> Option<f64> {
    parse_float(text)
}

fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_notations_of_go() {
        let int = |text| match parse(text) {
            Some(Scalar::Int(value)) => value,
            other => panic!("{text}: {other:?}"),
        };
        for (text, value) in [
            ("0", 0),
            ("-0", 0),
            ("+1", 1),
            ("0x1F", 31),
            ("0777", 511),
            ("0o17", 15),
            ("0b11", 3),
            ("1_000", 1000),
            ("-0b11", -3),
        ] {
            assert_eq!(int(text), value, "{text}");
        }
        assert_eq!(parse("18446744073709551615"), Some(Scalar::Uint(u64::MAX)));
        assert_eq!(
            parse("18446744073709551616"),
            Some(Scalar::Float(18_446_744_073_709_551_616.0))
        );
        assert_eq!(parse("-9223372036854775808"), Some(Scalar::Int(i64::MIN)));
        assert_eq!(parse("08"), Some(Scalar::Float(8.0)));
        assert_eq!(parse("1."), Some(Scalar::Float(1.0)));
        for text in ["0x", "0o8", "1e", "1.2.3", "-", "1:20", "1e999"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
