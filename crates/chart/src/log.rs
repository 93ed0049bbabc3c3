//! What Helm logs on the way.

use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// Lines for stderr in the order in which they came up, in Helm's logfmt style.
#[derive(Clone, Debug, Default)]
pub struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    /// Adds a line: the level, the message and further keys with their values.
    pub fn add(&self, level: &str, message: &str, attributes: &[(&str, &str)]) {
        let mut line = format!("level={level} msg={}", quoted(message));
        for (key, value) in attributes {
            write!(line, " {key}={}", quoted(value)).expect("a string takes all text");
        }
        self.lines().push(line);
    }

    /// Adds a message at the level of information.
    pub(crate) fn info(&self, message: &str) {
        self.add("INFO", message, &[]);
    }

    /// Takes the lines out.
    #[must_use]
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.lines())
    }

    fn lines(&self) -> std::sync::MutexGuard<'_, Vec<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A value in quotes if it needs them.
fn quoted(text: &str) -> String {
    let plain = |rune: char| rune.is_ascii_graphic() && rune != '"' && rune != '=';
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    gostd::strconv::quote(text)
}
