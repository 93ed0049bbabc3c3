//! Requests to the API, raw JSON in and out.

mod answer;
mod api_error;
mod byte_stream;
mod collection;
mod path;
mod process;
mod tunnel;
mod watch;

use http::{HeaderValue, Method, Request, header};
use http_body_util::BodyExt;
use kube::client::Body;
use serde_json::Value;

pub use answer::Answer;
pub use api_error::{ApiError, Unreachable};
pub use byte_stream::ByteStream;
pub use collection::Collection;
pub use path::{Query, ResourcePath};
pub use process::{Ended, Process, Streams, Typed};
pub use tunnel::Tunnel;
pub use watch::{Watch, WatchEvent};

const USER_AGENT: &str = concat!("kaeru/", env!("CARGO_PKG_VERSION"));

/// What the body of a request is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Media {
    /// An object.
    Json,
    /// A list of operations.
    JsonPatch,
    /// A merge patch as RFC 7386 has it.
    MergePatch,
    /// A merge patch that merges lists by key.
    StrategicMergePatch,
    /// A whole intention for server-side apply.
    ApplyPatch,
}

impl Media {
    fn content_type(self) -> &'static str {
        match self {
            Media::Json => "application/json",
            Media::JsonPatch => "application/json-patch+json",
            Media::MergePatch => "application/merge-patch+json",
            Media::StrategicMergePatch => "application/strategic-merge-patch+json",
            Media::ApplyPatch => "application/apply-patch+yaml",
        }
    }
}

/// A connection to an API server.
#[derive(Clone)]
pub struct Rest {
    client: kube::Client,
    server: String,
    manager: &'static str,
}

const JSON: &str = "application/json";

/// Asks for tables where the server has them.
pub const TABLE: &str = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json";

impl Rest {
    /// A connection through `client`; errors call the server by its URL `server`, and the server records changes that name no
    /// manager of their own under `manager`.
    #[must_use]
    pub fn new(client: kube::Client, server: String, manager: &'static str) -> Rest {
        Rest {
            client,
            server,
            manager,
        }
    }

    /// The URL of the server, without a slash at its end.
    #[must_use]
    pub fn server(&self) -> &str {
        self.server.trim_end_matches('/')
    }

    /// Reads what is at a path.
    pub async fn get(&self, path: &str, query: &Query) -> Result<Answer, ApiError> {
        self.get_as(path, query, JSON).await
    }

    /// Reads what is at a path, in one of the forms of `accept`.
    pub async fn get_as(
        &self,
        path: &str,
        query: &Query,
        accept: &str,
    ) -> Result<Answer, ApiError> {
        self.send(Method::GET, path, query, accept, None).await
    }

    /// Creates an object.
    pub async fn post(
        &self,
        path: &str,
        query: &Query,
        object: &Value,
    ) -> Result<Answer, ApiError> {
        let mut body = object.to_string();
        body.push('\n');
        self.send(
            Method::POST,
            path,
            query,
            JSON,
            Some((Media::Json, body.into_bytes())),
        )
        .await
    }

    /// Replaces an object.
    pub async fn put(&self, path: &str, query: &Query, object: &Value) -> Result<Answer, ApiError> {
        self.send(
            Method::PUT,
            path,
            query,
            JSON,
            Some((Media::Json, object.to_string().into_bytes())),
        )
        .await
    }

    /// Changes an object.
    pub async fn patch(
        &self,
        path: &str,
        query: &Query,
        media: Media,
        patch: impl Into<Vec<u8>>,
    ) -> Result<Answer, ApiError> {
        self.send(
            Method::PATCH,
            path,
            query,
            JSON,
            Some((media, patch.into())),
        )
        .await
    }

    /// Deletes an object, or all of a collection.
    pub async fn delete(
        &self,
        path: &str,
        query: &Query,
        options: &Value,
    ) -> Result<Answer, ApiError> {
        let body = options.to_string().into_bytes();
        self.send(Method::DELETE, path, query, JSON, Some((Media::Json, body)))
            .await
    }

    /// Follows a collection; the connection stays open until the server or the caller ends it.
    pub async fn watch(&self, path: &str, query: &Query, accept: &str) -> Result<Watch, ApiError> {
        let (body, warnings) = self.open(path, query, accept).await?;
        Ok(Watch::new(body, warnings))
    }

    /// Reads what is at a path piece by piece, as it comes.
    pub async fn stream(&self, path: &str, query: &Query) -> Result<ByteStream, ApiError> {
        let (body, _) = self.open(path, query, "*/*").await?;
        Ok(ByteStream::new(body))
    }

    /// Passes a request on as it is, with the credentials of this connection, and gives the answer whatever it is.
    ///
    /// # Errors
    /// There is no answer.
    pub async fn forward(
        &self,
        request: Request<Body>,
    ) -> Result<http::Response<Body>, kube::Error> {
        self.client.send(request).await
    }

    /// Asks for what is at a path, and gives the body with the warnings that came before it.
    async fn open(
        &self,
        path: &str,
        query: &Query,
        accept: &str,
    ) -> Result<(Body, Vec<String>), ApiError> {
        let request = self.request(Method::GET, path, query, accept, None)?;
        let asked = Asked::new(&request);
        let response = self
            .client
            .send(request)
            .await
            .map_err(|error| self.unreachable(&asked, &error))?;
        let warnings = answer::warnings(response.headers());
        if !response.status().is_success() {
            let status = response.status();
            let body = self.collect(&asked, response.into_body()).await?;
            return Err(ApiError::refused(status, &body));
        }
        Ok((response.into_body(), warnings))
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        query: &Query,
        accept: &str,
        body: Option<(Media, Vec<u8>)>,
    ) -> Result<Answer, ApiError> {
        let mut query = query.clone();
        let writes = matches!(method, Method::POST | Method::PUT | Method::PATCH);
        if writes && !query.has("fieldManager") {
            query.push("fieldManager", self.manager);
        }
        let request = self.request(method, path, &query, accept, body)?;
        let asked = Asked::new(&request);
        let response = self
            .client
            .send(request)
            .await
            .map_err(|error| self.unreachable(&asked, &error))?;
        let status = response.status();
        let warnings = answer::warnings(response.headers());
        let body = self.collect(&asked, response.into_body()).await?;
        if !status.is_success() {
            return Err(ApiError::refused(status, &body));
        }
        Ok(Answer::new(
            status == http::StatusCode::CREATED,
            warnings,
            body,
        ))
    }

    fn request(
        &self,
        method: Method,
        path: &str,
        query: &Query,
        accept: &str,
        body: Option<(Media, Vec<u8>)>,
    ) -> Result<Request<Body>, ApiError> {
        let mut request = Request::builder()
            .method(method)
            .uri(query.append_to(path))
            .header(header::ACCEPT, accept)
            .header(header::USER_AGENT, HeaderValue::from_static(USER_AGENT));
        if let Some((media, _)) = &body {
            request = request.header(header::CONTENT_TYPE, media.content_type());
        }
        let body = body.map_or_else(Body::empty, |(_, bytes)| Body::from(bytes));
        request
            .body(body)
            .map_err(|error| ApiError::BadRequestLine {
                path: path.to_owned(),
                reason: error.to_string(),
            })
    }

    async fn collect(&self, asked: &Asked, body: Body) -> Result<Vec<u8>, ApiError> {
        let collected = body
            .collect()
            .await
            .map_err(|error| self.unreachable(asked, &error))?;
        Ok(collected.to_bytes().to_vec())
    }

    fn unreachable(&self, asked: &Asked, error: &kube::Error) -> ApiError {
        let server = self.server.trim_end_matches('/');
        let host = server.split_once("://").map_or(server, |(_, host)| host);
        let url = format!("{server}{}", asked.uri);
        let unreachable = Unreachable::new(&asked.method, url, host, error);
        ApiError::Unreachable(Box::new(unreachable))
    }
}

/// What a request was for, should there be no answer.
struct Asked {
    method: Method,
    uri: http::Uri,
}

impl Asked {
    fn new(request: &Request<Body>) -> Asked {
        Asked {
            method: request.method().clone(),
            uri: request.uri().clone(),
        }
    }
}
