//! Requests to the API, raw JSON in and out.

mod answer;
mod api_error;
mod path;
mod watch;

use http::{HeaderValue, Method, Request, header};
use http_body_util::BodyExt;
use kube::client::Body;
use serde_json::Value;

pub(crate) use answer::Answer;
pub(crate) use api_error::{ApiError, Unreachable};
pub(crate) use path::{Query, ResourcePath};
pub(crate) use watch::{Watch, WatchEvent};

/// The name under which the server records changes that name no manager of their own.
const DEFAULT_MANAGER: &str = "kubectl";

const USER_AGENT: &str = concat!("kaeru/", env!("CARGO_PKG_VERSION"));

/// What the body of a request is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Media {
    Json,
    JsonPatch,
    MergePatch,
    StrategicMergePatch,
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
pub(crate) struct Rest {
    client: kube::Client,
    host: String,
}

const JSON: &str = "application/json";

/// Asks for tables where the server has them.
pub(crate) const TABLE: &str = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json";

impl Rest {
    /// A connection through `client`; `host` is what errors call the server.
    pub(crate) fn new(client: kube::Client, host: String) -> Rest {
        Rest { client, host }
    }

    /// Reads what is at a path.
    pub(crate) async fn get(&self, path: &str, query: &Query) -> Result<Answer, ApiError> {
        self.get_as(path, query, JSON).await
    }

    /// Reads what is at a path, in one of the forms of `accept`.
    pub(crate) async fn get_as(
        &self,
        path: &str,
        query: &Query,
        accept: &str,
    ) -> Result<Answer, ApiError> {
        self.send(Method::GET, path, query, accept, None).await
    }

    /// Creates an object.
    pub(crate) async fn post(
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
    pub(crate) async fn put(
        &self,
        path: &str,
        query: &Query,
        object: &Value,
    ) -> Result<Answer, ApiError> {
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
    pub(crate) async fn patch(
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
    pub(crate) async fn delete(
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
    pub(crate) async fn watch(
        &self,
        path: &str,
        query: &Query,
        accept: &str,
    ) -> Result<Watch, ApiError> {
        let request = self.request(Method::GET, path, query, accept, None)?;
        let response = self
            .client
            .send(request)
            .await
            .map_err(|error| self.unreachable(&error))?;
        let warnings = answer::warnings(response.headers());
        if !response.status().is_success() {
            let status = response.status();
            let body = self.collect(response.into_body()).await?;
            return Err(ApiError::refused(status, &body));
        }
        Ok(Watch::new(response.into_body(), warnings))
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
            query.push("fieldManager", DEFAULT_MANAGER);
        }
        let request = self.request(method, path, &query, accept, body)?;
        let response = self
            .client
            .send(request)
            .await
            .map_err(|error| self.unreachable(&error))?;
        let status = response.status();
        let warnings = answer::warnings(response.headers());
        let body = self.collect(response.into_body()).await?;
        if !status.is_success() {
            return Err(ApiError::refused(status, &body));
        }
        Ok(Answer::new(warnings, body))
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

    async fn collect(&self, body: Body) -> Result<Vec<u8>, ApiError> {
        let collected = body
            .collect()
            .await
            .map_err(|error| self.unreachable(&error))?;
        Ok(collected.to_bytes().to_vec())
    }

    fn unreachable(&self, error: &kube::Error) -> ApiError {
        ApiError::Unreachable(Unreachable::new(&self.host, error))
    }
}
