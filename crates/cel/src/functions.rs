//! The functions, a file per library.

pub(crate) mod cidr;
pub(crate) mod format;
mod ip;
mod lists;
mod optional;
mod printf;
mod quantity;
mod regex;
pub(crate) mod semver;
mod sets;
pub(crate) mod standard;
mod strings;
pub(crate) mod time;
mod url;

use crate::error::EvaluationError;
use crate::value::Value;

/// What a library says to a call: nothing if it knows no such function of such values.
type Answer = Option<Result<Value, EvaluationError>>;

/// Calls a function; a method's target is its first argument.
pub(crate) fn call(function: &str, args: &[Value]) -> Result<Value, EvaluationError> {
    let libraries = [
        standard::call,
        time::call,
        strings::call,
        lists::call,
        sets::call,
        regex::call,
        url::call,
        ip::call,
        cidr::call,
        quantity::call,
        semver::call,
        format::call,
        optional::call,
    ];
    libraries
        .iter()
        .find_map(|library| library(function, args))
        .unwrap_or(Err(EvaluationError::NoSuchOverload))
}

fn fault(text: impl Into<String>) -> EvaluationError {
    EvaluationError::Argument(text.into())
}
