use std::error::Error;
use std::io::Write;

use cobra::Io;

/// Why one of Kaeru's own commands has failed, and what a person can do about it.
#[derive(Debug)]
pub(crate) struct Failure {
    source: Box<dyn Error + Send + Sync>,
    hint: Option<String>,
    code: u8,
}

impl<E: Into<Box<dyn Error + Send + Sync>>> From<E> for Failure {
    fn from(source: E) -> Self {
        Failure {
            source: source.into(),
            hint: None,
            code: 1,
        }
    }
}

impl Failure {
    /// Adds what may help.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Ends the process with this code instead of 1.
    pub(crate) fn code(mut self, code: u8) -> Self {
        self.code = code;
        self
    }

    /// Tells the failure with all its causes, and gives the exit code.
    pub(crate) fn report(&self, io: &mut Io<'_>) -> u8 {
        let mut text = format!("error: {}", self.source);
        let mut cause = self.source.source();
        while let Some(error) = cause {
            text = format!("{text}: {error}");
            cause = error.source();
        }
        if let Some(hint) = &self.hint {
            text = format!("{text}\nhint: {hint}");
        }
        // Where standard error is gone there is nobody left to tell.
        drop(writeln!(io.stderr, "{text}"));
        self.code
    }
}
