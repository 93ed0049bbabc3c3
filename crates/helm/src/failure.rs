//! Failures in Go's words.

use std::io::{Error, ErrorKind};

use cobra::Failure;

/// A failed operation on a file, as Go shows it.
pub(crate) fn go_io(operation: &str, path: &str, error: &Error) -> String {
    let text = match error.kind() {
        ErrorKind::NotFound => "no such file or directory".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::IsADirectory => return format!("read {path}: is a directory"),
        ErrorKind::NotADirectory => "not a directory".to_owned(),
        ErrorKind::AlreadyExists => "file exists".to_owned(),
        _ => error.to_string().to_lowercase(),
    };
    format!("{operation} {path}: {text}")
}

/// A failure with the text of an error alone, whose causes are part of it.
pub(crate) fn only(error: &impl std::error::Error) -> Failure {
    Failure::new(error.to_string())
}
