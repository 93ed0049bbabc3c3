//! A server on a manual clock and plain HTTP requests to it.

use std::collections::BTreeMap;
use std::sync::Arc;

use apimachinery::{ManualClock, Timestamp};
use apiserver::{Body, Options, Server};
use bytes::Bytes;
use http::{Method, Request, Response};
use http_body_util::{BodyExt as _, Full};
use serde_json::Value;
use store::Store;
use tower::ServiceExt as _;

pub(crate) struct Api {
    pub(crate) server: Server,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) store: Store,
}

pub(crate) struct Answer {
    pub(crate) code: u16,
    pub(crate) json: Value,
    pub(crate) text: String,
    pub(crate) warnings: Vec<String>,
}

impl Api {
    pub(crate) async fn new() -> Self {
        let clock = Arc::new(ManualClock::new(Timestamp::from_micros(
            1_800_000_000_000_000,
        )));
        Self::over(Store::in_memory(), clock, "10.0.0.0/16").await
    }

    pub(crate) async fn over(store: Store, clock: Arc<ManualClock>, services: &str) -> Self {
        let options = Options {
            clock: clock.clone(),
            seed: 1,
            tokens: BTreeMap::new(),
            signing_key: None,
            services: services.parse().unwrap(),
            advertise: None,
            nodes: None,
        };
        let server = Server::new(store.clone(), options);
        server.bootstrap().await.unwrap();
        Self {
            server,
            clock,
            store,
        }
    }

    /// Another server over the same store, with another range for its Services.
    pub(crate) async fn started_again(&self, services: &str) -> Self {
        Self::over(self.store.clone(), self.clock.clone(), services).await
    }

    pub(crate) async fn send(&self, request: Request<Full<Bytes>>) -> Response<Body> {
        self.server.clone().oneshot(request).await.unwrap()
    }

    pub(crate) async fn call(
        &self,
        method: Method,
        path: &str,
        content_type: &str,
        body: impl Into<Bytes>,
    ) -> Answer {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("content-type", content_type)
            .header("user-agent", "tests/1")
            .body(Full::new(body.into()))
            .unwrap();
        answer(self.send(request).await).await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path, "", "").await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.call(Method::POST, path, "application/json", body.to_string())
            .await
    }

    pub(crate) async fn put(&self, path: &str, body: &Value) -> Answer {
        self.call(Method::PUT, path, "application/json", body.to_string())
            .await
    }

    pub(crate) async fn merge(&self, path: &str, body: &Value) -> Answer {
        self.call(
            Method::PATCH,
            path,
            "application/merge-patch+json",
            body.to_string(),
        )
        .await
    }

    pub(crate) async fn delete(&self, path: &str, body: &str) -> Answer {
        self.call(Method::DELETE, path, "application/json", body.to_owned())
            .await
    }
}

pub(crate) async fn answer(response: Response<Body>) -> Answer {
    let code = response.status().as_u16();
    let warnings = response
        .headers()
        .get_all("warning")
        .iter()
        .map(|value| value.to_str().unwrap().to_owned())
        .collect();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let json = serde_json::from_str(&text).unwrap_or_default();
    Answer {
        code,
        json,
        text,
        warnings,
    }
}
