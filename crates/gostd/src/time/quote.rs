//! How `time` shows texts in its errors.

/// The text in quotes: printable ASCII as it is, every other byte in hexadecimal.
pub(super) fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => quoted.extend(['\\', char::from(byte)]),
            b' '..=0x7f => quoted.push(char::from(byte)),
            _ => quoted.push_str(&format!("\\x{byte:02x}")),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn bytes_beyond_ascii_are_hexadecimal() {
        assert_eq!(quote("a\"b\\\n"), r#""a\"b\\\x0a""#);
        assert_eq!(quote("é"), r#""\xc3\xa9""#);
    }
}
