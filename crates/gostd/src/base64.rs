//! Go's `encoding/base64`, standard alphabet with padding.

/// A text that is not base64; `Display` is Go's message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("illegal base64 data at input byte {0}")]
pub struct CorruptInput(pub usize);

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// `base64.StdEncoding.EncodeToString`
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |i: usize| u32::from(group.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let sextet = bits >> (18 - 6 * i) & 0x3f;
            let shown = i <= group.len();
            out.push(if shown {
                char::from(ALPHABET[usize::try_from(sextet).unwrap_or(0)])
            } else {
                '='
            });
        }
    }
    out
}

/// `base64.StdEncoding.DecodeString`: line breaks are skipped, padding must be right.
///
/// # Errors
/// The byte at which Go stops.
pub fn decode(text: &[u8]) -> Result<Vec<u8>, CorruptInput> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let mut at = 0;
    loop {
        let (sextets, next, ended) = quantum(text, at)?;
        let bits = sextets
            .iter()
            .enumerate()
            .fold(0_u32, |bits, (i, s)| bits | u32::from(*s) << (18 - 6 * i));
        let bytes = [(bits >> 16) as u8, (bits >> 8) as u8, bits as u8];
        out.extend_from_slice(&bytes[..sextets.len().saturating_sub(1)]);
        at = next;
        if ended {
            return Ok(out);
        }
    }
}

/// Up to four characters; says whether the text ends with them.
fn quantum(text: &[u8], start: usize) -> Result<(Vec<u8>, usize, bool), CorruptInput> {
    let mut sextets = Vec::with_capacity(4);
    let mut at = start;
    while sextets.len() < 4 {
        let Some(&b) = text.get(at) else {
            return if sextets.is_empty() {
                Ok((sextets, at, true))
            } else {
                Err(CorruptInput(at - sextets.len()))
            };
        };
        at += 1;
        match ALPHABET.iter().position(|a| *a == b) {
            Some(value) => sextets.push(u8::try_from(value).unwrap_or(0)),
            None if matches!(b, b'\r' | b'\n') => {}
            None if b == b'=' => return padding(text, at, sextets),
            None => return Err(CorruptInput(at - 1)),
        }
    }
    Ok((sextets, at, false))
}

fn padding(
    text: &[u8],
    after: usize,
    sextets: Vec<u8>,
) -> Result<(Vec<u8>, usize, bool), CorruptInput> {
    let skip = |from: usize| {
        from + text[from..]
            .iter()
            .take_while(|b| matches!(b, b'\r' | b'\n'))
            .count()
    };
    let mut at = skip(after);
    match sextets.len() {
        0 | 1 => return Err(CorruptInput(after - 1)),
        2 => match text.get(at) {
            None => return Err(CorruptInput(text.len())),
            Some(b'=') => at = skip(at + 1),
            Some(_) => return Err(CorruptInput(at - 1)),
        },
        _ => {}
    }
    if at < text.len() {
        Err(CorruptInput(at))
    } else {
        Ok((sextets, at, true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways() {
        for (bytes, text) in [("", ""), ("h", "aA=="), ("hé", "aMOp"), ("héé", "aMOpw6k=")] {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text.as_bytes()), Ok(bytes.as_bytes().to_vec()));
        }
        assert_eq!(decode(b"YQ==\n"), Ok(b"a".to_vec()));
    }

    #[test]
    fn faults() {
        for (text, at) in [
            ("%", 0),
            ("YQ", 0),
            ("YWJj%", 4),
            ("YQ=", 3),
            ("YQ=x", 2),
            ("YQ==x", 4),
            ("=", 0),
            ("YWJjYQ", 4),
        ] {
            assert_eq!(decode(text.as_bytes()), Err(CorruptInput(at)), "{text}");
        }
    }
}
