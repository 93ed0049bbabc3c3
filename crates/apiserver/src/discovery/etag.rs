//! Tags of documents.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha512};

/// The SHA-512 of a document, in capital hexadecimal digits.
pub(crate) fn etag(document: &[u8]) -> String {
    Sha512::digest(document)
        .iter()
        .fold(String::with_capacity(128), |mut hex, byte| {
            // Writing to a string cannot fail.
            write!(hex, "{byte:02X}").expect("a string takes any text");
            hex
        })
}
