//! Strings and numbers as `json.Marshal` writes them.

use crate::strconv::format_float;
use crate::unicode::runes;

/// The JSON string of a Go string, `<`, `>` and `&` escaped, as `json.Marshal` does.
#[must_use]
pub fn string(text: impl AsRef<[u8]>) -> String {
    let mut out = String::new();
    append_string(&mut out, text.as_ref(), true);
    out
}

/// Appends a JSON string. Bytes that are not UTF-8 become U+FFFD; `escape_html` is `Encoder.SetEscapeHTML`.
pub fn append_string(out: &mut String, text: &[u8], escape_html: bool) {
    out.push('"');
    for (rune, _) in runes(text) {
        let Some(rune) = rune else {
            out.push(char::REPLACEMENT_CHARACTER);
            continue;
        };
        match rune {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\x08' => out.push_str("\\b"),
            '\x0c' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '<' | '>' | '&' if escape_html => push_escape(out, rune),
            '\0'..='\x1f' | '\u{2028}' | '\u{2029}' => push_escape(out, rune),
            _ => out.push(rune),
        }
    }
    out.push('"');
}

fn push_escape(out: &mut String, rune: char) {
    out.push_str(&format!("\\u{:04x}", u32::from(rune)));
}

/// A `float64` as `json.Marshal` writes it: with an exponent only under 1e-6 and from 1e21 on.
///
/// Infinities and NaN have no JSON; the encoder's error for them is
/// `json: unsupported value: ` followed by [`format_float`]`(value, 'g', -1)`.
#[must_use]
pub fn float(value: f64) -> String {
    let mut out = String::new();
    append_float(&mut out, value);
    out
}

/// Appends what [`float`] gives.
pub fn append_float(out: &mut String, value: f64) {
    let magnitude = value.abs();
    if magnitude != 0.0 && !(1e-6..1e21).contains(&magnitude) {
        let text = format_float(value, 'e', -1);
        // e-09 is shortened to e-9.
        match text
            .strip_suffix(|c: char| c.is_ascii_digit())
            .and_then(|head| head.strip_suffix("e-0"))
        {
            Some(mantissa) => {
                out.push_str(mantissa);
                out.push_str("e-");
                out.push_str(&text[text.len() - 1..]);
            }
            None => out.push_str(&text),
        }
    } else {
        out.push_str(&format_float(value, 'f', -1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings() {
        assert_eq!(
            string("<a&\"\\\n\x01\u{2028}\x7fé"),
            "\"\\u003ca\\u0026\\\"\\\\\\n\\u0001\\u2028\x7fé\""
        );
        let mut raw = String::new();
        append_string(&mut raw, b"<\xff>", false);
        assert_eq!(raw, "\"<\u{fffd}>\"");
    }

    #[test]
    fn floats() {
        let cases = [
            (1.0, "1"),
            (1e6, "1000000"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (1e-6, "0.000001"),
            (1e-7, "1e-7"),
            (1.5e-10, "1.5e-10"),
            (-0.0, "-0"),
            (0.1, "0.1"),
        ];
        for (value, want) in cases {
            assert_eq!(float(value), want);
        }
    }
}
