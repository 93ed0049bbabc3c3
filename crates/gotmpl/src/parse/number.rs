//! Numeric constants.

use gostd::strconv;

use crate::lex::ItemKind;
use crate::node::Number;

/// Parses a constant; the error is the message.
pub(super) fn number(text: &str, kind: ItemKind) -> Result<Number, String> {
    match kind {
        ItemKind::CharConstant => character(text),
        ItemKind::Complex => {
            let split = text.rfind(['+', '-']).unwrap_or(0);
            let real = strconv::parse_float(&text[..split]).map_err(|error| error.to_string())?;
            let imaginary = strconv::parse_float(text[split..].trim_end_matches('i'));
            let imaginary = imaginary.map_err(|error| error.to_string())?;
            Ok(complex(text, real, imaginary))
        }
        _ => match text.strip_suffix('i').map(strconv::parse_float) {
            Some(Ok(imaginary)) => Ok(complex(text, 0.0, imaginary)),
            _ => real(text),
        },
    }
}

fn character(text: &str) -> Result<Number, String> {
    let mut bytes = Vec::new();
    let tail = strconv::unquote_char(&text[1..], '\'', &mut bytes).ok_or("invalid syntax")?;
    if tail != "'" {
        return Err(format!("malformed character constant: {text}"));
    }
    let rune = match std::str::from_utf8(&bytes)
        .ok()
        .and_then(|text| text.chars().next())
    {
        Some(rune) => i64::from(u32::from(rune)),
        None => bytes.first().copied().map_or(0, i64::from),
    };
    Ok(Number {
        text: text.into(),
        int: Some(rune),
        uint: u64::try_from(rune).ok(),
        float: Some(rune as f64),
        complex: None,
    })
}

fn real(text: &str) -> Result<Number, String> {
    let mut number = Number {
        text: text.into(),
        ..Number::default()
    };
    // Integers first, so that 0x123 and the like are read as such.
    number.uint = strconv::parse_uint(text, 0, 64).ok();
    number.int = strconv::parse_int(text, 0, 64).ok();
    if number.int == Some(0) {
        number.uint = Some(0);
    }
    if let Some(int) = number.int {
        number.float = Some(int as f64);
    } else if let Some(uint) = number.uint {
        number.float = Some(uint as f64);
    } else if let Ok(float) = strconv::parse_float(text) {
        // An integer that only fits a float is too large to be meant.
        if !text.contains(['.', 'e', 'E', 'p', 'P']) {
            return Err(format!("integer overflow: {}", strconv::quote(text)));
        }
        number.float = Some(float);
        promote(&mut number, float);
    }
    if number.float.is_none() {
        return Err(format!("illegal number syntax: {}", strconv::quote(text)));
    }
    Ok(number)
}

/// A float without a fraction is an integer too.
fn promote(number: &mut Number, float: f64) {
    let (int, uint) = (float as i64, float as u64);
    if int as f64 == float {
        number.int = Some(int);
    }
    if uint as f64 == float {
        number.uint = Some(uint);
    }
}

/// A complex constant whose imaginary part is zero is every other kind of number too.
fn complex(text: &str, real: f64, imaginary: f64) -> Number {
    let mut number = Number {
        text: text.into(),
        complex: Some((real, imaginary)),
        ..Number::default()
    };
    if imaginary == 0.0 {
        number.float = Some(real);
        promote(&mut number, real);
    }
    number
}
