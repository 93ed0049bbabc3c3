//! `Unquote` and `UnquoteChar`.

/// `strconv.Unquote`: the bytes that a Go literal in double quotes, back quotes or single quotes (one rune) stands for.
///
/// `None` stands for Go's only error, `invalid syntax`.
#[must_use]
pub fn unquote(literal: &str) -> Option<Vec<u8>> {
    let delimiter = literal.chars().next()?;
    let body = literal[delimiter.len_utf8()..].strip_suffix(delimiter)?;
    match delimiter {
        '`' => Some(body)
            .filter(|b| !b.contains('`'))
            .map(|b| b.bytes().filter(|c| *c != b'\r').collect()),
        '"' | '\'' => {
            let mut out = Vec::with_capacity(body.len());
            let (mut rest, mut count) = (body, 0);
            while !rest.is_empty() {
                rest = unquote_char(rest, delimiter, &mut out)?;
                count += 1;
            }
            (delimiter == '"' || count == 1).then_some(out)
        }
        _ => None,
    }
}

/// Decodes the first character or escape of `text` into `out` and gives what follows it.
///
/// An unescaped `delimiter` or line break is an error, as is an escape that Go does not know.
#[must_use]
pub fn unquote_char<'a>(text: &'a str, delimiter: char, out: &mut Vec<u8>) -> Option<&'a str> {
    let mut chars = text.chars();
    let first = chars.next()?;
    if first == delimiter || first == '\n' {
        return None;
    }
    if first != '\\' {
        push_rune(out, first);
        return Some(chars.as_str());
    }
    let escape = chars.next()?;
    let rest = chars.as_str();
    let simple = match escape {
        'a' => 0x07,
        'b' => 0x08,
        'f' => 0x0c,
        'n' => b'\n',
        'r' => b'\r',
        't' => b'\t',
        'v' => 0x0b,
        '\\' => b'\\',
        '\'' | '"' if escape == delimiter => u8::try_from(escape).ok()?,
        'x' => return hexadecimal(rest, 2, out),
        'u' => return hexadecimal(rest, 4, out),
        'U' => return hexadecimal(rest, 8, out),
        '0'..='7' => return octal(&text[1..], out),
        _ => return None,
    };
    out.push(simple);
    Some(rest)
}

fn hexadecimal<'a>(rest: &'a str, digits: usize, out: &mut Vec<u8>) -> Option<&'a str> {
    let text = rest
        .get(..digits)
        .filter(|t| t.bytes().all(|b| b.is_ascii_hexdigit()))?;
    let value = u32::from_str_radix(text, 16).ok()?;
    if digits == 2 {
        out.push(u8::try_from(value).ok()?);
    } else {
        push_rune(out, char::from_u32(value)?);
    }
    Some(&rest[digits..])
}

fn octal<'a>(rest: &'a str, out: &mut Vec<u8>) -> Option<&'a str> {
    let text = rest
        .get(..3)
        .filter(|t| t.bytes().all(|b| (b'0'..=b'7').contains(&b)))?;
    out.push(u8::from_str_radix(text, 8).ok()?);
    Some(&rest[3..])
}

fn push_rune(out: &mut Vec<u8>, rune: char) {
    out.extend_from_slice(rune.encode_utf8(&mut [0; 4]).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals() {
        assert_eq!(
            unquote(r#""a\n\x41\u00e9\101""#).as_deref(),
            Some("a\nAéA".as_bytes())
        );
        assert_eq!(unquote("`a\\n\r`").as_deref(), Some(b"a\\n".as_slice()));
        assert_eq!(unquote(r"'\''").as_deref(), Some(b"'".as_slice()));
        assert_eq!(unquote(r#""\xff""#).as_deref(), Some(b"\xff".as_slice()));
    }

    #[test]
    fn refused() {
        for literal in [
            "",
            "\"",
            "\"a",
            "'ab'",
            r#""\'""#,
            r#""\q""#,
            r#""\400""#,
            "\"a\nb\"",
            r#""\ud800""#,
            "abc",
        ] {
            assert_eq!(unquote(literal), None, "{literal}");
        }
    }
}
