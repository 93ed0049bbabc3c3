//! What a command says beside its work.

use std::io::Write as _;

use cobra::{Failure, Io};

/// Prints a line as Go's `log` does, without a time that would differ from run to run.
pub(super) fn log(io: &mut Io<'_>, text: &str) -> Result<(), Failure> {
    Ok(writeln!(io.stderr, "{text}")?)
}
