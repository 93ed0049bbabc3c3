//! JSON values of `--set-json`.

use gotmpl::Value;

use super::scan::Scanner;
use crate::yaml;

/// Reads a JSON value and the comma behind it; nothing stands for null.
pub(super) fn json(scanner: &mut Scanner<'_>) -> Result<Value, String> {
    if scanner.skip_blank() {
        return Ok(Value::Nil);
    }
    let mut values = serde_json::Deserializer::from_str(scanner.peek_rest()).into_iter();
    let value: serde_json::Value = match values.next() {
        Some(Ok(value)) => value,
        Some(Err(error)) => return Err(error.to_string()),
        None => return Ok(Value::Nil),
    };
    let read = values.byte_offset();
    scanner.skip(read);
    scanner.skip_blank();
    Ok(yaml::to_value(&value))
}
