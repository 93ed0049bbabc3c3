//! Bytes to text: encodings and forbidden characters.

use std::borrow::Cow;

use crate::{Error, ErrorKind, Position};

/// What a text can be trusted not to hold, found out once so that the scanner can take short cuts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traits {
    /// All bytes are ASCII.
    pub(crate) ascii: bool,
    /// Lines end in LF and nothing else.
    pub(crate) only_line_feeds: bool,
}

/// Decodes UTF-8 or UTF-16 (told by its byte order mark), and refuses what YAML does not allow in a text.
///
/// # Errors
/// The first bad sequence or forbidden character, in libyaml's words.
pub(crate) fn decode(bytes: &[u8]) -> Result<(Cow<'_, str>, Traits), Error> {
    let text = match bytes {
        [0xFF, 0xFE, rest @ ..] => Cow::Owned(decode_utf16(rest, u16::from_le_bytes)?),
        [0xFE, 0xFF, rest @ ..] => Cow::Owned(decode_utf16(rest, u16::from_be_bytes)?),
        // A second mark is taken for one too; anywhere else it is a character like others.
        [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, rest @ ..] | [0xEF, 0xBB, 0xBF, rest @ ..] => {
            Cow::Borrowed(decode_utf8(rest)?)
        }
        _ => Cow::Borrowed(decode_utf8(bytes)?),
    };
    let ascii = check_ascii_controls(&text)?;
    if !ascii {
        check_other_controls(&text)?;
    }
    let only_line_feeds = memchr::memchr(b'\r', text.as_bytes()).is_none()
        && (ascii || !text.contains(['\u{85}', '\u{2028}', '\u{2029}']));
    Ok((
        text,
        Traits {
            ascii,
            only_line_feeds,
        },
    ))
}

fn refuse(text: &str) -> Error {
    Error::new(ErrorKind::Encoding(text.to_owned()), Position::default())
}

fn decode_utf8(bytes: &[u8]) -> Result<&str, Error> {
    std::str::from_utf8(bytes).map_err(|error| {
        // What comes first counts: a forbidden character before the bad sequence is reported instead of it.
        let good = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
        let controls = check_ascii_controls(good).and_then(|_| check_other_controls(good));
        controls
            .err()
            .unwrap_or_else(|| refuse(utf8_fault(&bytes[error.valid_up_to()..])))
    })
}

/// Names what is wrong with a sequence that is not UTF-8.
fn utf8_fault(bytes: &[u8]) -> &'static str {
    let length = match bytes[0] {
        0xC0..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF7 => 4,
        _ => return "invalid leading UTF-8 octet",
    };
    if bytes.len() < length {
        return "incomplete UTF-8 octet sequence";
    }
    if bytes[1..length].iter().any(|byte| byte & 0xC0 != 0x80) {
        return "invalid trailing UTF-8 octet";
    }
    let first = u32::from(bytes[0]) & (0x7F >> length);
    let value = bytes[1..length]
        .iter()
        .fold(first, |value, byte| (value << 6) | u32::from(byte & 0x3F));
    let shortest = [0x80, 0x800, 0x1_0000][length - 2];
    if value < shortest {
        "invalid length of a UTF-8 sequence"
    } else {
        "invalid Unicode character"
    }
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, Error> {
    let pairs = bytes.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return Err(refuse("incomplete UTF-16 character"));
    }
    let units = pairs.map(|pair| unit([pair[0], pair[1]]));
    let decoded: Result<String, _> = char::decode_utf16(units).collect();
    decoded.map_err(|error| match error.unpaired_surrogate() {
        0xDC00.. => refuse("unexpected low surrogate area"),
        _ => refuse("expected low surrogate area"),
    })
}

const CONTROL: &str = "control characters are not allowed";

/// Refuses control characters of ASCII and tells whether all is ASCII.
fn check_ascii_controls(text: &str) -> Result<bool, Error> {
    let mut ascii = true;
    for chunk in text.as_bytes().chunks(64) {
        // Without branches inside, so that the compiler can take many bytes at once.
        let bad = chunk.iter().fold(false, |bad, &b| {
            bad | (b < 0x20 && b != b'\n' && b != b'\t' && b != b'\r') | (b == 0x7F)
        });
        if bad {
            return Err(refuse(CONTROL));
        }
        ascii &= chunk.is_ascii();
    }
    Ok(ascii)
}

/// Refuses the control characters beyond ASCII (except NEL) and the two that are no characters.
fn check_other_controls(text: &str) -> Result<(), Error> {
    let bytes = text.as_bytes();
    for at in memchr::memchr2_iter(0xC2, 0xEF, bytes) {
        match &bytes[at..] {
            [0xC2, 0x85, ..] => {}
            [0xC2, 0x80..=0x9F, ..] | [0xEF, 0xBF, 0xBE | 0xBF, ..] => return Err(refuse(CONTROL)),
            _ => {}
        }
    }
    Ok(())
}
