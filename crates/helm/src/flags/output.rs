//! `--output`.

use cobra::{Flag, Flags};

pub(crate) const OUTPUT: &[Flag] = &[Flag::custom(
    "output",
    "format",
    check,
    "how to print: table, json or yaml",
)
.short('o')
.default("table")
.completes()];

fn check(format: &str) -> Result<(), String> {
    if matches!(format, "table" | "json" | "yaml") {
        return Ok(());
    }
    Err("invalid format type".to_owned())
}

/// How a command prints what it found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    Table,
    Json,
    Yaml,
}

impl Output {
    pub(crate) fn from_flags(flags: &Flags) -> Output {
        match flags.string("output") {
            "json" => Output::Json,
            "yaml" => Output::Yaml,
            _ => Output::Table,
        }
    }
}
