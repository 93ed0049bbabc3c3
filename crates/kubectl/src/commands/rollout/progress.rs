//! The line that shows progress: one that changes in a terminal, one after the other elsewhere.

use std::io;

use cobra::Io;
use serde_json::Value;

use super::status_viewers::Progress;

const WIDTH: usize = 24;

/// Where progress is shown.
pub(super) struct ProgressLine {
    live: bool,
    colored: bool,
}

impl ProgressLine {
    /// A line that changes in place if a person watches.
    pub(super) fn new(io: &Io<'_>) -> ProgressLine {
        let dumb = io.env.get("TERM") == Some("dumb");
        ProgressLine {
            live: io.terminals.stdout && !dumb,
            colored: io.env.non_empty("NO_COLOR").is_none(),
        }
    }

    /// Shows the progress of an object; what is final stays.
    pub(super) fn show(
        &mut self,
        progress: &Progress,
        object: &Value,
        io: &mut Io<'_>,
    ) -> io::Result<()> {
        if !self.live || progress.done {
            self.clear(io)?;
            writeln!(io.stdout, "{}", progress.text)?;
        } else {
            let bar = bar(available(object), wanted(object), self.colored);
            write!(io.stdout, "\r\x1b[2K{bar} {}", progress.text)?;
        }
        io.stdout.flush()
    }

    /// Takes away what is not final.
    pub(super) fn clear(&mut self, io: &mut Io<'_>) -> io::Result<()> {
        if self.live {
            write!(io.stdout, "\r\x1b[2K")
        } else {
            Ok(())
        }
    }
}

fn wanted(object: &Value) -> i64 {
    let replicas = object["spec"]["replicas"].as_i64();
    replicas
        .or(object["status"]["desiredNumberScheduled"].as_i64())
        .unwrap_or(1)
}

/// How many pods of the new revision serve.
fn available(object: &Value) -> i64 {
    let status = &object["status"];
    let count = |field: &str| status[field].as_i64().unwrap_or(0);
    let old = count("replicas") - count("updatedReplicas");
    let by_replicas = (count("availableReplicas") - old).min(count("updatedReplicas"));
    by_replicas
        .max(count("updatedNumberScheduled").min(count("numberAvailable")))
        .max(0)
}

fn bar(done: i64, of: i64, colored: bool) -> String {
    let filled = match (usize::try_from(done), usize::try_from(of)) {
        (Ok(done), Ok(of)) if of > 0 => (WIDTH * done / of).min(WIDTH),
        _ => 0,
    };
    let (full, empty) = ("━".repeat(filled), "─".repeat(WIDTH - filled));
    if colored {
        format!("\x1b[32m{full}\x1b[0m\x1b[2m{empty}\x1b[0m {done}/{of}")
    } else {
        format!("{full}{empty} {done}/{of}")
    }
}
