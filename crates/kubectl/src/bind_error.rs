//! Why a port cannot be listened on.

use std::io::{Error, ErrorKind};

/// The reason in the system's words, as Go has them.
pub(crate) fn bind_error(error: &Error) -> String {
    match error.kind() {
        ErrorKind::AddrInUse => "address already in use".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::AddrNotAvailable => "cannot assign requested address".to_owned(),
        ErrorKind::NotFound => "no such file or directory".to_owned(),
        _ => error.to_string(),
    }
}
