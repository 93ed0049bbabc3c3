//! Base64 and base32.

use gotmpl::Str;

use crate::function::{Named, unary};

pub(super) fn functions() -> Vec<Named> {
    vec![
        (
            "b64enc",
            unary(|text: Str| gostd::base64::encode(text.as_bytes())),
        ),
        (
            "b64dec",
            unary(|text: Str| {
                gostd::base64::decode(text.as_bytes())
                    .map_or_else(|error| Str::from(error.to_string()), Str::from)
            }),
        ),
        (
            "b32enc",
            unary(|text: Str| gostd::base32::encode(text.as_bytes())),
        ),
        (
            "b32dec",
            unary(|text: Str| {
                gostd::base32::decode(text.as_bytes())
                    .map_or_else(|error| Str::from(error.to_string()), Str::from)
            }),
        ),
    ]
}
