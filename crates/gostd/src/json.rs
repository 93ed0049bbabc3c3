//! Go's `encoding/json`: what its encoder writes and its decoder reads, with their error texts.

mod decode;
mod encode;
mod indent;
mod scan_string;

pub use decode::{SyntaxError, Value, decode, decode_prefix};
pub use encode::{append_float, append_string, float, string};
pub use indent::{compact, indent};
