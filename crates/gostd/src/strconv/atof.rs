//! `ParseFloat`.

use super::NumError;
use super::atoi::underscores_are_between_digits;

const FUNC: &str = "ParseFloat";

/// `strconv.ParseFloat(text, 64)`: decimal and hexadecimal numbers, `inf`, `infinity` and `nan` in any case.
///
/// # Errors
/// Go's syntax error, and its range error where the value is over the largest `f64`.
pub fn parse_float(text: &str) -> Result<f64, NumError> {
    let (negative, body) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let value = magnitude(text, body)?;
    Ok(if negative { -value } else { value })
}

fn magnitude(text: &str, body: &str) -> Result<f64, NumError> {
    let lower = body.to_ascii_lowercase();
    if lower == "inf" || lower == "infinity" {
        return Ok(f64::INFINITY);
    }
    // Go takes no sign before nan.
    if lower == "nan" && body.len() == text.len() {
        return Ok(f64::NAN);
    }
    if let Some(hex) = lower.strip_prefix("0x") {
        return hexadecimal(text, hex);
    }
    if lower.contains('_') && !underscores_are_between_digits(text) {
        return Err(NumError::syntax(FUNC, text));
    }
    let lower = lower.replace('_', "");
    let starts_well = lower.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let value: f64 = Some(&lower)
        .filter(|_| starts_well)
        .and_then(|l| l.parse().ok())
        .ok_or_else(|| NumError::syntax(FUNC, text))?;
    if value.is_infinite() {
        return Err(NumError::range(FUNC, text));
    }
    Ok(value)
}

/// `0x1.8p3`: the exponent is a power of two and must be there; underscores may separate digits.
fn hexadecimal(text: &str, body: &str) -> Result<f64, NumError> {
    let syntax = || NumError::syntax(FUNC, text);
    if body.contains('_') && !underscores_are_between_digits(text) {
        return Err(syntax());
    }
    let (mantissa, exponent) = body.split_once('p').ok_or_else(syntax)?;
    let exponent = exponent.replace('_', "");
    let mut exponent: i32 = exponent.parse().map_err(|_| syntax())?;
    let mut value: u128 = 0;
    let (mut digits, mut after_point, mut sticky) = (0, false, false);
    for c in mantissa.chars().filter(|c| *c != '_') {
        if c == '.' && !after_point {
            after_point = true;
            continue;
        }
        let digit = c.to_digit(16).ok_or_else(syntax)?;
        digits += 1;
        if value >> 120 == 0 {
            value = value * 16 + u128::from(digit);
            exponent = exponent.saturating_sub(if after_point { 4 } else { 0 });
        } else {
            sticky |= digit != 0;
            exponent = exponent.saturating_add(if after_point { 0 } else { 4 });
        }
    }
    if digits == 0 {
        return Err(syntax());
    }
    let scaled = scale(value | u128::from(sticky), exponent);
    if scaled.is_infinite() {
        return Err(NumError::range(FUNC, text));
    }
    Ok(scaled)
}

/// `value × 2^exponent`, rounded once.
fn scale(value: u128, exponent: i32) -> f64 {
    if value == 0 {
        return 0.0;
    }
    let bits = 128 - i32::try_from(value.leading_zeros()).unwrap_or(0);
    let top = bits + exponent;
    if top > 1100 {
        return f64::INFINITY;
    }
    // Below the normal range fewer bits are kept: 53 down to 0 at 2^-1074.
    let kept = if top < -1021 { 53 - (-1021 - top) } else { 53 };
    let drop = bits - kept;
    let (mantissa, shift) = if kept < 0 {
        (0, 0)
    } else if drop > 0 {
        (
            round_half_even(value, u32::try_from(drop).unwrap_or(0)),
            drop,
        )
    } else {
        (value, 0)
    };
    let mut result = mantissa as f64;
    let mut power = exponent + shift;
    while power > 0 && result.is_finite() {
        let step = power.min(512);
        result *= 2_f64.powi(step);
        power -= step;
    }
    while power < 0 {
        let step = (-power).min(512);
        result /= 2_f64.powi(step);
        power += step;
    }
    result
}

fn round_half_even(value: u128, drop: u32) -> u128 {
    if drop >= 128 {
        return 0;
    }
    let kept = value >> drop;
    let rest = value & ((1 << drop) - 1);
    let half = 1_u128 << (drop - 1);
    if rest > half || (rest == half && kept & 1 == 1) {
        kept + 1
    } else {
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_go_reads() {
        let cases = [
            ("1e3", 1000.0),
            (".5", 0.5),
            ("5.", 5.0),
            ("0x1p-2", 0.25),
            ("0x1.8p1", 3.0),
            ("-1.5", -1.5),
            ("+2", 2.0),
            ("0x_1p0", 1.0),
            ("1_0.5", 10.5),
        ];
        for (text, want) in cases {
            assert_eq!(parse_float(text), Ok(want), "{text}");
        }
        assert_eq!(parse_float("-Inf"), Ok(f64::NEG_INFINITY));
        assert!(parse_float("NaN").is_ok_and(f64::is_nan));
    }

    #[test]
    fn refuses_what_go_refuses() {
        for text in [
            "", "1__0", "1.5x", "0x1", "e5", "1e", "+nan", " 1", "..", "0x.p1",
        ] {
            let want = format!("strconv.ParseFloat: parsing \"{text}\": invalid syntax");
            assert_eq!(parse_float(text).map_err(|e| e.to_string()), Err(want));
        }
        assert_eq!(
            parse_float("1e999").map_err(|e| e.to_string()),
            Err("strconv.ParseFloat: parsing \"1e999\": value out of range".to_owned())
        );
    }
}
