//! `--validate`: what becomes of fields that nobody knows.

use cobra::{Flag, Flags};

use crate::CommandError;

/// The flag.
pub(crate) const VALIDATE_FLAGS: &[Flag] = &[Flag::string(
    "validate",
    "Must be one of: strict (or true), warn, ignore (or false). \"true\" or \"strict\" fails on unknown or duplicate fields. \"warn\" warns about them and goes on. \"false\" or \"ignore\" drops them silently.",
)
.default("strict")
.optional_value("strict")];

/// The value of `fieldValidation` for a request.
pub(crate) fn directive(flags: &Flags) -> Result<&'static str, CommandError> {
    match flags.string("validate") {
        "strict" | "true" => Ok("Strict"),
        "warn" => Ok("Warn"),
        "ignore" | "false" => Ok("Ignore"),
        other => Err(CommandError::told(format!(
            "invalid - validate option {other:?}; must be one of: strict (or true), warn, ignore (or false)"
        ))),
    }
}
