//! Go's observable formats: numbers, strings, times, JSON, tables and patterns as Go's standard library prints and reads them.
//!
//! Each module is named after the Go package whose behaviour it has and holds only what that package lets a user see:
//! texts, error texts, orders and roundings. Go strings are bytes, so functions that may meet broken UTF-8 take and give bytes.

pub mod base32;
pub mod base64;
pub mod filepath;
pub mod fmt;
pub mod html;
pub mod json;
pub mod path;
pub mod regexp;
pub mod strconv;
pub mod tabwriter;
pub mod time;
pub mod unicode;
pub mod url;
