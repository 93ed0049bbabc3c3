//! Decimal arithmetic, so that 0.1 + 0.2 is 0.3.

use num_bigint::BigInt;

use crate::function::Result;

/// Decimals to which a quotient is rounded.
const DIVISION_PRECISION: i32 = 16;

/// `coefficient × 10^exponent`
#[derive(Clone, Debug)]
pub(super) struct Decimal {
    coefficient: BigInt,
    exponent: i32,
}

impl Decimal {
    /// The decimal with the fewest digits that reads as this number.
    pub(super) fn of(number: f64) -> Result<Decimal> {
        if !number.is_finite() {
            return Err(format!(
                "Cannot create a Decimal from {}",
                gostd::strconv::format_float(number, 'g', -1)
            )
            .into());
        }
        let text = format!("{number:e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let decimals = i32::try_from(fraction.len()).unwrap_or(0);
        let coefficient = format!("{whole}{fraction}").parse().unwrap_or_default();
        Ok(Decimal {
            coefficient,
            exponent: exponent.parse().unwrap_or(0) - decimals,
        })
    }

    pub(super) fn to_f64(&self) -> f64 {
        format!("{}e{}", self.coefficient, self.exponent)
            .parse()
            .unwrap_or(f64::NAN)
    }

    /// Both coefficients at the smaller exponent.
    fn aligned(&self, other: &Decimal) -> (BigInt, BigInt, i32) {
        let exponent = self.exponent.min(other.exponent);
        let scaled = |d: &Decimal| &d.coefficient * ten_to(d.exponent - exponent);
        (scaled(self), scaled(other), exponent)
    }

    pub(super) fn add(&self, other: &Decimal) -> Decimal {
        let (a, b, exponent) = self.aligned(other);
        Decimal {
            coefficient: a + b,
            exponent,
        }
    }

    pub(super) fn subtract(&self, other: &Decimal) -> Decimal {
        let (a, b, exponent) = self.aligned(other);
        Decimal {
            coefficient: a - b,
            exponent,
        }
    }

    pub(super) fn multiply(&self, other: &Decimal) -> Decimal {
        Decimal {
            coefficient: &self.coefficient * &other.coefficient,
            exponent: self.exponent + other.exponent,
        }
    }

    /// The quotient to 16 decimals, halves rounded away from zero.
    pub(super) fn divide(&self, other: &Decimal) -> Result<Decimal> {
        let zero = BigInt::ZERO;
        if other.coefficient == zero {
            return Err("decimal division by 0".into());
        }
        // self / other = (a / b) × 10^shift; the quotient wanted is in units of 10^-16.
        let shift = self.exponent - other.exponent + DIVISION_PRECISION;
        let (mut a, mut b) = (self.coefficient.clone(), other.coefficient.clone());
        if shift >= 0 {
            a *= ten_to(shift);
        } else {
            b *= ten_to(-shift);
        }
        let (quotient, rest) = (&a / &b, &a % &b);
        let round_up = rest.magnitude() * 2_u8 >= *b.magnitude();
        let away = if (a < zero) == (b < zero) { 1 } else { -1 };
        let coefficient = if round_up { quotient + away } else { quotient };
        Ok(Decimal {
            coefficient,
            exponent: -DIVISION_PRECISION,
        })
    }
}

fn ten_to(exponent: i32) -> BigInt {
    BigInt::from(10).pow(exponent.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_exact() {
        let d = |n| Decimal::of(n).expect("a finite number");
        assert_eq!(d(0.1).add(&d(0.2)).to_f64(), 0.3);
        assert_eq!(d(0.3).subtract(&d(0.1)).to_f64(), 0.2);
        assert_eq!(d(1.1).multiply(&d(1.1)).to_f64(), 1.21);
        assert_eq!(
            d(-2.0).divide(&d(3.0)).expect("not zero").to_f64(),
            -0.6666666666666667
        );
    }
}
