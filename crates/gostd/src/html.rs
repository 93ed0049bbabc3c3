//! Go's `html` and the escaping functions of `text/template`.

/// `template.HTMLEscapeString`: `<`, `>`, `&`, both quotes and NUL as entities.
#[must_use]
pub fn escape(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for &b in text {
        match b {
            b'\0' => out.extend_from_slice("\u{fffd}".as_bytes()),
            b'"' => out.extend_from_slice(b"&#34;"),
            b'\'' => out.extend_from_slice(b"&#39;"),
            b'&' => out.extend_from_slice(b"&amp;"),
            b'<' => out.extend_from_slice(b"&lt;"),
            b'>' => out.extend_from_slice(b"&gt;"),
            _ => out.push(b),
        }
    }
    out
}

/// `template.JSEscapeString`: safe inside a JavaScript string.
#[must_use]
pub fn js_escape(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for (rune, bytes) in crate::unicode::runes(text) {
        let Some(rune) = rune else {
            out.extend_from_slice("\u{fffd}".as_bytes());
            continue;
        };
        let escape = match rune {
            '\\' => "\\\\".to_owned(),
            '\'' => "\\'".to_owned(),
            '"' => "\\\"".to_owned(),
            '<' | '>' | '&' | '=' | '\0'..='\x1f' => format!("\\u{:04X}", u32::from(rune)),
            _ if rune.is_ascii() || crate::unicode::is_print(rune) => {
                out.extend_from_slice(bytes);
                continue;
            }
            _ => format!("\\u{:04X}", u32::from(rune)),
        };
        out.extend_from_slice(escape.as_bytes());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        assert_eq!(
            escape(b"<a href=\"x\">'&\0"),
            "&lt;a href=&#34;x&#34;&gt;&#39;&amp;\u{fffd}".as_bytes()
        );
        assert_eq!(
            js_escape("'a'<é\n\u{2028}=".as_bytes()),
            "\\'a\\'\\u003Cé\\u000A\\u2028\\u003D".as_bytes()
        );
    }
}
