//! Reading one object.

use apimachinery::Status;
use http::StatusCode;

use crate::answer::Answer;
use crate::call::Call;
use crate::render;
use crate::revision;
use crate::stored::Stored;

/// Answers with the object that the path names.
pub(crate) async fn get(call: &Call) -> Result<Answer, Status> {
    let wanted = revision::parse(call.query.text("resourceVersion"), "resourceVersion")
        .map_err(|error| Status::bad_request(format!("invalid resource version: {error}")))?;
    revision::wait_for(&call.shared, wanted).await?;
    let entry = call
        .shared
        .store
        .get(&call.key())
        .ok_or_else(|| call.not_found())?;
    render::object(call, StatusCode::OK, &Stored::of(call.served(), &entry))
}
