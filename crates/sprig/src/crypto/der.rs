//! Writing DER, as far as keys and certificates need it.

fn tagged(tag: u8, content: &[u8]) -> Vec<u8> {
    let length = content.len();
    let mut out = vec![tag];
    if length < 0x80 {
        out.push(u8::try_from(length).unwrap_or(0));
    } else {
        let bytes = length.to_be_bytes();
        let skip = bytes.iter().take_while(|b| **b == 0).count();
        out.push(0x80 | u8::try_from(bytes.len() - skip).unwrap_or(0));
        out.extend_from_slice(&bytes[skip..]);
    }
    out.extend_from_slice(content);
    out
}

pub(super) fn sequence(parts: &[Vec<u8>]) -> Vec<u8> {
    tagged(0x30, &parts.concat())
}

pub(super) fn set(parts: &[Vec<u8>]) -> Vec<u8> {
    tagged(0x31, &parts.concat())
}

/// A number that is not negative, from its big-endian bytes.
pub(super) fn integer(bytes: &[u8]) -> Vec<u8> {
    let significant = &bytes[bytes.iter().take_while(|b| **b == 0).count()..];
    let needs_zero = significant.first().is_none_or(|b| b & 0x80 != 0);
    let content = if needs_zero {
        [&[0], significant].concat()
    } else {
        significant.to_vec()
    };
    tagged(0x02, &content)
}

pub(super) fn boolean_true() -> Vec<u8> {
    tagged(0x01, &[0xff])
}

pub(super) fn null() -> Vec<u8> {
    tagged(0x05, &[])
}

pub(super) fn octet_string(bytes: &[u8]) -> Vec<u8> {
    tagged(0x04, bytes)
}

/// Whole bytes as bits.
pub(super) fn bit_string(bytes: &[u8]) -> Vec<u8> {
    tagged(0x03, &[&[0], bytes].concat())
}

/// The bits set in the first byte, counted from its top; trailing zeros are not written.
pub(super) fn named_bits(byte: u8) -> Vec<u8> {
    let unused = u8::try_from(byte.trailing_zeros()).unwrap_or(0);
    tagged(0x03, &[unused, byte])
}

pub(super) fn object_identifier(arcs: &[u32]) -> Vec<u8> {
    let mut content = vec![u8::try_from(arcs[0] * 40 + arcs[1]).unwrap_or(0)];
    for arc in &arcs[2..] {
        let groups = (0..5)
            .rev()
            .map(|i| (arc >> (7 * i) & 0x7f, i))
            .skip_while(|(group, i)| *group == 0 && *i > 0);
        content.extend(
            groups
                .map(|(group, i)| u8::try_from(group).unwrap_or(0) | if i > 0 { 0x80 } else { 0 }),
        );
    }
    tagged(0x06, &content)
}

/// As Go chooses: the printable type where its few characters suffice.
pub(super) fn text(text: &str) -> Vec<u8> {
    let printable = text
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || " '()+,-./:=?".contains(c));
    tagged(if printable { 0x13 } else { 0x0c }, text.as_bytes())
}

pub(super) fn utc_time(text: &str) -> Vec<u8> {
    tagged(0x17, text.as_bytes())
}

pub(super) fn generalized_time(text: &str) -> Vec<u8> {
    tagged(0x18, text.as_bytes())
}

/// `[number]` around a whole value.
pub(super) fn explicit(number: u8, content: &[u8]) -> Vec<u8> {
    tagged(0xa0 | number, content)
}

/// `[number]` in place of a plain value's tag.
pub(super) fn implicit(number: u8, content: &[u8]) -> Vec<u8> {
    tagged(0x80 | number, content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings() {
        assert_eq!(
            object_identifier(&[1, 2, 840, 113_549, 1, 1, 11]),
            [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 0x0b]
        );
        assert_eq!(integer(&[0, 0x80]), [2, 2, 0, 0x80]);
        assert_eq!(integer(&[]), [2, 1, 0]);
        assert_eq!(named_bits(0b1010_0100), [3, 2, 2, 0b1010_0100]);
        assert_eq!(octet_string(&[0; 200])[..4], [4, 0x81, 200, 0]);
    }
}
