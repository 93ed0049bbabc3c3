//! Connections that become something else than HTTP.

use apimachinery::Status;
use http::header::{
    CONNECTION, HeaderMap, HeaderName, HeaderValue, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY,
    SEC_WEBSOCKET_PROTOCOL, UPGRADE,
};
use http::request::Parts;
use hyper::upgrade::OnUpgrade;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

/// The header by which clients of SPDY name the protocols that they speak.
const STREAM_PROTOCOL: HeaderName = HeaderName::from_static("x-stream-protocol-version");

/// What a client wants its connection to become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    WebSocket,
    Spdy,
}

/// A connection that is about to become something else.
pub(super) struct Upgrade {
    pub(super) wanted: Wanted,
    /// The protocol that was agreed on.
    pub(super) protocol: &'static str,
    /// The connection, once the answer is on its way.
    pub(super) connection: OnUpgrade,
    /// The headers of that answer.
    pub(super) headers: HeaderMap,
}

/// Agrees on one of the protocols that the server speaks over each kind of connection.
pub(super) fn accept(
    parts: &mut Parts,
    over_websocket: &[&'static str],
    over_spdy: &[&'static str],
) -> Result<Upgrade, Status> {
    let word = |name: &HeaderName| {
        let value = parts.headers.get(name)?.to_str().ok()?;
        Some(value.to_ascii_lowercase())
    };
    let (wanted, header, known) = match word(&UPGRADE).as_deref() {
        Some("websocket") => (Wanted::WebSocket, SEC_WEBSOCKET_PROTOCOL, over_websocket),
        Some("spdy/3.1") => (Wanted::Spdy, STREAM_PROTOCOL, over_spdy),
        _ => return Err(Status::bad_request("Upgrade request required")),
    };
    let offered: Vec<&str> = parts
        .headers
        .get_all(&header)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .collect();
    let protocol = known.iter().find(|known| offered.contains(known));
    let protocol = *protocol.ok_or_else(|| {
        Status::forbidden(
            &apimachinery::Gvr::default(),
            "",
            format!("unable to upgrade: unable to negotiate protocol: client supports {offered:?}, server accepts {known:?}"),
        )
    })?;
    let mut headers = HeaderMap::new();
    headers.insert(CONNECTION, HeaderValue::from_static("Upgrade"));
    headers.insert(header, HeaderValue::from_static(protocol));
    match wanted {
        Wanted::WebSocket => {
            headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
            let key = parts.headers.get(SEC_WEBSOCKET_KEY);
            let accepted = key.map(|key| derive_accept_key(key.as_bytes()));
            let accepted = accepted.and_then(|text| HeaderValue::from_str(&text).ok());
            let accepted =
                accepted.ok_or_else(|| Status::bad_request("Sec-WebSocket-Key is missing"))?;
            headers.insert(SEC_WEBSOCKET_ACCEPT, accepted);
        }
        Wanted::Spdy => {
            headers.insert(UPGRADE, HeaderValue::from_static("SPDY/3.1"));
        }
    }
    let connection = parts.extensions.remove::<OnUpgrade>().ok_or_else(|| {
        Status::bad_request("this connection cannot be upgraded: HTTP/1.1 is needed")
    })?;
    Ok(Upgrade {
        wanted,
        protocol,
        connection,
        headers,
    })
}
