//! `html`, `js` and `urlquery`.

use crate::function::{CallError, FuncMap, Function};
use crate::go_type::Type;
use crate::value::{Str, Value, sprint};

pub(super) fn add(funcs: &mut FuncMap) {
    funcs.extend([
        ("html", escaper(html)),
        ("js", escaper(js)),
        ("urlquery", escaper(url_query)),
    ]);
}

fn escaper(escape: fn(&[u8]) -> Vec<u8>) -> Function {
    Function::variadic(&[], Type::Interface, move |arguments| {
        Ok(Value::string(escape(text(arguments)?.as_bytes())))
    })
}

/// The arguments as `print` would show them, with nil as a template prints it.
fn text(arguments: &[Value]) -> Result<Str, CallError> {
    let shown = arguments.iter().map(|argument| match argument {
        Value::Nil => Value::from("<no value>"),
        other => other.clone(),
    });
    sprint(&shown.collect::<Vec<_>>())
}

fn html(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for byte in text {
        match byte {
            0 => out.extend_from_slice("\u{fffd}".as_bytes()),
            b'"' => out.extend_from_slice(b"&#34;"),
            b'\'' => out.extend_from_slice(b"&#39;"),
            b'&' => out.extend_from_slice(b"&amp;"),
            b'<' => out.extend_from_slice(b"&lt;"),
            b'>' => out.extend_from_slice(b"&gt;"),
            other => out.push(*other),
        }
    }
    out
}

fn js(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for (rune, bytes) in gostd::unicode::runes(text) {
        match rune {
            Some(rune @ ('\\' | '\'' | '"')) => out.extend([b'\\', rune as u8]),
            Some(rune) if is_escaped(rune) => out.extend(format!("\\u{:04X}", rune as u32).bytes()),
            _ => out.extend_from_slice(bytes),
        }
    }
    out
}

fn url_query(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for byte in text {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(*byte),
            b' ' => out.push(b'+'),
            other => out.extend(format!("%{other:02X}").bytes()),
        }
    }
    out
}

fn is_escaped(rune: char) -> bool {
    matches!(rune, '<' | '>' | '&' | '=' | '\0'..' ') || !gostd::unicode::is_print(rune)
}
