//! What a simulated container says to those who ask it over HTTP.

use std::convert::Infallible;
use std::sync::Arc;

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::sync::watch;

use super::Listening;

/// How far the end of a container has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Serving {
    /// It takes connections.
    Open,
    /// It answers what it was asked and takes nothing new.
    Draining,
    /// It is gone.
    Closed,
}

/// The text of every answer: pod, namespace, node, container, image and labels, one a line.
pub(super) fn text(listening: &Listening<'_>) -> Arc<str> {
    let labels = listening.pod["metadata"]["labels"].as_object();
    let labels: Vec<String> = labels
        .into_iter()
        .flatten()
        .map(|(name, value)| format!("{name}={}", Value::as_str(value).unwrap_or_default()))
        .collect();
    let lines = [
        ("pod", listening.pod.name()),
        ("namespace", listening.pod.namespace()),
        ("node", listening.node),
        ("container", listening.container),
        ("image", listening.image),
        ("labels", &labels.join(",")),
    ];
    lines
        .iter()
        .map(|(name, value)| format!("{name}: {value}\n"))
        .collect::<String>()
        .into()
}

/// Serves one connection until either side ends it or the container is gone.
pub(super) async fn serve(
    stream: TcpStream,
    text: Arc<str>,
    mut serving: watch::Receiver<Serving>,
) {
    let answer = service_fn(move |_: Request<Incoming>| {
        let body = Full::new(Bytes::copy_from_slice(text.as_bytes()));
        let response = Response::builder()
            .header(http::header::CONTENT_TYPE, "text/plain; charset=utf-8")
            .body(body);
        async move { Ok::<_, Infallible>(response.unwrap_or_default()) }
    });
    let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), answer);
    let mut connection = std::pin::pin!(connection);
    loop {
        tokio::select! {
            biased;
            // What a client does to its connection concerns nobody else.
            _ = connection.as_mut() => return,
            changed = serving.changed() => {
                let state = *serving.borrow_and_update();
                if changed.is_err() || state == Serving::Closed {
                    return;
                }
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}
