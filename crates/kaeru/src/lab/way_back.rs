//! What it took to go back, and what it cost to be able to.

use std::io::{self, Write};
use std::time::Duration;

/// How one strategy went back, as measured.
#[derive(Clone, Debug)]
pub(super) struct WayBack {
    /// The name of the strategy.
    pub(super) strategy: &'static str,
    /// From the command until nobody met the new version any more.
    pub(super) took: Duration,
    /// The pods that the service needs.
    pub(super) wanted: usize,
    /// The most that there were between the change and the end of the way back.
    pub(super) most: usize,
    /// The requests that were sent meanwhile.
    pub(super) requests: usize,
    /// Those that nobody answered.
    pub(super) failed: usize,
}

/// Writes the ways as a table.
pub(super) fn write(ways: &[WayBack], out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "  {:<12}{:<12}{:<10}{:<10}FAILED",
        "STRATEGY", "BACK AFTER", "PODS", "REQUESTS"
    )?;
    for way in ways {
        let took = format!("{:.2} s", way.took.as_secs_f64());
        let pods = format!("{} + {}", way.wanted, way.most.saturating_sub(way.wanted));
        writeln!(
            out,
            "  {:<12}{took:<12}{pods:<10}{:<10}{}",
            way.strategy, way.requests, way.failed
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_shows_what_there_was_beyond_what_is_needed() {
        let way = WayBack {
            strategy: "rolling",
            took: Duration::from_millis(2350),
            wanted: 3,
            most: 4,
            requests: 1200,
            failed: 0,
        };
        let mut table = Vec::new();
        write(&[way], &mut table).unwrap();
        assert_eq!(
            String::from_utf8(table).unwrap(),
            "  STRATEGY    BACK AFTER  PODS      REQUESTS  FAILED\n  rolling     2.35 s      3 + 1     1200      0\n"
        );
    }
}
