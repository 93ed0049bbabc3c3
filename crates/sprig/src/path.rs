//! Paths with slashes. The `os` functions are the same on systems with slashes, but for empty paths in `osDir` and the like.

use gostd::path;
use gotmpl::Str;

use crate::function::{Named, unary};

pub(crate) fn functions() -> Vec<Named> {
    vec![
        (
            "base",
            unary(|text: Str| path::base(&text.to_str()).to_owned()),
        ),
        ("dir", unary(|text: Str| path::dir(&text.to_str()))),
        ("clean", unary(|text: Str| path::clean(&text.to_str()))),
        (
            "ext",
            unary(|text: Str| path::ext(&text.to_str()).to_owned()),
        ),
        ("isAbs", unary(|text: Str| path::is_abs(&text.to_str()))),
        (
            "osBase",
            unary(|text: Str| path::base(&text.to_str()).to_owned()),
        ),
        ("osDir", unary(|text: Str| path::dir(&text.to_str()))),
        ("osClean", unary(|text: Str| path::clean(&text.to_str()))),
        (
            "osExt",
            unary(|text: Str| path::ext(&text.to_str()).to_owned()),
        ),
        ("osIsAbs", unary(|text: Str| path::is_abs(&text.to_str()))),
    ]
}
