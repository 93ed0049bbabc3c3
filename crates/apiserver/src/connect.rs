//! Subresources that lead to something behind the server: a port of a pod, a Service, a node.

mod port_forward;
mod proxy;
mod upgrade;

use std::io;
use std::sync::Arc;

use apimachinery::{Reason, Status};
use http::Method;
use http::request::Parts;
use serde_json::Value;

use crate::answer::Answer;
use crate::call::Call;
use crate::request::{Target, Verb};
use crate::server::Shared;
use crate::stored::Stored;
use crate::subresource;

/// Whether a path leads behind the server.
pub(crate) fn concerns(target: &Target) -> bool {
    matches!(
        target.subresource.as_deref(),
        Some("attach" | "exec" | "portforward" | "proxy")
    ) && target.served.gvr.group.is_empty()
}

/// What a method counts as where authorization is concerned.
pub(crate) fn verb(method: &Method) -> Option<Verb> {
    Some(match *method {
        Method::GET | Method::HEAD | Method::OPTIONS => Verb::Get,
        Method::POST => Verb::Create,
        Method::PUT => Verb::Update,
        Method::PATCH => Verb::Patch,
        Method::DELETE => Verb::Delete,
        _ => return None,
    })
}

/// Answers a request that leads behind the server. `parts` gives up the connection if that is to become another one.
pub(crate) async fn answer(call: &Call, parts: &mut Parts) -> Result<Answer, Status> {
    let resource = &*call.gvr().resource;
    match (resource, call.target.subresource.as_deref()) {
        ("pods", Some("proxy")) => proxy::pod(call, parts).await,
        ("services", Some("proxy")) => proxy::service(call, parts).await,
        ("nodes", Some("proxy")) => proxy::node(call, parts),
        ("pods", Some("portforward")) if call.target.rest.is_empty() => {
            port_forward::open(call, parts)
        }
        ("pods", Some("exec" | "attach")) if call.target.rest.is_empty() => Err(no_process(call)?),
        _ => Err(Status::no_such_resource()),
    }
}

/// Says that nothing runs in the container that is asked for.
fn no_process(call: &Call) -> Result<Status, Status> {
    let pod = named(call, call.name())?;
    let container = subresource::container(&pod, call.query.text("container"))?;
    Ok(Status::bad_request(format!(
        "container {container} of pod {} runs no process: the pods of this cluster are simulated",
        call.name()
    )))
}

/// The object of this name that the path leads to.
fn named(call: &Call, name: &str) -> Result<Value, Status> {
    let key = call.served().key(call.namespace(), name);
    let entry = call
        .shared
        .store
        .get(&key)
        .ok_or_else(|| Status::not_found(call.gvr(), name))?;
    Ok(Stored::of(call.served(), &entry).decode())
}

/// What a client hears when nobody answers behind the server.
fn unreachable(address: &str, error: &io::Error) -> Status {
    let why = match error.kind() {
        io::ErrorKind::ConnectionRefused => {
            format!("dial tcp {address}: connect: connection refused")
        }
        _ => error.to_string(),
    };
    unavailable(format!("error trying to reach service: {why}"))
}

fn unavailable(message: String) -> Status {
    Status::failure(Reason::ServiceUnavailable, message)
}

impl Shared {
    /// The way to the nodes.
    pub(crate) fn nodes(&self) -> Result<&Arc<dyn crate::NodeConnector>, Status> {
        self.nodes
            .as_ref()
            .ok_or_else(|| unavailable("this server has no nodes".to_owned()))
    }
}
