//! Answers the requests that come to a proxy.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;

use http::{HeaderValue, Request, Response, StatusCode, header};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use kube::client::Body;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, UnixListener};
use tower::ServiceExt;
use tower_http::services::ServeDir;

use super::gate::Gate;
use super::places::{Place, Places};
use cliruntime::Rest;

/// What a proxy serves, and to whom.
pub(super) struct Server {
    pub(super) gate: Option<Gate>,
    pub(super) places: Places,
    pub(super) rest: Rest,
}

type Answer =
    http_body_util::combinators::UnsyncBoxBody<Bytes, Box<dyn std::error::Error + Send + Sync>>;

/// Serves whoever connects to a port.
pub(super) async fn on_tcp(listener: TcpListener, server: Arc<Server>) {
    loop {
        // A connection that is gone before it is accepted is nobody's trouble.
        if let Ok((connection, _)) = listener.accept().await {
            tokio::spawn(serve(connection, Arc::clone(&server)));
        }
    }
}

/// Serves whoever connects to a socket.
pub(super) async fn on_unix(listener: UnixListener, server: Arc<Server>) {
    loop {
        if let Ok((connection, _)) = listener.accept().await {
            tokio::spawn(serve(connection, Arc::clone(&server)));
        }
    }
}

async fn serve(
    connection: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    server: Arc<Server>,
) {
    let answer = service_fn(|request| {
        let server = Arc::clone(&server);
        async move { Ok::<_, Infallible>(server.answer(request).await) }
    });
    let served = http1::Builder::new().serve_connection(TokioIo::new(connection), answer);
    // A client that goes away in between is nobody's trouble either.
    drop(served.await);
}

impl Server {
    async fn answer(&self, request: Request<Incoming>) -> Response<Answer> {
        let host = request.headers().get(header::HOST);
        let host = host.and_then(|host| host.to_str().ok()).unwrap_or_default();
        let admitted = self
            .gate
            .as_ref()
            .is_none_or(|gate| gate.admits(request.method().as_str(), request.uri().path(), host));
        if !admitted {
            return said(StatusCode::FORBIDDEN, "Forbidden");
        }
        let path = request.uri().path_and_query();
        let path = path.map_or("/", |path| path.as_str());
        match self.places.of(path) {
            Place::Api(path) => self.pass_on(request, &path).await,
            Place::File(folder, path) => file(folder, request, &path).await,
            Place::Nowhere => said(StatusCode::NOT_FOUND, "404 page not found\n"),
        }
    }

    async fn pass_on(&self, request: Request<Incoming>, path: &str) -> Response<Answer> {
        let Ok(request) = at(request, path) else {
            return said(StatusCode::BAD_REQUEST, "400 Bad Request");
        };
        let (parts, body) = request.into_parts();
        let Ok(body) = body.collect().await else {
            return said(StatusCode::BAD_REQUEST, "400 Bad Request");
        };
        let mut request = Request::from_parts(parts, Body::from(body.to_bytes()));
        for hop in [header::HOST, header::CONNECTION, header::TRANSFER_ENCODING] {
            request.headers_mut().remove(hop);
        }
        match self.rest.forward(request).await {
            Ok(mut answer) => {
                for hop in [header::CONNECTION, header::TRANSFER_ENCODING] {
                    answer.headers_mut().remove(hop);
                }
                answer.map(|body| body.map_err(Into::into).boxed_unsync())
            }
            Err(why) => said(
                StatusCode::BAD_GATEWAY,
                &format!("Error while proxying request: {why}\n"),
            ),
        }
    }
}

async fn file(
    folder: std::path::PathBuf,
    request: Request<Incoming>,
    path: &str,
) -> Response<Answer> {
    let Ok(request) = at(request, path) else {
        return said(StatusCode::BAD_REQUEST, "400 Bad Request");
    };
    match ServeDir::new(folder).oneshot(request).await {
        Ok(answer) => answer.map(|body| body.map_err(from_io).boxed_unsync()),
        Err(never) => match never {},
    }
}

fn from_io(error: io::Error) -> Box<dyn std::error::Error + Send + Sync> {
    error.into()
}

/// The same request for another path.
fn at(mut request: Request<Incoming>, path: &str) -> Result<Request<Incoming>, http::Error> {
    *request.uri_mut() = http::Uri::builder().path_and_query(path).build()?;
    Ok(request)
}

fn said(status: StatusCode, text: &str) -> Response<Answer> {
    let body = Full::new(Bytes::copy_from_slice(text.as_bytes()));
    let mut answer = Response::new(body.map_err(|never| match never {}).boxed_unsync());
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    answer
}
