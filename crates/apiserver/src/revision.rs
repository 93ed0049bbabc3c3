//! Resource versions in requests.

use std::time::Duration;

use apimachinery::Status;
use store::Revision;

use crate::server::Shared;

/// How long a read waits for a revision that has not been reached.
const PATIENCE: Duration = Duration::from_secs(3);
const POLL: Duration = Duration::from_millis(100);

/// Reads a resource version; an empty one is zero.
///
/// # Errors
/// The text of the refusal, with the name of the parameter.
pub(crate) fn parse(text: &str, parameter: &str) -> Result<u64, String> {
    if text.is_empty() {
        return Ok(0);
    }
    text.parse().map_err(|_| {
        let quoted = gostd::strconv::quote(text);
        format!("{parameter}: Invalid value: {quoted}: strconv.ParseUint: parsing {quoted}: invalid syntax")
    })
}

/// Waits a little until the store has reached the revision.
///
/// # Errors
/// 504 if it has not.
pub(crate) async fn wait_for(shared: &Shared, wanted: u64) -> Result<(), Status> {
    let deadline = tokio::time::Instant::now() + PATIENCE;
    loop {
        let current = shared.store.revision();
        if current >= Revision::new(wanted) {
            return Ok(());
        }
        if tokio::time::Instant::now() >= deadline {
            return Err(Status::too_large_resource_version(wanted, current.get()));
        }
        tokio::time::sleep(POLL).await;
    }
}
