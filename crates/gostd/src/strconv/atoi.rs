//! `ParseInt`, `ParseUint`, `Atoi` and `ParseBool`.

use super::{NumError, NumErrorKind};

/// `strconv.ParseUint(text, base, bits)`; base 0 reads `0x`, `0o`, `0b`, a leading 0 as octal, and underscores between digits.
///
/// # Errors
/// Go's syntax and range errors, with `ParseUint` as the function's name.
pub fn parse_uint(text: &str, base: u32, bits: u32) -> Result<u64, NumError> {
    magnitude("ParseUint", text, text, base, bits)
}

/// `strconv.ParseInt(text, base, bits)`.
///
/// # Errors
/// Go's syntax and range errors, with `ParseInt` as the function's name.
pub fn parse_int(text: &str, base: u32, bits: u32) -> Result<i64, NumError> {
    signed("ParseInt", text, base, bits)
}

/// `strconv.Atoi`: decimal only.
///
/// # Errors
/// Go's syntax and range errors, with `Atoi` as the function's name.
pub fn atoi(text: &str) -> Result<i64, NumError> {
    signed("Atoi", text, 10, 64)
}

/// `strconv.ParseBool`: `1 t T TRUE true True` and their opposites.
///
/// # Errors
/// Any other text is a syntax error.
pub fn parse_bool(text: &str) -> Result<bool, NumError> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Ok(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Ok(false),
        _ => Err(NumError::syntax("ParseBool", text)),
    }
}

fn signed(func: &'static str, text: &str, base: u32, bits: u32) -> Result<i64, NumError> {
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let magnitude = magnitude(func, text, digits, base, 64)?;
    let bits = if bits == 0 { 64 } else { bits };
    let limit = 1_u64 << (bits - 1);
    match (negative, magnitude) {
        (false, m) if m >= limit => Err(NumError::range(func, text)),
        (true, m) if m > limit => Err(NumError::range(func, text)),
        (false, m) => i64::try_from(m).map_err(|_| NumError::range(func, text)),
        (true, m) => Ok(0_i64.wrapping_sub_unsigned(m)),
    }
}

fn magnitude(
    func: &'static str,
    text: &str,
    digits: &str,
    base: u32,
    bits: u32,
) -> Result<u64, NumError> {
    if digits.is_empty() {
        return Err(NumError::syntax(func, text));
    }
    let (radix, body) = match base {
        0 => detect_base(digits),
        2..=36 => (base, digits),
        other => {
            return Err(NumError {
                func,
                num: text.to_owned(),
                kind: NumErrorKind::InvalidBase(other),
            });
        }
    };
    if bits > 64 {
        return Err(NumError {
            func,
            num: text.to_owned(),
            kind: NumErrorKind::InvalidBitSize(bits),
        });
    }
    if body.is_empty() {
        return Err(NumError::syntax(func, text));
    }
    let mut value: u64 = 0;
    let mut overflow = false;
    let mut underscores = false;
    for c in body.chars() {
        if c == '_' && base == 0 {
            underscores = true;
            continue;
        }
        let digit = c
            .to_digit(36)
            .filter(|d| *d < radix && c.is_ascii())
            .ok_or_else(|| NumError::syntax(func, text))?;
        match value
            .checked_mul(u64::from(radix))
            .and_then(|v| v.checked_add(u64::from(digit)))
        {
            Some(next) => value = next,
            None => overflow = true,
        }
    }
    if underscores && !underscores_are_between_digits(digits) {
        return Err(NumError::syntax(func, text));
    }
    if overflow || (bits != 0 && bits < 64 && value >> bits != 0) {
        return Err(NumError::range(func, text));
    }
    Ok(value)
}

fn detect_base(digits: &str) -> (u32, &str) {
    let bytes = digits.as_bytes();
    if bytes[0] != b'0' {
        return (10, digits);
    }
    match bytes.get(1).map(u8::to_ascii_lowercase) {
        Some(b'b') if bytes.len() >= 3 => (2, &digits[2..]),
        Some(b'o') if bytes.len() >= 3 => (8, &digits[2..]),
        Some(b'x') if bytes.len() >= 3 => (16, &digits[2..]),
        Some(_) => (8, &digits[1..]),
        None => (10, digits),
    }
}

/// Underscores may only stand between digits, or between a base prefix and a digit.
pub(super) fn underscores_are_between_digits(text: &str) -> bool {
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    let bytes = text.as_bytes();
    let prefixed = bytes.len() >= 2
        && bytes[0] == b'0'
        && matches!(bytes[1].to_ascii_lowercase(), b'b' | b'o' | b'x');
    let hex = prefixed && bytes[1].eq_ignore_ascii_case(&b'x');
    let rest = if prefixed { &bytes[2..] } else { bytes };
    let mut previous = if prefixed { b'0' } else { b'^' };
    for &b in rest {
        let is_digit = b.is_ascii_digit() || (hex && b.is_ascii_hexdigit());
        let class = match b {
            _ if is_digit => b'0',
            b'_' => b'_',
            _ => b'!',
        };
        if (class == b'_' && previous != b'0') || (class == b'!' && previous == b'_') {
            return false;
        }
        previous = class;
    }
    previous != b'_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bases_are_detected() {
        let cases = [
            ("0755", 493),
            ("0x1F", 31),
            ("0b11", 3),
            ("0o17", 15),
            ("1_000", 1000),
            ("0x_1", 1),
            ("-0x10", -16),
            ("0", 0),
            ("+7", 7),
        ];
        for (text, want) in cases {
            assert_eq!(parse_int(text, 0, 64), Ok(want), "{text}");
        }
    }

    #[test]
    fn errors_are_go_s() {
        let cases = [
            (
                parse_int("abc", 10, 64),
                "strconv.ParseInt: parsing \"abc\": invalid syntax",
            ),
            (
                parse_int("08", 0, 64),
                "strconv.ParseInt: parsing \"08\": invalid syntax",
            ),
            (
                parse_int("1__0", 0, 64),
                "strconv.ParseInt: parsing \"1__0\": invalid syntax",
            ),
            (
                parse_int("0x", 0, 64),
                "strconv.ParseInt: parsing \"0x\": invalid syntax",
            ),
            (
                parse_int("", 10, 64),
                "strconv.ParseInt: parsing \"\": invalid syntax",
            ),
            (
                parse_int("128", 10, 8),
                "strconv.ParseInt: parsing \"128\": value out of range",
            ),
            (
                atoi("9223372036854775808"),
                "strconv.Atoi: parsing \"9223372036854775808\": value out of range",
            ),
            (
                parse_int("1", 99, 64),
                "strconv.ParseInt: parsing \"1\": invalid base 99",
            ),
        ];
        for (got, want) in cases {
            assert_eq!(got.map_err(|e| e.to_string()), Err(want.to_owned()));
        }
    }

    #[test]
    fn the_extremes_fit() {
        assert_eq!(parse_int("-9223372036854775808", 10, 64), Ok(i64::MIN));
        assert_eq!(parse_int("-128", 10, 8), Ok(-128));
        assert_eq!(parse_uint("18446744073709551615", 10, 64), Ok(u64::MAX));
    }
}
