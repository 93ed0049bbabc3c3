use std::collections::VecDeque;

use apimachinery::Timestamp;
use parking_lot::Mutex;
use tokio::sync::Notify;

/// A log forgets its oldest lines beyond this.
const MAX_BYTES: usize = 64 << 10;

/// What one run of a container has written.
#[derive(Debug, Default)]
pub struct Log {
    lines: Mutex<Lines>,
    written: Notify,
}

#[derive(Debug, Default)]
struct Lines {
    kept: VecDeque<LogLine>,
    bytes: usize,
    /// How many lines were forgotten.
    forgotten: u64,
    ended: bool,
}

/// A line of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// When it was written.
    pub time: Timestamp,
    /// Its text, without the end of the line.
    pub text: Box<str>,
}

impl Log {
    pub(super) fn write(&self, time: Timestamp, text: String) {
        let mut lines = self.lines.lock();
        lines.bytes += text.len();
        let text = text.into_boxed_str();
        lines.kept.push_back(LogLine { time, text });
        while lines.bytes > MAX_BYTES {
            let Some(oldest) = lines.kept.pop_front() else {
                break;
            };
            lines.bytes -= oldest.text.len();
            lines.forgotten += 1;
        }
        drop(lines);
        self.written.notify_waiters();
    }

    /// Says that nothing more will come.
    pub(super) fn end(&self) {
        self.lines.lock().ended = true;
        self.written.notify_waiters();
    }

    /// The lines from the one with this number on, counted from 0 when the run began, and the number of the next one.
    #[must_use]
    pub fn lines_from(&self, number: u64) -> (Vec<LogLine>, u64) {
        let lines = self.lines.lock();
        let skipped = usize::try_from(number.saturating_sub(lines.forgotten)).unwrap_or(usize::MAX);
        let next = lines.forgotten + u64::try_from(lines.kept.len()).unwrap_or_default();
        (lines.kept.iter().skip(skipped).cloned().collect(), next)
    }

    /// Waits for a line with this number. Gives false if none will come.
    pub async fn reaches(&self, number: u64) -> bool {
        loop {
            let written = self.written.notified();
            let mut written = std::pin::pin!(written);
            written.as_mut().enable();
            {
                let lines = self.lines.lock();
                let next = lines.forgotten + u64::try_from(lines.kept.len()).unwrap_or_default();
                if next > number {
                    return true;
                }
                if lines.ended {
                    return false;
                }
            }
            written.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(log: &Log, number: u64) -> Vec<String> {
        let (lines, _) = log.lines_from(number);
        lines.iter().map(|line| line.text.to_string()).collect()
    }

    #[test]
    fn lines_are_numbered_from_the_start_of_the_run() {
        let log = Log::default();
        for text in ["a", "b", "c"] {
            log.write(Timestamp::from_micros(0), text.to_owned());
        }
        assert_eq!(texts(&log, 1), ["b", "c"]);
        assert_eq!(log.lines_from(7).1, 3);
        assert!(texts(&log, 3).is_empty());
    }

    #[test]
    fn the_oldest_lines_are_forgotten() {
        let log = Log::default();
        for number in 0..100 {
            log.write(Timestamp::from_micros(number), "x".repeat(1 << 10));
        }
        let (lines, next) = log.lines_from(0);
        assert_eq!((lines.len(), next), (64, 100));
        assert_eq!(lines[0].time, Timestamp::from_micros(36));
        assert_eq!(log.lines_from(98).0.len(), 2);
    }

    #[tokio::test]
    async fn who_follows_hears_of_new_lines_and_of_the_end() {
        let log = std::sync::Arc::new(Log::default());
        let follower = tokio::spawn({
            let log = std::sync::Arc::clone(&log);
            async move { (log.reaches(0).await, log.reaches(1).await) }
        });
        tokio::task::yield_now().await;
        log.write(Timestamp::from_micros(0), "a".to_owned());
        tokio::task::yield_now().await;
        log.end();
        assert_eq!(follower.await.expect("it ends"), (true, false));
    }
}
