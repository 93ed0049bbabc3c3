//! How a command fails, and what kubectl prints for it.

use std::io;

use cobra::Failure;

use cliruntime::{ApiError, KubeconfigError, NoMatch};

use crate::told::told;

/// A command that failed.
#[derive(Debug, Clone)]
pub(crate) enum CommandError {
    /// The API refused, or could not be asked.
    Api(ApiError),
    /// Several things failed, one after the other.
    Several(Vec<CommandError>),
    /// A complaint of kubectl's own.
    Told(String),
    /// Everything has been said; only the exit code is left.
    Exit(u8),
    /// Something that has its text already, with an exit code of its own.
    Trouble {
        /// The text.
        message: String,
        /// Whether `error: ` stands before it.
        prefixed: bool,
        /// The exit code.
        code: u8,
    },
}

impl CommandError {
    /// A complaint of kubectl's own.
    pub(crate) fn told(text: impl Into<String>) -> CommandError {
        CommandError::Told(text.into())
    }

    /// A text that is printed as it is.
    pub(crate) fn verbatim(message: String) -> CommandError {
        CommandError::Trouble {
            message,
            prefixed: false,
            code: 1,
        }
    }

    /// A complaint about how a command was called, with where to find help.
    pub(crate) fn usage(command_path: &str, text: &str) -> CommandError {
        CommandError::Told(format!(
            "{text}\nSee '{command_path} -h' for help and examples"
        ))
    }

    /// One error out of many; none if there are none.
    pub(crate) fn aggregate(mut errors: Vec<CommandError>) -> Result<(), CommandError> {
        match errors.len() {
            0 => Ok(()),
            1 => Err(errors.remove(0)),
            _ => Err(CommandError::Several(errors)),
        }
    }

    /// Whether an object was not there.
    pub(crate) fn is_not_found(&self) -> bool {
        matches!(self, CommandError::Api(error) if error.is_not_found())
    }

    /// What to print and how to exit.
    pub(crate) fn into_failure(self) -> Failure {
        match self {
            CommandError::Exit(code) => Failure::silent(code),
            CommandError::Trouble {
                message,
                prefixed,
                code,
            } => Failure {
                message,
                code,
                prefixed,
            },
            CommandError::Told(text) if text.starts_with("error: ") => Failure::verbatim(text),
            CommandError::Told(text) => Failure::new(text),
            CommandError::Api(error) => Failure::verbatim(told(&error)),
            CommandError::Several(errors) => {
                let lines: Vec<String> = errors.into_iter().map(CommandError::line).collect();
                Failure::verbatim(lines.join("\n"))
            }
        }
    }

    /// One of several: kubectl's own complaints stand without their prefix there.
    fn line(self) -> String {
        match self {
            CommandError::Told(text) | CommandError::Trouble { message: text, .. } => text,
            CommandError::Api(error) => told(&error),
            CommandError::Several(errors) => {
                let lines: Vec<String> = errors.into_iter().map(CommandError::line).collect();
                lines.join("\n")
            }
            CommandError::Exit(_) => String::new(),
        }
    }
}

impl From<KubeconfigError> for CommandError {
    fn from(error: KubeconfigError) -> Self {
        let invalid = |lines: &[String]| match lines {
            [line] => CommandError::verbatim(format!("Error in configuration: {line}")),
            lines => CommandError::verbatim(format!(
                "Error in configuration: \n* {}",
                lines.join("\n* ")
            )),
        };
        match &error {
            KubeconfigError::Files(lines) => invalid(lines),
            KubeconfigError::NoContext(_) | KubeconfigError::NoServer(_) => {
                invalid(&[error.to_string()])
            }
            _ => CommandError::told(error.to_string()),
        }
    }
}

impl From<NoMatch> for CommandError {
    fn from(error: NoMatch) -> Self {
        CommandError::told(error.to_string())
    }
}

impl From<ApiError> for CommandError {
    fn from(error: ApiError) -> Self {
        CommandError::Api(error)
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        CommandError::Told(error.to_string())
    }
}
