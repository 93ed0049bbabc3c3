//! What every write has in common.

use apimachinery::Status;
use serde_json::Value;
use store::StorageError;

use crate::call::Call;
use crate::managed_fields::{Writer, track_update};

/// What the real server's store takes in one request.
const MAX_OBJECT_BYTES: usize = 3 << 19;

/// Refuses an object that is too large to store.
pub(crate) fn check_size(bytes: &[u8]) -> Result<(), Status> {
    if bytes.len() > MAX_OBJECT_BYTES {
        return Err(Status::plain_error("etcdserver: request is too large"));
    }
    Ok(())
}

/// What a client hears when the disk fails.
pub(crate) fn storage_status(error: &StorageError) -> Status {
    Status::internal_error(error.to_string())
}

/// Notes who wrote what is different in `new`; `old` is absent on create.
pub(crate) fn track(call: &Call, new: &mut Value, old: Option<&Value>) {
    let subresource = call.target.subresource.clone();
    let writer = Writer {
        manager: call.field_manager(),
        api_version: call.served().gvk.api_version(),
        subresource: subresource.filter(|name| matches!(&**name, "status" | "scale")),
        time: call.write_time(),
    };
    track_update(new, old, call.served().typing(), &writer);
}
