//! `FormatFloat`. Rust's own formatter gives the correctly rounded digits; Go's layout is put around them.

/// The decimal digits of a finite number: `0.digits × 10^point`.
struct Decimal {
    digits: Vec<u8>,
    point: i32,
}

impl Decimal {
    /// Reads Rust's exponent form (`1.25e-7`).
    fn from_exponent_form(text: &str) -> Self {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let mut digits: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).collect();
        let exponent: i32 = exponent.parse().unwrap_or(0);
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        let point = if digits.is_empty() { 0 } else { exponent + 1 };
        Decimal { digits, point }
    }

    fn digit(&self, index: i32) -> u8 {
        usize::try_from(index)
            .ok()
            .and_then(|i| self.digits.get(i).copied())
            .unwrap_or(b'0')
    }

    fn len(&self) -> i32 {
        i32::try_from(self.digits.len()).unwrap_or(i32::MAX)
    }
}

/// `strconv.FormatFloat(value, format, precision, 64)` for the formats `b e E f F g G x X`.
///
/// A negative `precision` asks for the fewest digits that read back as the same number.
///
/// ```
/// assert_eq!(gostd::strconv::format_float(1_000_000.0, 'g', -1), "1e+06");
/// assert_eq!(gostd::strconv::format_float(1.5, 'f', 3), "1.500");
/// ```
#[must_use]
pub fn format_float(value: f64, format: char, precision: i32) -> String {
    let mut out = String::new();
    append_float(&mut out, value, format, precision);
    out
}

/// Appends what [`format_float`] gives.
pub fn append_float(out: &mut String, value: f64, format: char, precision: i32) {
    append(out, value, format, precision, || {
        format!("{:e}", value.abs())
    });
}

/// `strconv.FormatFloat(value, format, precision, 32)`: the fewest digits are those that tell apart 32-bit numbers.
#[must_use]
pub fn format_float32(value: f32, format: char, precision: i32) -> String {
    let mut out = String::new();
    append(&mut out, f64::from(value), format, precision, || {
        format!("{:e}", value.abs())
    });
    out
}

fn append(
    out: &mut String,
    value: f64,
    format: char,
    precision: i32,
    shortest: impl Fn() -> String,
) {
    if value.is_nan() {
        out.push_str("NaN");
        return;
    }
    if value.is_infinite() {
        out.push_str(if value > 0.0 { "+Inf" } else { "-Inf" });
        return;
    }
    if value.is_sign_negative() {
        out.push('-');
    }
    let value = value.abs();
    if matches!(format, 'b' | 'x' | 'X') {
        push_binary(out, value, format, precision);
        return;
    }
    let decimal = if precision < 0 {
        Decimal::from_exponent_form(&shortest())
    } else {
        round(value, format, precision)
    };
    match format {
        'e' | 'E' => {
            let precision = if precision < 0 {
                (decimal.len() - 1).max(0)
            } else {
                precision
            };
            push_exponent_form(out, &decimal, precision, format);
        }
        'f' | 'F' => {
            let precision = if precision < 0 {
                (decimal.len() - decimal.point).max(0)
            } else {
                precision
            };
            push_fixed(out, &decimal, precision);
        }
        _ => push_general(out, &decimal, precision, format),
    }
}

/// The digits of `value` rounded as the format wants it: after the point for `f`, in all for `e` (+1) and `g`.
fn round(value: f64, format: char, precision: i32) -> Decimal {
    let precision = usize::try_from(precision).unwrap_or(0);
    match format {
        'e' | 'E' => Decimal::from_exponent_form(&format!("{value:.precision$e}")),
        'f' | 'F' => decimal_of_fixed(&format!("{value:.precision$}")),
        _ => Decimal::from_exponent_form(&format!("{value:.*e}", precision.max(1) - 1)),
    }
}

fn decimal_of_fixed(text: &str) -> Decimal {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let all: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
    let leading = all.iter().take_while(|&&d| d == b'0').count();
    let mut digits = all[leading..].to_vec();
    while digits.last() == Some(&b'0') {
        digits.pop();
    }
    let point = if digits.is_empty() {
        0
    } else {
        i32::try_from(whole.len()).unwrap_or(0) - i32::try_from(leading).unwrap_or(0)
    };
    Decimal { digits, point }
}

fn push_exponent_form(out: &mut String, decimal: &Decimal, precision: i32, letter: char) {
    out.push(char::from(decimal.digit(0)));
    if precision > 0 {
        out.push('.');
        out.extend((1..=precision).map(|i| char::from(decimal.digit(i))));
    }
    let exponent = if decimal.digits.is_empty() {
        0
    } else {
        decimal.point - 1
    };
    out.push(letter);
    out.push(if exponent < 0 { '-' } else { '+' });
    out.push_str(&format!("{:02}", exponent.abs()));
}

fn push_fixed(out: &mut String, decimal: &Decimal, precision: i32) {
    if decimal.point > 0 {
        out.extend((0..decimal.point).map(|i| char::from(decimal.digit(i))));
    } else {
        out.push('0');
    }
    if precision > 0 {
        out.push('.');
        out.extend((0..precision).map(|i| char::from(decimal.digit(decimal.point + i))));
    }
}

/// `%g`: the exponent form for exponents under -4 or not under the precision (6 for the shortest form).
fn push_general(out: &mut String, decimal: &Decimal, precision: i32, format: char) {
    let shortest = precision < 0;
    let precision = match precision {
        _ if shortest => 6,
        0 => 1,
        p => p,
    };
    let mut limit = precision;
    if limit > decimal.len() && decimal.len() >= decimal.point {
        limit = decimal.len();
    }
    if shortest {
        limit = 6;
    }
    let exponent = decimal.point - 1;
    let digits = if shortest {
        decimal.len()
    } else {
        precision.min(decimal.len())
    };
    if !decimal.digits.is_empty() && (exponent < -4 || exponent >= limit) {
        let letter = if format == 'G' { 'E' } else { 'e' };
        push_exponent_form(out, decimal, (digits - 1).max(0), letter);
    } else {
        push_fixed(out, decimal, (digits - decimal.point).max(0));
    }
}

/// `%b` (`4503599627370496p-52`) and `%x` (`0x1.8p+01`).
fn push_binary(out: &mut String, value: f64, format: char, precision: i32) {
    let bits = value.to_bits();
    let biased = i32::try_from(bits >> 52 & 0x7ff).unwrap_or(0);
    let fraction = bits & ((1 << 52) - 1);
    let (mantissa, exponent) = if biased == 0 {
        (fraction, -1074)
    } else {
        (fraction | 1 << 52, biased - 1075)
    };
    if format == 'b' {
        out.push_str(&format!("{mantissa}p{exponent:+}"));
        return;
    }
    // The leading 1 goes to bit 60, so that every four bits below it are a digit.
    let lift = mantissa.leading_zeros().saturating_sub(3);
    let (mut mantissa, mut exponent) = if mantissa == 0 {
        (0, 0)
    } else {
        (
            mantissa << lift,
            exponent + 60 - i32::try_from(lift).unwrap_or(0),
        )
    };
    if let Ok(digits @ 0..15) = u32::try_from(precision) {
        let drop = 60 - digits * 4;
        let rest = mantissa & ((1 << drop) - 1);
        mantissa >>= drop;
        if rest > 1 << (drop - 1) || (rest == 1 << (drop - 1) && mantissa & 1 == 1) {
            mantissa += 1;
        }
        mantissa <<= drop;
        if mantissa >> 61 != 0 {
            mantissa >>= 1;
            exponent += 1;
        }
    }
    let mut digits = format!("{:015x}", mantissa & ((1 << 60) - 1));
    match usize::try_from(precision) {
        Ok(precision) => digits = format!("{digits:0<precision$}")[..precision].to_owned(),
        Err(_) => digits.truncate(digits.trim_end_matches('0').len()),
    }
    let point = if digits.is_empty() { "" } else { "." };
    let sign = if exponent < 0 { '-' } else { '+' };
    let text = format!(
        "0x{}{point}{digits}p{sign}{:02}",
        mantissa >> 60,
        exponent.abs()
    );
    out.push_str(&if format == 'X' {
        text.to_ascii_uppercase()
    } else {
        text
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortest_forms() {
        let cases = [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (80.0, "80"),
            (123_456.0, "123456"),
            (999_999.0, "999999"),
            (1_234_567.0, "1.234567e+06"),
            (1e21, "1e+21"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (1.5, "1.5"),
            (123_456.789, "123456.789"),
            (12_345_678.9, "1.23456789e+07"),
            (f64::MAX, "1.7976931348623157e+308"),
            (5e-324, "5e-324"),
        ];
        for (value, want) in cases {
            assert_eq!(format_float(value, 'g', -1), want);
        }
    }

    #[test]
    fn explicit_precision() {
        let cases = [
            (1.5, 'g', 3, "1.5"),
            (123_456_789.0, 'g', 3, "1.23e+08"),
            (100.0, 'g', 3, "100"),
            (100.0, 'g', 2, "1e+02"),
            (1234.0, 'G', 2, "1.2E+03"),
            (2.5, 'f', 0, "2"),
            (3.5, 'f', 0, "4"),
            (0.05, 'f', 1, "0.1"),
            (0.0, 'e', 2, "0.00e+00"),
            (99.99, 'f', 1, "100.0"),
            (9.999, 'e', 1, "1.0e+01"),
            (0.000_012, 'f', 3, "0.000"),
            (1e21, 'f', -1, "1000000000000000000000"),
            (0.0, 'g', 3, "0"),
            (1e-7, 'f', -1, "0.0000001"),
            (12.0, 'e', -1, "1.2e+01"),
        ];
        for (value, format, precision, want) in cases {
            assert_eq!(
                format_float(value, format, precision),
                want,
                "{value} {format} {precision}"
            );
        }
    }

    #[test]
    fn binary_exponents() {
        let cases = [
            (1.5, 'x', -1, "0x1.8p+00"),
            (255.0, 'X', -1, "0X1.FEP+07"),
            (0.0, 'x', -1, "0x0p+00"),
            (1.96875, 'x', 1, "0x1.0p+01"),
            (1.0, 'x', 2, "0x1.00p+00"),
            (1.0, 'b', -1, "4503599627370496p-52"),
        ];
        for (value, format, precision, want) in cases {
            assert_eq!(
                format_float(value, format, precision),
                want,
                "{value} {format} {precision}"
            );
        }
    }

    #[test]
    fn thirty_two_bits() {
        assert_eq!(format_float32(0.1, 'g', -1), "0.1");
        assert_eq!(
            format_float(f64::from(0.1_f32), 'g', -1),
            "0.10000000149011612"
        );
    }

    #[test]
    fn not_finite() {
        assert_eq!(format_float(f64::NAN, 'f', 2), "NaN");
        assert_eq!(format_float(f64::NEG_INFINITY, 'g', -1), "-Inf");
    }
}
