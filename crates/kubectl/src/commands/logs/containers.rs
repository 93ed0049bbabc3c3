//! Whose log of a pod is meant.

use cobra::Io;
use serde_json::Value;

use super::options::Options;
use crate::CommandError;
use crate::containers::{self, name_of};

/// The containers of a pod whose logs are printed.
///
/// # Errors
/// If the one that was named is not there.
pub(super) fn chosen(
    pod: &Value,
    options: &Options<'_>,
    io: &mut Io<'_>,
) -> Result<Vec<String>, CommandError> {
    if options.all_containers {
        let all = containers::all(pod);
        return Ok(all.map(|container| name_of(container).to_owned()).collect());
    }
    let chosen = containers::chosen(pod, options.container, options.all_pods, &mut *io.stderr)?;
    Ok(vec![chosen])
}
