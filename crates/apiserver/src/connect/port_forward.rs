//! `pods/portforward`: connections to ports of a pod, several over one connection of the client.

mod channels;
mod copy;
mod session;
mod transport;

use std::net::Ipv4Addr;
use std::sync::Arc;

use apimachinery::Status;
use http::StatusCode;
use http::request::Parts;

use super::named;
use super::upgrade::{Wanted, accept};
use crate::answer::Answer;
use crate::call::Call;
use session::Session;
use transport::Transport;

/// The protocol of the streams.
const PROTOCOL: &str = "portforward.k8s.io";
/// The same inside the messages of a WebSocket.
const TUNNELLED: &str = "SPDY/3.1+portforward.k8s.io";

/// Numbered channels inside the messages of a WebSocket, as clients other than kubectl use them.
const CHANNELS: &str = "v4.channel.k8s.io";

/// Turns the client's connection into one over which it reaches the pod's ports.
pub(super) fn open(call: &Call, parts: &mut Parts) -> Result<Answer, Status> {
    let pod = named(call, call.name())?;
    let address = pod["status"]["podIP"]
        .as_str()
        .and_then(|text| text.parse::<Ipv4Addr>().ok());
    let address = address.ok_or_else(|| {
        Status::bad_request(format!(
            "unable to forward port because pod is not running. Current status={}",
            pod["status"]["phase"].as_str().unwrap_or_default()
        ))
    })?;
    let nodes = Arc::clone(call.shared.nodes()?);
    let ports = channels::ports(&call.query.all("ports"));
    let over_websocket: &[&str] = match ports {
        Some(_) => &[TUNNELLED, CHANNELS],
        None => &[TUNNELLED],
    };
    let upgrade = accept(parts, over_websocket, &[PROTOCOL])?;
    let (wanted, protocol) = (upgrade.wanted, upgrade.protocol);
    let connection = upgrade.connection;
    tokio::spawn(async move {
        // A client that goes away before it has its answer wants nothing more.
        let Ok(connection) = connection.await else {
            return;
        };
        let transport = match wanted {
            Wanted::WebSocket => Transport::websocket(connection).await,
            Wanted::Spdy => Transport::raw(connection),
        };
        match ports {
            Some(ports) if protocol == CHANNELS => {
                channels::serve(nodes, address, ports, transport).await;
            }
            _ => Session::new(nodes, address).run(transport).await,
        }
    });
    Ok(Answer::passed_on(
        StatusCode::SWITCHING_PROTOCOLS,
        upgrade.headers,
        Box::pin(futures::stream::empty()),
    ))
}
