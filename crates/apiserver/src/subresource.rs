//! Subresources that are more than another way to the whole object.

mod binding;
mod eviction;
mod log;
mod scale;

use apimachinery::Status;

use crate::answer::Answer;
use crate::call::Call;
use crate::request::Verb;
use crate::service_account_tokens;

pub(crate) use log::container;

/// The subresources that are served: these, and those through which the whole object is written.
const SERVED: [&str; 14] = [
    "status",
    "scale",
    "binding",
    "eviction",
    "finalize",
    "approval",
    "ephemeralcontainers",
    "resize",
    "attach",
    "exec",
    "log",
    "portforward",
    "proxy",
    "token",
];

/// Whether the subresource of this name is served.
pub(crate) fn is_served(name: &str) -> bool {
    SERVED.contains(&name)
}

/// Answers a request for a subresource with a kind of its own; nothing for any other request.
pub(crate) async fn answer(call: &Call, verb: Verb) -> Option<Result<Answer, Status>> {
    if verb == Verb::Create && call.gvr().resource == "bindings" && call.gvr().group.is_empty() {
        return Some(binding::create_by_name(call).await);
    }
    Some(match (call.target.subresource.as_deref()?, verb) {
        ("scale", Verb::Get) => scale::get(call),
        ("scale", Verb::Update) => scale::update(call).await,
        ("scale", Verb::Patch) => scale::patch(call).await,
        ("binding", Verb::Create) => binding::create(call).await,
        ("eviction", Verb::Create) => eviction::create(call).await,
        ("log", Verb::Get) => log::get(call),
        ("token", Verb::Create) => service_account_tokens::create(call),
        _ => return None,
    })
}
