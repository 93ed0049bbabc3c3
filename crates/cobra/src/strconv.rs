//! The numbers and booleans that pflag reads, with Go's `strconv` complaints.

/// Reads what Go's `ParseBool` takes.
pub(crate) fn parse_bool(text: &str) -> Result<bool, String> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Ok(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Ok(false),
        _ => Err(format!(
            "strconv.ParseBool: parsing {text:?}: invalid syntax"
        )),
    }
}

/// Reads what Go's `ParseInt` takes with base 0: a prefix chooses the base, and underscores may then group digits.
pub(crate) fn parse_int(text: &str, bits: u32) -> Result<i64, String> {
    let complaint = |what: &str| format!("strconv.ParseInt: parsing {text:?}: {what}");
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let lower = unsigned.to_ascii_lowercase();
    let (radix, digits) = match lower.get(..2) {
        Some("0x") => (16, &lower[2..]),
        Some("0b") => (2, &lower[2..]),
        Some("0o") => (8, &lower[2..]),
        _ if lower.len() > 1 && lower.starts_with('0') => (8, &lower[1..]),
        _ => (10, lower.as_str()),
    };
    let digits = if radix == 10 {
        digits.to_owned()
    } else {
        digits.replace('_', "")
    };
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return Err(complaint("invalid syntax"));
    }
    let magnitude =
        i128::from_str_radix(&digits, radix).map_err(|_| complaint("value out of range"))?;
    let value = if text.starts_with('-') {
        -magnitude
    } else {
        magnitude
    };
    let limit = 1i128 << (bits - 1);
    if value < -limit || value >= limit {
        return Err(complaint("value out of range"));
    }
    i64::try_from(value).map_err(|_| complaint("value out of range"))
}

/// Reads what Go's `ParseUint` takes with base 0, as far as an `i64` holds it.
pub(crate) fn parse_uint(text: &str) -> Result<i64, String> {
    let renamed = |complaint: String| complaint.replacen("ParseInt", "ParseUint", 1);
    if text.starts_with(['+', '-']) {
        return Err(format!(
            "strconv.ParseUint: parsing {text:?}: invalid syntax"
        ));
    }
    parse_int(text, 64).map_err(renamed)
}

/// Reads what Go's `ParseFloat` takes in decimal notation.
pub(crate) fn parse_float(text: &str) -> Result<f64, String> {
    text.parse()
        .map_err(|_| format!("strconv.ParseFloat: parsing {text:?}: invalid syntax"))
}

#[cfg(test)]
mod tests {
    use super::parse_int;

    #[test]
    fn a_prefix_chooses_the_base() {
        assert_eq!(parse_int("0x1f", 64), Ok(31));
        assert_eq!(parse_int("-010", 64), Ok(-8));
        assert_eq!(parse_int("0b1_0", 64), Ok(2));
    }

    #[test]
    fn what_does_not_fit_is_out_of_range() {
        let complaint = r#"strconv.ParseInt: parsing "2147483648": value out of range"#;
        assert_eq!(parse_int("2147483648", 32), Err(complaint.to_owned()));
        assert_eq!(parse_int("-2147483648", 32), Ok(-2_147_483_648));
        let complaint = r#"strconv.ParseInt: parsing "1_0": invalid syntax"#;
        assert_eq!(parse_int("1_0", 64), Err(complaint.to_owned()));
    }
}
