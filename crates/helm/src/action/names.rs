//! Names of releases.

use cobra::Io;

use crate::logfmt;
use crate::release::Status;
use crate::storage::Stored;

/// A name that a release cannot have.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NameError {
    /// It is no name.
    #[error(
        "release name {0:?}: invalid release name, must match regex ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$ and the length must not be longer than 53"
    )]
    Invalid(String),
    /// A release has it.
    #[error("cannot reuse a name that is still in use")]
    InUse,
}

impl NameError {
    /// Writes the line that Helm logs besides.
    pub(crate) fn log(&self, io: &mut Io<'_>) {
        let error = self.to_string();
        logfmt::write(
            io,
            "ERROR",
            "release name check failed",
            &[("error", &error)],
        );
    }
}

/// Refuses texts that are no names of releases.
pub(crate) fn check_name(name: &str) -> Result<(), NameError> {
    let label = |label: &str| {
        let inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        !label.is_empty()
            && label.bytes().all(inner)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    if name.len() <= 53 && name.split('.').all(label) {
        return Ok(());
    }
    Err(NameError::Invalid(name.to_owned()))
}

/// Refuses a name that is in use: by any release, or with `replace` by one that is neither uninstalled nor failed.
pub(super) fn check_unused(history: &[Stored], replace: bool) -> Result<(), NameError> {
    let Some(last) = history.last() else {
        return Ok(());
    };
    let replaceable = matches!(last.status(), Status::Uninstalled | Status::Failed);
    if replace && replaceable {
        Ok(())
    } else {
        Err(NameError::InUse)
    }
}

/// A name from a chart's path and the time: `web-1796085130`.
pub(crate) fn generated_name(chart: &str, unix_seconds: i64) -> String {
    let base = chart.trim_end_matches('/').rsplit('/').next();
    let base = match base.unwrap_or_default() {
        "" | "." => "chart",
        base => base,
    };
    let base = base.split('.').next().unwrap_or_default();
    format!("{base}-{unix_seconds}")
}
