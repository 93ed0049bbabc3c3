//! `key:value` arguments.

use cobra::Failure;

/// Takes `key:value` apart at the first colon; without one the value is empty. Double quotes around the value are dropped.
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
            let unquoted = value
                .strip_prefix('"')
                .and_then(|rest| rest.strip_suffix('"'));
            let value = unquoted.unwrap_or(value);
            Ok((key.to_owned(), value.to_owned()))
        })
        .collect()
}
