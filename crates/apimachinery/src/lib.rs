//! Group, version and kind, names, quantities, selectors, field paths, kubectl's JSONPath, Status and the clock.

mod clock;
pub mod field;
mod gvk;
mod int_or_string;
pub mod jsonpath;
pub mod packed;
mod quantity;
pub mod selector;
mod status;
mod tree;
pub mod validation;

pub use clock::{Clock, ManualClock, SystemClock, Timestamp};
pub use gvk::{GroupVersion, GroupVersionError, Gvk, Gvr};
pub use int_or_string::{IntOrString, IntOrStringError, Rounding};
pub use packed::{Packed, PackedTree};
pub use quantity::{Quantity, QuantityError, QuantityFormat};
pub use status::{Cause, Reason, Status, StatusDetails};
pub use tree::Tree;
