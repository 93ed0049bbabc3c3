//! Why a template fails while it executes.

use std::fmt;

use crate::value::Str;

/// A failed execution. It reads as Go's: `template: FILE:LINE:COLUMN: executing "NAME" at <NODE>: MESSAGE`.
#[derive(Clone, Debug)]
pub struct ExecError(Box<Failure>);

#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) position: Option<Position>,
    /// The template that was executing.
    pub(crate) template: Str,
    pub(crate) message: String,
    pub(crate) cause: Option<ExecError>,
    /// Whether a function refused, rather than the executor.
    pub(crate) call: bool,
    pub(crate) missing: Option<MissingPath>,
}

/// The place of a failure.
#[derive(Clone, Debug)]
pub struct Position {
    /// The name of the text.
    pub file: Str,
    /// The line, counted from 1.
    pub line: usize,
    /// The byte in the line, counted from 0.
    pub column: usize,
    /// Byte offset in the text.
    pub offset: usize,
    /// The whole text.
    pub text: Str,
    /// The node that was being evaluated, as Go prints it.
    pub context: String,
}

/// A path that could not be followed to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingPath {
    /// The path as the template has it, such as `.Values.image.tag`.
    pub path: Vec<Str>,
    /// How many parts of the path exist.
    pub found: usize,
    /// The keys of the last value on the path that exists.
    pub keys: Vec<Str>,
}

impl ExecError {
    pub(crate) fn new(failure: Failure) -> ExecError {
        ExecError(Box::new(failure))
    }

    /// Where it failed; none if the template does not exist.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.0.position.as_ref()
    }

    /// The name of the template that was executing.
    #[must_use]
    pub fn template(&self) -> &Str {
        &self.0.template
    }

    /// What is wrong, without the position. If there is a cause, its text follows.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Whether a function refused, rather than the executor itself.
    #[must_use]
    pub fn is_call(&self) -> bool {
        self.0.call
    }

    /// The failure of the template that a function executed.
    #[must_use]
    pub fn cause(&self) -> Option<&ExecError> {
        self.0.cause.as_ref()
    }

    /// The path that was looked up, if the failure is that it ends too early.
    #[must_use]
    pub fn missing(&self) -> Option<&MissingPath> {
        self.0.missing.as_ref()
    }

    pub(crate) fn set_missing(&mut self, missing: MissingPath) {
        self.0.missing = Some(missing);
    }
}

impl fmt::Display for ExecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure {
            position,
            template,
            message,
            cause,
            ..
        } = &*self.0;
        f.write_str("template: ")?;
        if let Some(position) = position {
            let Position {
                file,
                line,
                column,
                context,
                ..
            } = position;
            let template = gostd::strconv::quote(template);
            write!(
                f,
                "{file}:{line}:{column}: executing {template} at <{context}>: "
            )?;
        }
        f.write_str(message)?;
        cause.as_ref().map_or(Ok(()), |cause| cause.fmt(f))
    }
}

impl std::error::Error for ExecError {}
