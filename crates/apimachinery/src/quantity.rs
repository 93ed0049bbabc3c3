use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use crate::Tree;

/// A fixed-point number with a unit, such as `100m`, `1.5Gi` or `2e3`.
///
/// Precise to 10⁻⁹ and at most 2⁶³−1; finer values are rounded away from zero and larger ones
/// capped, as upstream does. Compared by value, whatever the unit.
#[derive(Debug, Clone, Copy)]
pub struct Quantity {
    nanos: i128,
    format: QuantityFormat,
}

/// The family of units that a quantity was written in and is printed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuantityFormat {
    /// `n`, `u`, `m`, none, `k`, `M`, `G`, `T`, `P`, `E`.
    DecimalSi,
    /// `Ki`, `Mi`, `Gi`, `Ti`, `Pi`, `Ei`.
    BinarySi,
    /// `e3`, `e6` and so on.
    DecimalExponent,
}

/// Why a text is no quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum QuantityError {
    /// It does not have the form of one.
    #[error(
        "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
    )]
    Format,
    /// The number in front is none.
    #[error("unable to parse numeric part of quantity")]
    Numeric,
    /// The unit is unknown.
    #[error("unable to parse quantity's suffix")]
    Suffix,
}

const NANOS: i128 = 1_000_000_000;
const MAX: i128 = i64::MAX as i128 * NANOS;
const DECIMAL: [(&str, i32); 10] = [
    ("n", -9),
    ("u", -6),
    ("m", -3),
    ("", 0),
    ("k", 3),
    ("M", 6),
    ("G", 9),
    ("T", 12),
    ("P", 15),
    ("E", 18),
];
const BINARY: [(&str, u32); 6] = [
    ("Ki", 10),
    ("Mi", 20),
    ("Gi", 30),
    ("Ti", 40),
    ("Pi", 50),
    ("Ei", 60),
];

/// The parts of a quantity's text.
struct Parts<'a> {
    negative: bool,
    whole: &'a str,
    fraction: &'a str,
    suffix: &'a str,
}

/// What a suffix multiplies by.
enum Scale {
    Decimal(i64),
    Binary(u32),
}

impl Quantity {
    /// The whole number in decimal units.
    #[must_use]
    pub fn from_value(value: i64) -> Self {
        Quantity {
            nanos: i128::from(value) * NANOS,
            format: QuantityFormat::DecimalSi,
        }
    }

    /// So many thousandths in decimal units.
    #[must_use]
    pub fn from_milli(milli: i64) -> Self {
        Quantity {
            nanos: i128::from(milli) * (NANOS / 1000),
            format: QuantityFormat::DecimalSi,
        }
    }

    /// The same amount in another family of units.
    #[must_use]
    pub fn with_format(self, format: QuantityFormat) -> Self {
        Quantity { format, ..self }
    }

    /// Reads a JSON string or number.
    ///
    /// # Errors
    /// Anything that is no quantity.
    pub fn from_json(value: &(impl Tree + ?Sized)) -> Result<Self, QuantityError> {
        match (value.text(), value.number()) {
            (Some(text), _) => text.parse(),
            (None, Some(number)) => number.to_string().parse(),
            (None, None) => Err(QuantityError::Format),
        }
    }

    /// The units that it is printed with.
    #[must_use]
    pub fn format(self) -> QuantityFormat {
        self.format
    }

    /// The whole number, rounded up.
    #[must_use]
    pub fn value(self) -> i64 {
        self.scaled(NANOS)
    }

    /// Thousandths, rounded up.
    #[must_use]
    pub fn milli_value(self) -> i64 {
        self.scaled(NANOS / 1000)
    }

    /// Whether it is zero.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.nanos == 0
    }

    /// Whether it is below zero.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.nanos < 0
    }

    /// Whether it is a whole number.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.nanos % NANOS == 0
    }

    /// The sum, in this one's units unless it is zero.
    #[must_use]
    pub fn plus(self, other: Quantity) -> Self {
        let format = if self.is_zero() {
            other.format
        } else {
            self.format
        };
        Quantity {
            nanos: clamp(self.nanos + other.nanos),
            format,
        }
    }

    /// The difference, in this one's units unless it is zero.
    #[must_use]
    pub fn minus(self, other: Quantity) -> Self {
        let format = if self.is_zero() {
            other.format
        } else {
            self.format
        };
        Quantity {
            nanos: clamp(self.nanos - other.nanos),
            format,
        }
    }

    /// The nearest floating-point number.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "an approximation is what is asked for"
    )]
    pub fn approximate(self) -> f64 {
        self.nanos as f64 / NANOS as f64
    }

    fn scaled(self, unit: i128) -> i64 {
        let up = -((-self.nanos).div_euclid(unit));
        i64::try_from(up).unwrap_or(if up < 0 { i64::MIN } else { i64::MAX })
    }

    /// Whether it prints in binary units: only whole numbers from 1024 on do.
    fn prints_binary(self) -> bool {
        self.format == QuantityFormat::BinarySi
            && self.nanos.abs() >= 1024 * NANOS
            && self.nanos % NANOS == 0
    }
}

fn clamp(nanos: i128) -> i128 {
    nanos.clamp(-MAX, MAX)
}

impl FromStr for Quantity {
    type Err = QuantityError;

    fn from_str(text: &str) -> Result<Self, QuantityError> {
        if text.is_empty() {
            return Err(QuantityError::Format);
        }
        let parts = split(text)?;
        let (scale, mut format) = interpret(parts.suffix)?;
        if parts.whole.is_empty() && parts.fraction.is_empty() && !text.contains('0') {
            return Err(QuantityError::Numeric);
        }
        let nanos = match scale {
            Scale::Decimal(exponent) => decimal_nanos(parts.whole, parts.fraction, exponent),
            Scale::Binary(exponent) => binary_nanos(parts.whole, parts.fraction, exponent),
        }
        .min(MAX);
        if format == QuantityFormat::BinarySi && nanos > 0 && nanos < NANOS {
            format = QuantityFormat::DecimalSi;
        }
        Ok(Quantity {
            nanos: if parts.negative { -nanos } else { nanos },
            format,
        })
    }
}

fn split(text: &str) -> Result<Parts<'_>, QuantityError> {
    let negative = text.starts_with('-');
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (whole, mut rest) = unsigned.split_at(digits(unsigned));
    let mut fraction = "";
    if let Some(after_point) = rest.strip_prefix('.') {
        (fraction, rest) = after_point.split_at(digits(after_point));
    }
    let unit = rest
        .bytes()
        .take_while(|byte| b"eEinumkKMGTP".contains(byte))
        .count();
    let exponent = rest[unit..]
        .strip_prefix(['-', '+'])
        .unwrap_or(&rest[unit..]);
    if digits(exponent) != exponent.len() {
        return Err(QuantityError::Format);
    }
    Ok(Parts {
        negative,
        whole: whole.trim_start_matches('0'),
        fraction,
        suffix: rest,
    })
}

fn interpret(suffix: &str) -> Result<(Scale, QuantityFormat), QuantityError> {
    if let Some((_, exponent)) = DECIMAL.iter().find(|(unit, _)| *unit == suffix) {
        return Ok((
            Scale::Decimal(i64::from(*exponent)),
            QuantityFormat::DecimalSi,
        ));
    }
    if let Some((_, exponent)) = BINARY.iter().find(|(unit, _)| *unit == suffix) {
        return Ok((Scale::Binary(*exponent), QuantityFormat::BinarySi));
    }
    let exponent = suffix
        .strip_prefix(['e', 'E'])
        .ok_or(QuantityError::Suffix)?;
    let exponent = exponent.parse().map_err(|_| QuantityError::Suffix)?;
    Ok((Scale::Decimal(exponent), QuantityFormat::DecimalExponent))
}

/// `whole.fraction · 10^exponent` in nanos, rounded up, or something above the maximum.
fn decimal_nanos(whole: &str, fraction: &str, exponent: i64) -> i128 {
    let digits = format!("{whole}{fraction}");
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return 0;
    }
    let fraction_len = i64::try_from(fraction.len()).unwrap_or(i64::MAX);
    let shift = exponent.saturating_sub(fraction_len).saturating_add(9);
    let length = i64::try_from(digits.len()).unwrap_or(i64::MAX);
    if length.saturating_add(shift) > 37 {
        return MAX;
    }
    if let Ok(zeros) = u32::try_from(shift) {
        return digits
            .parse::<i128>()
            .map_or(MAX, |digits| digits * 10i128.pow(zeros));
    }
    let kept = usize::try_from(length + shift).unwrap_or(0);
    let (kept, dropped) = digits.split_at(kept);
    let up = i128::from(dropped.bytes().any(|digit| digit != b'0'));
    kept.parse::<i128>().unwrap_or(0) + up
}

/// `whole.fraction · 2^exponent` in nanos, rounded up, or something above the maximum.
fn binary_nanos(whole: &str, fraction: &str, exponent: u32) -> i128 {
    /// Digits of the fraction that count; more than these only round up.
    const KEPT: usize = 18;
    let factor = 1i128 << exponent;
    let whole = if whole.is_empty() {
        Some(0)
    } else {
        whole.parse::<i128>().ok()
    };
    let whole = whole
        .and_then(|whole| whole.checked_mul(factor))
        .and_then(|n| n.checked_mul(NANOS));
    let kept = &fraction[..fraction.len().min(KEPT)];
    let rest = fraction[kept.len()..].bytes().any(|digit| digit != b'0');
    let numerator = format!("{kept:0<KEPT$}").parse::<i128>().unwrap_or(0) + i128::from(rest);
    let part = -((-numerator * factor).div_euclid(NANOS));
    whole.map_or(MAX, |whole| whole.saturating_add(part))
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.prints_binary() {
            let mut number = self.nanos / NANOS;
            let mut unit = "";
            for (name, _) in BINARY {
                if number % 1024 != 0 {
                    break;
                }
                number /= 1024;
                unit = name;
            }
            return write!(f, "{number}{unit}");
        }
        let mut number = self.nanos;
        let mut exponent = -9;
        while number != 0 && number % 1000 == 0 {
            number /= 1000;
            exponent += 3;
        }
        match (number, self.format) {
            (0, _) => f.write_str("0"),
            (_, QuantityFormat::DecimalExponent) if exponent == 0 => write!(f, "{number}"),
            (_, QuantityFormat::DecimalExponent) => write!(f, "{number}e{exponent}"),
            _ => {
                let unit = DECIMAL.iter().find(|(_, power)| *power == exponent);
                write!(f, "{number}{}", unit.map_or("", |(unit, _)| unit))
            }
        }
    }
}

impl PartialEq for Quantity {
    fn eq(&self, other: &Self) -> bool {
        self.nanos == other.nanos
    }
}

impl Eq for Quantity {}

impl PartialOrd for Quantity {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Quantity {
    fn cmp(&self, other: &Self) -> Ordering {
        self.nanos.cmp(&other.nanos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> String {
        text.parse::<Quantity>()
            .map_or_else(|error| error.to_string(), |q| q.to_string())
    }

    #[test]
    fn canonical_forms() {
        let cases = [
            ("0", "0"),
            ("1000m", "1"),
            ("0.5", "500m"),
            ("1.5", "1500m"),
            ("1024Mi", "1Gi"),
            ("1500Mi", "1500Mi"),
            ("0.5Gi", "512Mi"),
            ("0.5Ki", "512"),
            ("1Ki", "1Ki"),
            ("0.001Ki", "1024m"),
            ("1e3", "1e3"),
            ("1.5e3", "1500"),
            ("12E6", "12e6"),
            ("1E", "1E"),
            ("1000k", "1M"),
            ("123456789", "123456789"),
            ("100000", "100k"),
            ("-1.2", "-1200m"),
            ("0.0000000001", "1n"),
            ("1.G", "1G"),
            ("9223372036854775808", "9223372036854775807"),
            ("100Ei", "9223372036854775807"),
            ("1e400", "9223372036854775807"),
            ("000.5", "500m"),
        ];
        for (text, expected) in cases {
            assert_eq!(canonical(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_quantity() {
        let format = QuantityError::Format.to_string();
        for text in ["", "abc", "1 Gi", "1.2.3", "1Gi5x"] {
            assert_eq!(canonical(text), format, "{text}");
        }
        for text in ["1gi", "1mm", "1e", "1Ki5"] {
            let expected = if text == "1gi" {
                &format
            } else {
                &QuantityError::Suffix.to_string()
            };
            assert_eq!(&canonical(text), expected, "{text}");
        }
    }

    #[test]
    fn values_round_up() {
        let quantity: Quantity = "1.2".parse().unwrap();
        assert_eq!(quantity.value(), 2);
        assert_eq!(quantity.milli_value(), 1200);
        assert_eq!("-1.2".parse::<Quantity>().unwrap().value(), -1);
        assert_eq!("1Gi".parse::<Quantity>(), "1073741824".parse());
        let sum = "1Gi"
            .parse::<Quantity>()
            .unwrap()
            .plus("512Mi".parse().unwrap());
        assert_eq!(sum.to_string(), "1536Mi");
    }
}
