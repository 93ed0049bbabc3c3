//! The clock and the source of random bytes that templates get.

use std::time::{SystemTime, UNIX_EPOCH};

use gostd::time::{Location, Time};
use rand::TryRng;

/// The system's clock and generator.
pub(crate) fn system() -> sprig::Environment {
    sprig::Environment::new(now, fill_random, Location::Utc)
}

fn now() -> Time {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let seconds = i64::try_from(since.as_secs()).unwrap_or(i64::MAX);
    let nanoseconds = i32::try_from(since.subsec_nanos()).unwrap_or(0);
    Time::unix(seconds, nanoseconds, Location::Utc).unwrap_or_else(Time::zero)
}

fn fill_random(bytes: &mut [u8]) {
    rand::rngs::SysRng
        .try_fill_bytes(bytes)
        .expect("the operating system has random bytes");
}
