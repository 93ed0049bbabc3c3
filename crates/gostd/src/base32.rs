//! Go's `encoding/base32`, standard alphabet with padding.

/// A text that is not base32; `Display` is Go's message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("illegal base32 data at input byte {0}")]
pub struct CorruptInput(pub usize);

const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// `base32.StdEncoding.EncodeToString`
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(5) * 8);
    for group in bytes.chunks(5) {
        let bits = (0..5).fold(0_u64, |bits, i| {
            bits << 8 | u64::from(group.get(i).copied().unwrap_or(0))
        });
        let shown = (group.len() * 8).div_ceil(5);
        for i in 0..8 {
            let quintet = usize::try_from(bits >> (35 - 5 * i) & 0x1f).unwrap_or(0);
            out.push(if i < shown {
                char::from(ALPHABET[quintet])
            } else {
                '='
            });
        }
    }
    out
}

/// `base32.StdEncoding.DecodeString`: line breaks are skipped, padding must be right.
///
/// # Errors
/// The byte (line breaks not counted) at which Go stops.
pub fn decode(text: &[u8]) -> Result<Vec<u8>, CorruptInput> {
    let text: Vec<u8> = text
        .iter()
        .copied()
        .filter(|b| !matches!(b, b'\r' | b'\n'))
        .collect();
    let mut out = Vec::with_capacity(text.len() / 8 * 5);
    for (start, group) in text.chunks(8).enumerate().map(|(i, group)| (i * 8, group)) {
        let digits = digits_of(group, start, text.len())?;
        let bits = (0..8).fold(0_u64, |bits, i| {
            bits << 5 | u64::from(digits.get(i).copied().unwrap_or(0))
        });
        let bytes = bits.to_be_bytes();
        out.extend_from_slice(&bytes[3..3 + digits.len() * 5 / 8]);
    }
    Ok(out)
}

/// The digits of a group of eight; padding may only end the last one.
fn digits_of(group: &[u8], start: usize, total: usize) -> Result<Vec<u8>, CorruptInput> {
    let mut digits = Vec::with_capacity(8);
    for (i, b) in group.iter().enumerate() {
        let left = total - start - i - 1;
        if *b == b'=' && i >= 2 && left < 8 {
            if left + i < 7 {
                return Err(CorruptInput(total));
            }
            if let Some(wrong) = group[i + 1..].iter().position(|p| *p != b'=') {
                return Err(CorruptInput(start + i + wrong));
            }
            // One, three or six digits are no whole number of bytes.
            if matches!(i, 3 | 6) {
                return Err(CorruptInput(start + i));
            }
            return Ok(digits);
        }
        match ALPHABET.iter().position(|a| a == b) {
            Some(value) => digits.push(u8::try_from(value).unwrap_or(0)),
            None => return Err(CorruptInput(start + i)),
        }
    }
    if digits.len() < 8 {
        Err(CorruptInput(start))
    } else {
        Ok(digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways() {
        for (bytes, text) in [
            ("", ""),
            ("h", "NA======"),
            ("hé", "NDB2S==="),
            ("hello", "NBSWY3DP"),
            ("hello!", "NBSWY3DPEE======"),
        ] {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text.as_bytes()), Ok(bytes.as_bytes().to_vec()));
        }
    }

    #[test]
    fn faults() {
        for (text, at) in [
            ("NDB2", 0),
            ("1", 0),
            ("NDB2S===x", 8),
            ("NDB2Sx==", 5),
            ("NDB=====", 3),
        ] {
            assert_eq!(decode(text.as_bytes()), Err(CorruptInput(at)), "{text}");
        }
    }
}
