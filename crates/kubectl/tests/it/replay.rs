//! A server that knows a list of requests with their answers.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use cobra::Capture;
use http::{Request, Response};
use http_body_util::BodyExt;
use kube::client::Body;
use serde_json::Value;
use tokio::runtime::Builder;
use tower::service_fn;

/// A request, and what the server says to it.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    /// `GET /api/v1/pods?limit=500`
    pub(crate) line: String,
    pub(crate) content_type: String,
    pub(crate) body: Vec<u8>,
    pub(crate) status: u16,
    pub(crate) warnings: Vec<String>,
    pub(crate) answer: Vec<u8>,
}

impl Exchange {
    /// A successful answer to a request without a body.
    pub(crate) fn get(path: &str, answer: &Value) -> Exchange {
        Exchange {
            line: format!("GET {path}"),
            content_type: String::new(),
            body: Vec::new(),
            status: 200,
            warnings: Vec::new(),
            answer: answer.to_string().into_bytes(),
        }
    }

    fn writes(&self) -> bool {
        !self.line.starts_with("GET ")
    }
}

/// What a run of kubectl did.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) code: u8,
    pub(crate) out: String,
    pub(crate) err: String,
    /// What was asked that the server did not expect, or not like this.
    pub(crate) unexpected: Vec<String>,
    /// Writes that the server waited for in vain.
    pub(crate) missing: Vec<String>,
}

#[derive(Default)]
struct Server {
    discovery: Vec<Exchange>,
    exchanges: Vec<Exchange>,
    unexpected: Vec<String>,
}

impl Server {
    fn answer(&mut self, line: &str, content_type: &str, body: &[u8]) -> Exchange {
        if let Some(found) = self.discovery.iter().find(|exchange| exchange.line == line) {
            return found.clone();
        }
        let Some(at) = self
            .exchanges
            .iter()
            .position(|exchange| exchange.line == line)
        else {
            self.unexpected.push(line.to_owned());
            return Exchange {
                status: 404,
                ..Exchange::get("/", &Value::Null)
            };
        };
        let exchange = self.exchanges.remove(at);
        if exchange.content_type != content_type || !same_body(&exchange.body, body) {
            self.unexpected.push(format!(
                "{line}\n  {content_type}: {}\n  rather than\n  {}: {}",
                String::from_utf8_lossy(body),
                exchange.content_type,
                String::from_utf8_lossy(&exchange.body)
            ));
        }
        exchange
    }
}

/// JSON bodies may order their keys as they like; patches must have the same bytes, but for times of day.
fn same_body(wanted: &[u8], got: &[u8]) -> bool {
    let parsed = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).ok();
    wanted.trim_ascii() == got.trim_ascii()
        || (parsed(wanted).is_some() && parsed(wanted).map(timeless) == parsed(got).map(timeless))
}

/// The value without what the clock decides, and without what the real tool says of options that have no content.
fn timeless(mut value: Value) -> Value {
    if let Value::Object(fields) = &mut value {
        fields.remove("kubectl.kubernetes.io/restartedAt");
        if fields
            .get("kind")
            .is_some_and(|kind| kind == "DeleteOptions")
        {
            fields.remove("kind");
            fields.remove("apiVersion");
        }
        fields
            .values_mut()
            .for_each(|value| *value = timeless(value.take()));
    }
    if let Value::Array(items) = &mut value {
        items
            .iter_mut()
            .for_each(|value| *value = timeless(value.take()));
    }
    value
}

/// Runs kubectl in a namespace against a server that knows these exchanges, in any order.
pub(crate) fn run(
    args: &[String],
    stdin: &[u8],
    namespace: &str,
    discovery: &[Exchange],
    exchanges: &[Exchange],
) -> Outcome {
    let server = Arc::new(Mutex::new(Server {
        discovery: discovery.to_vec(),
        exchanges: exchanges.to_vec(),
        unexpected: Vec::new(),
    }));
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let shared = Arc::clone(&server);
    let service = service_fn(move |request: Request<Body>| {
        let server = Arc::clone(&shared);
        async move { Ok::<_, Infallible>(serve(&server, request).await) }
    });
    let client = runtime.block_on(async { kube::Client::new(service, namespace) });
    let mut capture = Capture {
        stdin: stdin.to_vec(),
        ..Capture::default()
    };
    let code = kubectl::run_in_process(args, &mut capture.io(), client, runtime.handle().clone());
    let server = server.lock().unwrap();
    Outcome {
        code,
        out: capture.out(),
        err: capture.err(),
        unexpected: server.unexpected.clone(),
        missing: server
            .exchanges
            .iter()
            .filter(|exchange| exchange.writes())
            .map(|e| e.line.clone())
            .collect(),
    }
}

async fn serve(server: &Mutex<Server>, request: Request<Body>) -> Response<Body> {
    let (head, body) = request.into_parts();
    let body = body
        .collect()
        .await
        .map(|body| body.to_bytes().to_vec())
        .unwrap_or_default();
    let line = format!("{} {}", head.method, head.uri);
    let content_type = head
        .headers
        .get("content-type")
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let exchange = server.lock().unwrap().answer(&line, content_type, &body);
    let mut response = Response::builder()
        .status(exchange.status)
        .header("content-type", "application/json");
    for warning in &exchange.warnings {
        response = response.header("warning", warning);
    }
    response.body(Body::from(exchange.answer)).unwrap()
}
