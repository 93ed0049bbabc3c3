//! The engines of this crate against the bytes of the real tools.

mod jsonpath;
