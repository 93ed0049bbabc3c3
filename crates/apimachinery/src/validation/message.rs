/// The message of a text that does not match: the rule, examples, and the expression checked.
pub(super) fn regex_error(rule: &str, expression: &str, examples: &[&str]) -> String {
    let mut message = format!("{rule} (e.g. ");
    for (position, example) in examples.iter().enumerate() {
        if position > 0 {
            message.push_str(" or ");
        }
        message.push_str(&format!("'{example}', "));
    }
    message.push_str(&format!("regex used for validation is '{expression}')"));
    message
}

/// The message of a text that is too long.
pub(super) fn max_len_error(length: usize) -> String {
    format!("must be no more than {length} characters")
}

/// The message of a label's key or value that is too long: these count bytes.
pub(super) fn max_bytes_error(length: usize) -> String {
    format!("must be no more than {length} bytes")
}
