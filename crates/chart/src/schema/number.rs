//! Numbers as a text in English has them: digits in groups, powers of ten.

/// An integer with its digits in groups of three.
pub(super) fn integer(value: u64) -> String {
    grouped(&value.to_string())
}

/// A float in as few digits as tell it from others: up to a million as it is, otherwise with a power of ten.
pub(super) fn float(value: f64) -> String {
    let shortest = gostd::strconv::format_float(value, 'g', -1);
    let (sign, digits) = match shortest.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", shortest.as_str()),
    };
    let text = match digits.split_once('e') {
        Some((mantissa, exponent)) => format!("{mantissa}\u{d7}10{}", raised(exponent)),
        None => match digits.split_once('.') {
            Some((whole, fraction)) => format!("{}.{fraction}", grouped(whole)),
            None => grouped(digits),
        },
    };
    format!("{sign}{text}")
}

fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// An exponent in raised digits, without the sign of a positive one.
fn raised(exponent: &str) -> String {
    const DIGITS: [char; 10] = [
        '\u{2070}', '\u{b9}', '\u{b2}', '\u{b3}', '\u{2074}', '\u{2075}', '\u{2076}', '\u{2077}',
        '\u{2078}', '\u{2079}',
    ];
    let raise = |sign: char| match sign.to_digit(10) {
        Some(digit) => DIGITS.get(digit as usize).copied(),
        None if sign == '-' => Some('\u{207b}'),
        None => None,
    };
    exponent.chars().filter_map(raise).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_helm_s() {
        for (value, text) in [
            (999.0, "999"),
            (65535.0, "65,535"),
            (65536.5, "65,536.5"),
            (-70000.0, "-70,000"),
            (999_999.0, "999,999"),
            (1_000_000.0, "1×10⁰⁶"),
            (1_234_567.25, "1.23456725×10⁰⁶"),
            (-1_234_567.0, "-1.234567×10⁰⁶"),
            (1e21, "1×10²¹"),
            (0.0001, "0.0001"),
            (1e-7, "1×10⁻⁰⁷"),
        ] {
            assert_eq!(float(value), text);
        }
        assert_eq!(integer(1_234_567), "1,234,567");
    }
}
