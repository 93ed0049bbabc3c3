use std::cell::Cell;

use gostd::time::{Location, Time};
use sprig::Environment;

/// A clock that stands still, random bytes that are the same in every run, UTC.
pub(crate) fn environment() -> Environment {
    let state = Cell::new(0x9e37_79b9_7f4a_7c15_u64);
    let random = move |bytes: &mut [u8]| {
        for byte in bytes {
            let mut x = state.get();
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            state.set(x);
            *byte = x.to_le_bytes()[3];
        }
    };
    Environment::new(
        || Time::unix(1_790_000_000, 0, Location::Utc).expect("the year is in range"),
        random,
        Location::Utc,
    )
}
