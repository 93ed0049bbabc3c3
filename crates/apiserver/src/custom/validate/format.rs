//! The formats of texts. Other names mean nothing.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::LazyLock;

use apimachinery::Timestamp;
use apimachinery::validation::{is_dns1123_label, is_dns1123_subdomain};
use base64::Engine as _;
use gostd::regexp::Regexp;

/// Whether the text is of the format.
pub(super) fn fits(format: &str, text: &str) -> bool {
    match format.replace('-', "").as_str() {
        "datetime" => Timestamp::parse(text).is_some(),
        "date" => text.len() == 10 && Timestamp::parse(&format!("{text}T00:00:00Z")).is_some(),
        "duration" => gostd::time::parse_duration(text).is_ok(),
        "byte" => base64::engine::general_purpose::STANDARD
            .decode(text)
            .is_ok(),
        "ipv4" => text.parse::<Ipv4Addr>().is_ok(),
        "ipv6" => text.parse::<Ipv6Addr>().is_ok(),
        "cidr" => is_cidr(text),
        "uri" => is_uri(text),
        "email" => matches(&EMAIL, text),
        "hostname" => matches(&HOSTNAME, text) && text.len() <= 255,
        "mac" => matches(&MAC, text),
        "bsonobjectid" => text.len() == 24 && is_hex(text),
        "uuid" => matches(&UUID, text),
        "uuid3" => matches(&UUID, text) && text.replace('-', "").as_bytes()[12] == b'3',
        "uuid4" => matches(&UUID, text) && text.replace('-', "").as_bytes()[12] == b'4',
        "uuid5" => matches(&UUID, text) && text.replace('-', "").as_bytes()[12] == b'5',
        "hexcolor" => matches(&HEX_COLOR, text),
        "rgbcolor" => matches(&RGB_COLOR, text),
        "ssn" => matches(&SSN, text),
        "isbn" => is_isbn10(text) || is_isbn13(text),
        "isbn10" => is_isbn10(text),
        "isbn13" => is_isbn13(text),
        "creditcard" => is_card_number(text),
        "k8sshortname" => is_dns1123_label(text).is_empty(),
        "k8slongname" => is_dns1123_subdomain(text).is_empty(),
        _ => true,
    }
}

type Pattern = LazyLock<Option<Regexp>>;

static EMAIL: Pattern = LazyLock::new(|| {
    Regexp::compile(r"^[^\s@<>()\[\],;:\\]+@[A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?$").ok()
});
static HOSTNAME: Pattern = LazyLock::new(|| {
    Regexp::compile(r"^([a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?)(\.[a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?)*\.?$").ok()
});
static MAC: Pattern = LazyLock::new(|| {
    Regexp::compile(r"^([0-9a-fA-F]{2}[:-]){5}([0-9a-fA-F]{2}|[0-9a-fA-F]{2}[:-][0-9a-fA-F]{2}[:-][0-9a-fA-F]{2})$").ok()
});
static UUID: Pattern = LazyLock::new(|| {
    Regexp::compile(
        r"^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}$",
    )
    .ok()
});
static HEX_COLOR: Pattern =
    LazyLock::new(|| Regexp::compile("^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$").ok());
static RGB_COLOR: Pattern = LazyLock::new(|| {
    Regexp::compile(r"^rgb\(\s*([01]?\d?\d|2[0-4]\d|25[0-5])\s*,\s*([01]?\d?\d|2[0-4]\d|25[0-5])\s*,\s*([01]?\d?\d|2[0-4]\d|25[0-5])\s*\)$").ok()
});
static SSN: Pattern = LazyLock::new(|| Regexp::compile(r"^\d{3}[- ]?\d{2}[- ]?\d{4}$").ok());

fn matches(pattern: &Pattern, text: &str) -> bool {
    pattern
        .as_ref()
        .is_some_and(|pattern| pattern.is_match(text))
}

fn is_hex(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

pub(in crate::custom) fn is_cidr(text: &str) -> bool {
    let Some((address, bits)) = text.split_once('/') else {
        return false;
    };
    let bits = bits.parse::<u8>().unwrap_or(u8::MAX);
    address.parse::<Ipv4Addr>().is_ok() && bits <= 32
        || address.parse::<Ipv6Addr>().is_ok() && bits <= 128
}

/// An absolute path, or a scheme with something behind it.
fn is_uri(text: &str) -> bool {
    let printable = !text.is_empty() && text.bytes().all(|byte| byte > b' ' && byte != 0x7f);
    let scheme = text.split_once(':').is_some_and(|(scheme, rest)| {
        !rest.is_empty()
            && scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    });
    printable && (text.starts_with('/') || scheme)
}

fn digits(text: &str) -> Vec<u32> {
    text.chars().filter_map(|c| c.to_digit(10)).collect()
}

fn is_isbn10(text: &str) -> bool {
    let plain = text.replace(['-', ' '], "");
    let Some((body, last)) = plain.split_at_checked(plain.len().saturating_sub(1)) else {
        return false;
    };
    let check = if last == "X" {
        Some(10)
    } else {
        last.parse::<u32>().ok()
    };
    let (body, Some(check)) = (digits(body), check) else {
        return false;
    };
    let sum: u32 = (1..).zip(&body).map(|(weight, digit)| weight * digit).sum();
    plain.len() == 10 && body.len() == 9 && (sum + 10 * check).is_multiple_of(11)
}

fn is_isbn13(text: &str) -> bool {
    let plain = text.replace(['-', ' '], "");
    let digits = digits(&plain);
    let sum: u32 = digits
        .iter()
        .enumerate()
        .map(|(index, digit)| digit * if index % 2 == 0 { 1 } else { 3 })
        .sum();
    plain.len() == 13 && digits.len() == 13 && sum.is_multiple_of(10)
}

/// Luhn's sum over 13 to 16 digits.
fn is_card_number(text: &str) -> bool {
    let plain = text.replace(['-', ' '], "");
    let digits = digits(&plain);
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(index, digit)| match (index % 2, digit * 2) {
            (0, _) => *digit,
            (_, double) if double > 9 => double - 9,
            (_, double) => double,
        })
        .sum();
    (13..=16).contains(&plain.len()) && digits.len() == plain.len() && sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn texts_that_fit_and_texts_that_do_not() {
        for (format, good, bad) in [
            ("date-time", "2026-01-02T03:04:05Z", "2026-01-02"),
            ("date", "2026-01-02", "2026-13-02"),
            ("duration", "1h30m", "1 hour"),
            ("byte", "YQ==", "%"),
            ("ipv4", "1.2.3.4", "1.2.3"),
            ("ipv6", "::1", "1.2.3.4"),
            ("cidr", "10.0.0.0/8", "10.0.0.0/33"),
            ("uri", "http://example.com/a", "a b"),
            ("email", "a@example.com", "example.com"),
            ("hostname", "a.example", "-a"),
            ("mac", "01:02:03:04:05:06", "01:02"),
            ("uuid", "a2d9c9a4-4e0f-4b8a-9b3c-1f0d5a3e7c11", "a2d9"),
            (
                "uuid4",
                "a2d9c9a4-4e0f-4b8a-9b3c-1f0d5a3e7c11",
                "a2d9c9a4-4e0f-1b8a-9b3c-1f0d5a3e7c11",
            ),
            ("hexcolor", "#ffaa00", "#xyz"),
            ("rgbcolor", "rgb(1, 2, 255)", "rgb(1, 2, 256)"),
            ("isbn10", "0-306-40615-2", "0-306-40615-3"),
            ("isbn13", "978-0-306-40615-7", "978-0-306-40615-8"),
            ("creditcard", "4111 1111 1111 1111", "4111 1111 1111 1112"),
            ("k8s-short-name", "a-b", "a.b"),
        ] {
            assert!(fits(format, good), "{format} {good}");
            assert!(!fits(format, bad), "{format} {bad}");
        }
    }
}
