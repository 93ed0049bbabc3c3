//! Regular expressions.

use gostd::regexp::Regexp;

use super::{Answer, fault};
use crate::error::EvaluationError as Error;
use crate::value::Value;

pub(super) fn call(function: &str, args: &[Value]) -> Answer {
    let (text, pattern, limit) = match args {
        [Value::String(text), Value::String(pattern)] => (text, pattern, -1),
        [
            Value::String(text),
            Value::String(pattern),
            Value::Int(limit),
        ] => (text, pattern, *limit),
        _ => return None,
    };
    if !matches!(function, "matches" | "find" | "findAll") {
        return None;
    }
    let found = |found: &[u8]| Value::string(String::from_utf8_lossy(found));
    Some(compile(pattern).map(|regexp| match function {
        "matches" => Value::Bool(regexp.is_match(&**text)),
        "find" => found(regexp.find(text.as_bytes()).unwrap_or_default()),
        _ => {
            let all = regexp.find_all(text.as_bytes(), limit);
            Value::list(all.into_iter().map(found).collect())
        }
    }))
}

fn compile(pattern: &str) -> Result<Regexp, Error> {
    Regexp::compile(pattern).map_err(|error| fault(error.to_string()))
}
