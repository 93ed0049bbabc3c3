//! How a command ends when it does not succeed.

use std::error::Error;

/// What to tell the person and the caller about a failed command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The text; nothing is printed if it is empty.
    pub message: String,
    /// The exit code.
    pub code: u8,
    /// Whether the program's prefix (`Error: `, `error: `) stands before the text.
    pub prefixed: bool,
}

impl Failure {
    /// A failure with exit code 1.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure {
            message: message.into(),
            code: 1,
            prefixed: true,
        }
    }

    /// A failure whose text is printed as it is, with exit code 1.
    pub fn verbatim(message: impl Into<String>) -> Failure {
        Failure {
            message: message.into(),
            code: 1,
            prefixed: false,
        }
    }

    /// A failure that has been told already: only the exit code is left.
    pub fn silent(code: u8) -> Failure {
        Failure {
            message: String::new(),
            code,
            prefixed: false,
        }
    }

    /// The same failure with another exit code.
    #[must_use]
    pub fn with_code(mut self, code: u8) -> Failure {
        self.code = code;
        self
    }
}

impl<E: Error> From<E> for Failure {
    /// Joins the error and its sources with `: `, as Go's wrapped errors read.
    fn from(error: E) -> Failure {
        let mut message = error.to_string();
        let mut source = error.source();
        while let Some(cause) = source {
            message.push_str(": ");
            message.push_str(&cause.to_string());
            source = cause.source();
        }
        Failure::new(message)
    }
}
