//! Waiting until an object is gone.

use std::time::Duration;

use crate::object;
use crate::resource::Info;
use cliruntime::{ApiError, Query, Rest};

/// Waits until the object is gone, or another has taken its name.
///
/// # Errors
/// If the server cannot be asked.
pub(crate) async fn wait_until_gone(info: &Info, uid: &str, rest: &Rest) -> Result<(), ApiError> {
    loop {
        let object = match info.read(rest).await {
            Ok(object) => object,
            Err(error) if error.is_not_found() => return Ok(()),
            Err(error) => return Err(error),
        };
        if !uid.is_empty() && object::uid(&object) != uid {
            return Ok(());
        }
        let query = Query::new()
            .with("fieldSelector", format!("metadata.name={}", info.name))
            .with("resourceVersion", object::resource_version(&object))
            .with("watch", "true");
        let mut changes = match rest
            .watch(&info.collection_path(), &query, "application/json")
            .await
        {
            Ok(changes) => changes,
            Err(error) if error.is_expired() => continue,
            Err(error) => return Err(error),
        };
        loop {
            match changes.next().await {
                Ok(Some(event)) if event.kind == "DELETED" => return Ok(()),
                Ok(Some(_)) => {}
                // The server ended the stream: look again.
                Ok(None) | Err(_) => break,
            }
        }
    }
}

/// How long to wait: as long as it takes, unless told otherwise.
pub(crate) fn timeout(timeout: cobra::Duration) -> Duration {
    match timeout.to_std() {
        Some(timeout) if !timeout.is_zero() => timeout,
        _ => Duration::from_secs(7 * 24 * 3600),
    }
}
