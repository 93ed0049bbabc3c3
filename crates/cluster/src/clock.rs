use apimachinery::{Clock, Timestamp};
use tokio::time::Instant;

/// A clock that follows tokio's time from a given instant on: where that is paused, it stands still as well.
#[derive(Clone, Copy, Debug)]
pub struct TokioClock {
    epoch: Timestamp,
    start: Instant,
}

impl TokioClock {
    /// A clock that shows `epoch` now.
    #[must_use]
    pub fn starting_at(epoch: Timestamp) -> Self {
        TokioClock {
            epoch,
            start: Instant::now(),
        }
    }
}

impl Clock for TokioClock {
    fn now(&self) -> Timestamp {
        self.epoch.after(self.start.elapsed())
    }
}
