//! From a request to its answer.

use std::sync::Arc;

use apimachinery::Status;
use http::{Request, Response};

use crate::answer::{Answer, Body};
use crate::identity::User;
use crate::server::Shared;

/// Answers one request.
pub(crate) async fn respond<B>(
    shared: &Shared,
    request: Request<B>,
    user: Arc<User>,
) -> Response<Body> {
    let audit_id = shared.seeded.uid();
    drop((request, user));
    Answer::status(&Status::no_such_resource()).into_response(&audit_id)
}
