//! Failures of the file system.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A failed operation on a path. `Display` gives Go's text, `open a.yaml: no such file or directory`.
#[derive(Debug)]
pub struct PathError {
    /// The system call in Go's words: `open`, `lstat`, `read`, `mkdir` and so on.
    pub operation: &'static str,
    /// The path as it was asked for; empty where Go's text has none.
    pub path: PathBuf,
    /// What went wrong.
    pub source: io::Error,
}

impl PathError {
    /// Names the operation and the path of a failure.
    pub fn new(operation: &'static str, path: &Path, source: io::Error) -> Self {
        Self {
            operation,
            path: path.to_path_buf(),
            source,
        }
    }

    /// Whether the path is not there.
    pub fn is_not_found(&self) -> bool {
        self.source.kind() == io::ErrorKind::NotFound
    }

    pub(crate) fn of_kind(operation: &'static str, path: &Path, kind: io::ErrorKind) -> Self {
        Self::new(operation, path, kind.into())
    }
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.operation)?;
        if !self.path.as_os_str().is_empty() {
            write!(f, " {}", self.path.display())?;
        }
        write!(f, ": {}", go_text(&self.source))
    }
}

impl std::error::Error for PathError {}

/// The text that Go has for an error of the system: lower case, without the number.
fn go_text(error: &io::Error) -> String {
    let text = match error.kind() {
        io::ErrorKind::NotFound => return "no such file or directory".to_owned(),
        io::ErrorKind::AlreadyExists => return "file exists".to_owned(),
        io::ErrorKind::NotADirectory => return "not a directory".to_owned(),
        io::ErrorKind::IsADirectory => return "is a directory".to_owned(),
        io::ErrorKind::PermissionDenied if error.raw_os_error() != Some(1) => {
            return "permission denied".to_owned();
        }
        io::ErrorKind::DirectoryNotEmpty => return "directory not empty".to_owned(),
        io::ErrorKind::InvalidInput if error.raw_os_error().is_none() => {
            return "invalid argument".to_owned();
        }
        _ => error.to_string(),
    };
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(chars).collect()
    })
}
