//! The clock, its zone, and the source of random bytes.

use std::time::{SystemTime, UNIX_EPOCH};

use cobra::Env;
use gostd::time::{Location, RFC3339_NANO, Time};
use rand::TryRng;

/// The system's clock and generator.
pub(crate) fn system() -> sprig::Environment {
    sprig::Environment::new(now, fill_random, Location::Utc)
}

/// The system's time.
pub(crate) fn now() -> Time {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let seconds = i64::try_from(since.as_secs()).unwrap_or(i64::MAX);
    let nanoseconds = i32::try_from(since.subsec_nanos()).unwrap_or(0);
    Time::unix(seconds, nanoseconds, Location::Utc).unwrap_or_else(Time::zero)
}

/// The time as Helm writes it into files.
pub(crate) fn now_rfc3339() -> String {
    now().format(RFC3339_NANO)
}

fn fill_random(bytes: &mut [u8]) {
    rand::rngs::SysRng
        .try_fill_bytes(bytes)
        .expect("the operating system has random bytes");
}

/// The zone of the person's clock: that of `TZ`, or of the machine.
pub(crate) fn zone(env: &Env) -> Location {
    let named = |name: &str| Location::load(name, &Location::Utc).unwrap_or(Location::Utc);
    if let Some(name) = env.get("TZ") {
        return named(name.trim_start_matches(':'));
    }
    let link = std::fs::read_link("/etc/localtime").unwrap_or_default();
    match link.to_string_lossy().split_once("zoneinfo/") {
        Some((_, name)) => named(name),
        None => Location::Utc,
    }
}
