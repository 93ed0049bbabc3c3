//! What a simulated container says to those who ask it over HTTP.

use std::convert::Infallible;
use std::sync::Arc;

use apimachinery::Packed;
use bytes::Bytes;
use http::header::{CONNECTION, CONTENT_TYPE, HeaderValue};
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;

use super::containers::{Container, Serving};
use super::{Connection, Started};

/// The text of every answer: pod, namespace, node, container, image and labels, one a line.
pub(super) fn text(started: &Started<'_>) -> Bytes {
    let labels = started.pod["metadata"]["labels"].as_object();
    let labels: Vec<String> = labels
        .into_iter()
        .flatten()
        .map(|(name, value)| format!("{name}={}", Packed::as_str(value).unwrap_or_default()))
        .collect();
    let lines = [
        ("pod", started.pod.name()),
        ("namespace", started.pod.namespace()),
        ("node", started.node),
        ("container", started.container),
        ("image", started.image),
        ("labels", &labels.join(",")),
    ];
    lines
        .iter()
        .map(|(name, value)| format!("{name}: {value}\n"))
        .collect::<String>()
        .into()
}

/// Serves one connection until either side ends it or the container is gone.
///
/// While the container drains, each answer says that it is the connection's last: a client that keeps connections learns of it without
/// losing a request.
pub(super) async fn serve(
    connection: Box<dyn Connection>,
    container: Arc<Container>,
    client: String,
) {
    let mut serving = container.serving();
    let answer = service_fn(|request: Request<Incoming>| {
        let response = respond(&container, &request, &client);
        async move { Ok::<_, Infallible>(response) }
    });
    let connection = http1::Builder::new().serve_connection(TokioIo::new(connection), answer);
    tokio::select! {
        biased;
        // What a client does to its connection concerns nobody else.
        _ = connection => {}
        _ = serving.wait_for(|serving| *serving == Serving::Closed) => {}
    }
}

fn respond(
    container: &Container,
    request: &Request<Incoming>,
    client: &str,
) -> Response<Full<Bytes>> {
    container.wrote(format!(
        "{} {} {:?} 200 {client}",
        request.method(),
        request
            .uri()
            .path_and_query()
            .map_or("/", |path| path.as_str()),
        request.version(),
    ));
    let mut response = Response::new(Full::new(container.text.clone()));
    let headers = response.headers_mut();
    headers.insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    if container.is_draining() {
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    response
}
