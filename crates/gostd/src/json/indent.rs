//! `json.Indent` and `json.Compact` over text that is known to be JSON.

/// `json.Indent`: every element on a line of its own, each line after the first starting with `prefix` and one `indent` per level.
#[must_use]
pub fn indent(json: &str, prefix: &str, indent: &str) -> String {
    let mut out = String::with_capacity(json.len() * 2);
    let mut depth = 0_usize;
    let mut after_open = false;
    let newline = |out: &mut String, depth: usize| {
        out.push('\n');
        out.push_str(prefix);
        out.extend(std::iter::repeat_n(indent, depth));
    };
    for token in tokens(json) {
        let closes = matches!(token, "}" | "]");
        if after_open && !closes {
            depth += 1;
            newline(&mut out, depth);
        }
        match token {
            "{" | "[" => out.push_str(token),
            "," => {
                out.push(',');
                newline(&mut out, depth);
            }
            ":" => out.push_str(": "),
            "}" | "]" => {
                if !after_open {
                    depth = depth.saturating_sub(1);
                    newline(&mut out, depth);
                }
                out.push_str(token);
            }
            _ => out.push_str(token),
        }
        after_open = matches!(token, "{" | "[");
    }
    out
}

/// `json.Compact`: without the blanks between the tokens.
#[must_use]
pub fn compact(json: &str) -> String {
    tokens(json).collect()
}

/// Punctuation one by one, strings and bare words whole, blanks left out.
fn tokens(json: &str) -> impl Iterator<Item = &str> {
    let mut rest = json;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        let length = match rest.bytes().next()? {
            b'{' | b'}' | b'[' | b']' | b',' | b':' => 1,
            b'"' => string_length(rest),
            _ => rest
                .find([' ', '\t', '\r', '\n', '{', '}', '[', ']', ',', ':'])
                .unwrap_or(rest.len()),
        };
        let (token, tail) = rest.split_at(length);
        rest = tail;
        Some(token)
    })
}

fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (i, b) in text.bytes().enumerate().skip(1) {
        match b {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return i + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indents_and_compacts() {
        let compacted = r#"{"a":[1,{"b":"x,\"]"},[]],"c":{},"d":null}"#;
        let indented = "{\n  \"a\": [\n    1,\n    {\n      \"b\": \"x,\\\"]\"\n    },\n    []\n  ],\n  \"c\": {},\n  \"d\": null\n}";
        assert_eq!(indent(compacted, "", "  "), indented);
        assert_eq!(compact(indented), compacted);
        assert_eq!(indent("[1]", ">", "\t"), "[\n>\t1\n>]");
    }
}
