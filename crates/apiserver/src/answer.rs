//! Answers on their way out.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use apimachinery::Status;
use bytes::Bytes;
use futures::stream::BoxStream;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue, RETRY_AFTER, WARNING};
use http::{HeaderMap, HeaderName, Response, StatusCode};
use http_body_util::Full;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use serde_json::Value;

use crate::negotiate::Format;

/// The body of an answer: all there, or a stream of watch events.
pub struct Body(Kind);

enum Kind {
    Full(Full<Bytes>),
    Stream(BoxStream<'static, Bytes>),
}

impl Body {
    pub(crate) fn empty() -> Self {
        Self(Kind::Full(Full::default()))
    }
}

impl HttpBody for Body {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut self.0 {
            Kind::Full(full) => Pin::new(full).poll_frame(context),
            Kind::Stream(stream) => stream
                .as_mut()
                .poll_next(context)
                .map(|next| next.map(|bytes| Ok(Frame::data(bytes)))),
        }
    }

    fn is_end_stream(&self) -> bool {
        match &self.0 {
            Kind::Full(full) => full.is_end_stream(),
            Kind::Stream(_) => false,
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Kind::Full(full) => full.size_hint(),
            Kind::Stream(_) => SizeHint::default(),
        }
    }
}

/// An answer before it becomes HTTP.
pub(crate) struct Answer {
    pub(crate) code: StatusCode,
    pub(crate) content_type: &'static str,
    pub(crate) body: Body,
    pub(crate) warnings: Vec<String>,
    pub(crate) headers: Vec<(HeaderName, HeaderValue)>,
    /// The headers of an answer that somebody else has given.
    passed_on: HeaderMap,
}

impl Answer {
    pub(crate) fn bytes(
        code: StatusCode,
        content_type: &'static str,
        body: impl Into<Bytes>,
    ) -> Self {
        let body = Body(Kind::Full(Full::new(body.into())));
        Self {
            code,
            content_type,
            body,
            warnings: Vec::new(),
            headers: Vec::new(),
            passed_on: HeaderMap::new(),
        }
    }

    pub(crate) fn stream(content_type: &'static str, stream: BoxStream<'static, Bytes>) -> Self {
        let body = Body(Kind::Stream(stream));
        Self {
            code: StatusCode::OK,
            content_type,
            body,
            warnings: Vec::new(),
            headers: Vec::new(),
            passed_on: HeaderMap::new(),
        }
    }

    /// The answer of somebody behind the server.
    pub(crate) fn passed_on(
        code: StatusCode,
        headers: HeaderMap,
        stream: BoxStream<'static, Bytes>,
    ) -> Self {
        let mut answer = Self::stream("", stream);
        answer.code = code;
        answer.passed_on = headers;
        answer
    }

    /// JSON text in the format that the client accepts.
    pub(crate) fn json(code: StatusCode, format: Format, mut json: Vec<u8>) -> Self {
        match format {
            Format::Json => {
                json.push(b'\n');
                Self::bytes(code, "application/json", json)
            }
            Format::Pretty => {
                let value: Value = serde_json::from_slice(&json).unwrap_or_default();
                Self::bytes(code, "application/json", format!("{value:#}"))
            }
            Format::Yaml => {
                let value: Value = serde_json::from_slice(&json).unwrap_or_default();
                Self::bytes(code, "application/yaml", goyaml::json_to_yaml(&value))
            }
        }
    }

    pub(crate) fn value(code: StatusCode, format: Format, value: &Value) -> Self {
        Self::json(code, format, value.to_string().into_bytes())
    }

    pub(crate) fn status(status: &Status) -> Self {
        let code = StatusCode::from_u16(status.code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut answer = Self::value(code, Format::Json, &status.to_json());
        let retry = status
            .details
            .as_ref()
            .map_or(0, |details| details.retry_after_seconds);
        if retry > 0 {
            answer.headers.push((RETRY_AFTER, HeaderValue::from(retry)));
        }
        answer
    }

    /// The answer for a path that nothing is at.
    pub(crate) fn not_found() -> Self {
        Self::bytes(
            StatusCode::NOT_FOUND,
            "text/plain; charset=utf-8",
            "404 page not found\n",
        )
    }

    pub(crate) fn with_warnings(mut self, warnings: Vec<String>) -> Self {
        self.warnings.extend(warnings);
        self
    }

    pub(crate) fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    pub(crate) fn into_response(self, audit_id: &str) -> Response<Body> {
        let mut response = Response::new(self.body);
        *response.status_mut() = self.code;
        let headers = response.headers_mut();
        if !self.content_type.is_empty() {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        }
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache, private"));
        if let Ok(audit_id) = HeaderValue::from_str(audit_id) {
            headers.insert("audit-id", audit_id);
        }
        headers.extend(self.passed_on);
        for (name, value) in self.headers {
            headers.insert(name, value);
        }
        for warning in self.warnings {
            let text = format!("299 - {}", gostd::strconv::quote(&warning));
            if let Ok(value) = HeaderValue::from_bytes(text.as_bytes()) {
                headers.append(WARNING, value);
            }
        }
        response
    }
}
