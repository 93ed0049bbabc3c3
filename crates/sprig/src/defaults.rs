//! Defaults and choices.

use gotmpl::Value;

use crate::function::{Named, binary, ternary, unary, unary_variadic, variadic};

pub(crate) fn functions() -> Vec<Named> {
    vec![
        (
            "default",
            unary_variadic(|default: Value, given: Vec<Value>| {
                given
                    .into_iter()
                    .next()
                    .filter(|value| !is_empty(value))
                    .unwrap_or(default)
            }),
        ),
        ("empty", unary(|value: Value| is_empty(&value))),
        (
            "coalesce",
            variadic(|values: Vec<Value>| {
                values
                    .into_iter()
                    .find(|value| !is_empty(value))
                    .unwrap_or(Value::Nil)
            }),
        ),
        (
            "all",
            variadic(|values: Vec<Value>| !values.iter().any(is_empty)),
        ),
        (
            "any",
            variadic(|values: Vec<Value>| !values.iter().all(is_empty)),
        ),
        (
            "ternary",
            ternary(|yes: Value, no: Value, condition: bool| if condition { yes } else { no }),
        ),
        (
            "deepCopy",
            unary(|value: Value| crate::dict::deep_copy(&value)),
        ),
        (
            "mustDeepCopy",
            unary(|value: Value| crate::dict::deep_copy(&value)),
        ),
        ("deepEqual", binary(|a: Value, b: Value| a.deep_equal(&b))),
    ]
}

/// Sprig's notion of empty: nil, false, zero, and strings, lists and maps without content. Structs never are.
pub(crate) fn is_empty(value: &Value) -> bool {
    !value.truth()
}
