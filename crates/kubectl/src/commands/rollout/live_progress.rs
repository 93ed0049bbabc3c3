//! How progress is shown: as a picture that changes where a person watches, as one line after the other elsewhere.

use std::io;

use cobra::{Io, LiveArea};
use serde_json::Value;

use super::status_viewers::Progress;
use crate::rollout_picture::RolloutPicture;

const WIDTH: usize = 24;

/// Where progress is shown.
pub(super) struct LiveProgress {
    area: Option<LiveArea>,
    colored: bool,
    /// The bar and the line of the moment.
    line: String,
}

impl LiveProgress {
    /// A picture that changes in place if a person watches.
    pub(super) fn new(io: &Io<'_>) -> LiveProgress {
        LiveProgress {
            area: LiveArea::new(io),
            colored: io.env.non_empty("NO_COLOR").is_none(),
            line: String::new(),
        }
    }

    /// Whether pictures are shown.
    pub(super) fn is_live(&self) -> bool {
        self.area.is_some()
    }

    /// Shows the progress of an object; what is final stays.
    pub(super) fn show(
        &mut self,
        progress: &Progress,
        object: &Value,
        io: &mut Io<'_>,
    ) -> io::Result<()> {
        self.clear(io)?;
        match &mut self.area {
            Some(area) if !progress.done => {
                let bar = bar(available(object), wanted(object), self.colored);
                self.line = format!("{bar} {}\n", progress.text);
                area.draw(&self.line, io)
            }
            _ => {
                writeln!(io.stdout, "{}", progress.text)?;
                io.stdout.flush()
            }
        }
    }

    /// Shows a picture under the line of the moment.
    pub(super) fn draw(&mut self, picture: &RolloutPicture, io: &mut Io<'_>) -> io::Result<()> {
        let text = format!("{}{}", self.line, picture.table(self.colored));
        match &mut self.area {
            Some(area) => area.draw(&text, io),
            None => Ok(()),
        }
    }

    /// Takes away what is not final.
    pub(super) fn clear(&mut self, io: &mut Io<'_>) -> io::Result<()> {
        match &mut self.area {
            Some(area) => area.clear(io),
            None => Ok(()),
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
