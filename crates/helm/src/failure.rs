//! Failures in Go's words.

use std::io::{Error, ErrorKind};

use chart::{ArchiveFault, LoadError};
use cobra::Failure;

/// What `helm template` says under whatever keeps it from showing documents.
pub(crate) const INVALID_YAML: &str = "Use --debug flag to render out invalid YAML";

/// A failed operation on a file, as Go shows it.
pub(crate) fn go_io(operation: &str, path: &str, error: &Error) -> String {
    if path.is_empty() {
        return format!("{operation} : no such file or directory");
    }
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

/// A chart that is not loaded. What is wrong with an archive Helm keeps to itself; it stands under Helm's text.
pub(crate) fn loading(error: &LoadError) -> Failure {
    let mut message = error.to_string();
    if let Some(fault) = archive_fault(error) {
        message.push_str(&format!("\n\nthe archive is refused: {fault}"));
        if let Some(entry) = fault.entry() {
            message.push_str(&format!(" (entry {entry:?})"));
        }
    }
    Failure::new(message)
}

fn archive_fault(error: &LoadError) -> Option<&ArchiveFault> {
    match error {
        LoadError::Archive(fault) => Some(fault),
        LoadError::Subchart { source, .. } => archive_fault(source),
        _ => None,
    }
}
