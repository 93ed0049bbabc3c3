//! Numbers and quoted strings as Go's `strconv` writes and reads them.

mod atof;
mod atoi;
mod ftoa;
mod num_error;
mod quote;
mod unquote;

pub use atof::parse_float;
pub use atoi::{atoi, parse_bool, parse_int, parse_uint};
pub use ftoa::{append_float, format_float, format_float32};
pub use num_error::{NumError, NumErrorKind};
pub use quote::{quote, quote_rune, quote_rune_to_ascii, quote_to_ascii};
pub use unquote::{unquote, unquote_char};
