//! What stands under the real text of an error: where to look.

use chart::Error;

/// Lines for a failed rendering; empty if there is nothing to add.
pub(crate) fn rendering(_error: &Error) -> String {
    String::new()
}
