//! Errors of templates in Helm's layout.

use std::fmt;

use gotmpl::{ExecError, ParseError, Str};

use super::functions::{FAIL_END, FAIL_START};

/// Why the templates could not be rendered.
#[derive(Clone, Debug)]
pub enum RenderError {
    /// A file is no template.
    Parse {
        /// Where and why.
        error: ParseError,
        /// The text of the file.
        text: Str,
    },
    /// A template failed.
    Execute(ExecError),
}

impl RenderError {
    pub(super) fn parse(error: ParseError, text: Str) -> RenderError {
        RenderError::Parse { error, text }
    }

    pub(super) fn execute(error: ExecError) -> RenderError {
        RenderError::Execute(error)
    }
}

impl std::error::Error for RenderError {}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RenderError::Parse { error, .. } => {
                // Helm shows only what comes after the last colon.
                let message = error.message().rsplit(": ").next().unwrap_or_default();
                write!(
                    f,
                    "parse error at ({}:{}): {message}",
                    error.name(),
                    error.line()
                )
            }
            RenderError::Execute(error) => execution(error, f),
        }
    }
}

fn execution(error: &ExecError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let text = error.to_string();
    if let Some(message) = raised(&text) {
        let location = text.split(": ").nth(1).unwrap_or_default();
        return write!(f, "execution error at ({location}): {message}");
    }
    match trace(error) {
        Some(trace) => f.write_str(trace.trim()),
        None => f.write_str(&text),
    }
}

/// The message that the template raised itself.
fn raised(text: &str) -> Option<&str> {
    let start = text.find(FAIL_START)? + FAIL_START.len();
    let end = text.rfind(FAIL_END)?;
    text.get(start..end)
}

/// The chain of templates with a block for each; none if the failure is that of a function other than `include`,
/// whose text cannot be taken apart.
fn trace(error: &ExecError) -> Option<String> {
    let mut blocks = String::new();
    let mut current = Some(error);
    while let Some(error) = current {
        let text = error.to_string();
        let Some(position) = error.position() else {
            blocks.push_str(&text);
            blocks.push('\n');
            break;
        };
        if error.is_call()
            && (error.cause().is_none() || !error.message().ends_with("error calling include: "))
        {
            return None;
        }
        let message = error.message();
        let message = message.strip_suffix(' ').unwrap_or(message);
        blocks.push_str(&format!(
            "{}:{}:{}\n  executing {} at <{}>:\n    {message}\n",
            position.file,
            position.line,
            position.column,
            gostd::strconv::quote(error.template()),
            position.context,
        ));
        current = error.cause();
    }
    Some(blocks)
}
