use super::message::{max_len_error, regex_error};

/// A port of TCP, UDP or SCTP.
#[must_use]
pub fn is_port_number(port: i64) -> Vec<String> {
    if (1..=65535).contains(&port) {
        return Vec::new();
    }
    vec!["must be between 1 and 65535, inclusive".to_owned()]
}

/// The name of a port: at most 15 of `a-z`, `0-9` and `-`, with at least one letter.
#[must_use]
pub fn is_port_name(name: &str) -> Vec<String> {
    let mut errors = Vec::new();
    if name.len() > 15 {
        errors.push(max_len_error(15));
    }
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if name.is_empty() || !name.bytes().all(allowed) {
        errors.push(
            "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)".to_owned(),
        );
    }
    if !name.bytes().any(|byte| byte.is_ascii_lowercase()) {
        errors.push("must contain at least one letter (a-z)".to_owned());
    }
    if name.contains("--") {
        errors.push("must not contain consecutive hyphens".to_owned());
    }
    if name.starts_with('-') || name.ends_with('-') {
        errors.push("must not begin or end with a hyphen".to_owned());
    }
    errors
}

/// Digits and a per cent sign.
#[must_use]
pub fn is_valid_percent(text: &str) -> Vec<String> {
    let digits = text.strip_suffix('%').unwrap_or_default();
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Vec::new();
    }
    vec![regex_error(
        "a valid percent string must be a numeric string followed by an ending '%'",
        "[0-9]+%",
        &["1%", "93%"],
    )]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_and_ports() {
        assert_eq!(is_valid_percent("25%"), [""; 0]);
        assert_eq!(
            is_valid_percent("abc"),
            [
                "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')"
            ]
        );
        assert_eq!(is_port_name("http"), [""; 0]);
        assert_eq!(
            is_port_name("80"),
            ["must contain at least one letter (a-z)"]
        );
        assert_eq!(
            is_port_number(0),
            ["must be between 1 and 65535, inclusive"]
        );
    }
}
