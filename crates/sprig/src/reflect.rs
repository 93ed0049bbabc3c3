//! Types and kinds.

use gotmpl::{Str, Value};

use crate::function::{Named, binary, unary};

pub(crate) fn functions() -> Vec<Named> {
    vec![
        ("typeOf", unary(|value: Value| value.type_name())),
        (
            "typeIs",
            binary(|name: Str, value: Value| name == value.type_name().as_str()),
        ),
        (
            "typeIsLike",
            binary(|name: Str, value: Value| type_is_like(&name.to_str(), &value.type_name())),
        ),
        ("kindOf", unary(|value: Value| value.kind().to_string())),
        (
            "kindIs",
            binary(|name: Str, value: Value| name == value.kind().to_string().as_str()),
        ),
    ]
}

/// The type itself or a pointer to it.
fn type_is_like(name: &str, type_name: &str) -> bool {
    name == type_name || type_name.strip_prefix('*') == Some(name)
}
