//! `key:value` arguments.

use cobra::Failure;

/// Takes `key:value` apart at the first colon; without one the value is empty. Quotes around the value are dropped.
pub(super) fn parse(arguments: &[String], what: &str) -> Result<Vec<(String, String)>, Failure> {
    arguments
        .iter()
        .map(|argument| {
            let (key, value) = argument.split_once(':').unwrap_or((argument, ""));
            if key.is_empty() {
                return Err(Failure::new(format!(
                    "invalid {what}: '{argument}' (need k:v pair where v may be quoted)"
                )));
            }
            let quoted = value.len() > 1
                && (value.starts_with('"') && value.ends_with('"')
                    || value.starts_with('\'') && value.ends_with('\''));
            let value = if quoted {
                &value[1..value.len() - 1]
            } else {
                value
            };
            Ok((key.to_owned(), value.to_owned()))
        })
        .collect()
}
