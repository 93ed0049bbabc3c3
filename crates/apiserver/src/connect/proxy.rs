//! `pods/proxy`, `services/proxy` and `nodes/proxy`: requests that are passed on.

use std::net::{Ipv4Addr, SocketAddrV4};

use apimachinery::Status;
use bytes::Bytes;
use futures::StreamExt as _;
use http::header::{CONNECTION, HOST, HeaderMap, HeaderName, LOCATION, TRANSFER_ENCODING, UPGRADE};
use http::request::Parts;
use http::{HeaderValue, Request, StatusCode};
use http_body_util::{BodyExt as _, BodyStream, Full};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use store::Range;

use super::{named, unavailable, unreachable};
use crate::answer::Answer;
use crate::call::Call;
use crate::stored::Stored;

/// What concerns one connection only.
const HOP_BY_HOP: [HeaderName; 4] = [
    CONNECTION,
    TRANSFER_ENCODING,
    UPGRADE,
    HeaderName::from_static("keep-alive"),
];

/// `[scheme:]name[:port]`, as it stands in a path.
struct Place<'a> {
    name: &'a str,
    port: &'a str,
}

impl<'a> Place<'a> {
    fn parse(text: &'a str) -> Result<Self, Status> {
        let parts: Vec<&str> = text.split(':').collect();
        let (scheme, name, port) = match parts[..] {
            [name] => ("", name, ""),
            [name, port] => ("", name, port),
            [scheme, name, port] => (scheme, name, port),
            _ => {
                return Err(Status::bad_request(format!(
                    "invalid proxy request {text:?}"
                )));
            }
        };
        match scheme {
            "" | "http" => Ok(Place { name, port }),
            // Simulated servers know no TLS.
            _ => Err(Status::bad_request(format!(
                "scheme {scheme:?} is not served by simulated pods"
            ))),
        }
    }
}

/// Passes a request on to a pod.
pub(super) async fn pod(call: &Call, parts: &Parts) -> Result<Answer, Status> {
    let place = Place::parse(call.name())?;
    let pod = named(call, place.name)?;
    let port = match place.port {
        "" => first_port(&pod).unwrap_or(80),
        port => port
            .parse()
            .map_err(|_| Status::bad_request(format!("invalid port {port:?}")))?,
    };
    let address = pod["status"]["podIP"]
        .as_str()
        .and_then(|text| text.parse::<Ipv4Addr>().ok())
        .ok_or_else(|| Status::bad_request("address not allowed"))?;
    pass_on(call, parts, SocketAddrV4::new(address, port)).await
}

/// Passes a request on to one of the ready endpoints of a Service.
pub(super) async fn service(call: &Call, parts: &Parts) -> Result<Answer, Status> {
    let place = Place::parse(call.name())?;
    let service = named(call, place.name)?;
    let ports = service["spec"]["ports"].as_array();
    let ports: Vec<&Value> = ports.into_iter().flatten().collect();
    let wanted = |port: &&&Value| {
        port["name"] == place.port || port["port"].as_u64() == place.port.parse().ok()
    };
    let port = match (&ports[..], place.port) {
        ([only], "") => Some(only),
        _ => ports.iter().find(wanted),
    };
    let port = port.ok_or_else(|| {
        unavailable(format!(
            "no service port {:?} found for service {:?}",
            place.port, place.name
        ))
    })?;
    let endpoints = endpoints(call, place.name, port["name"].as_str().unwrap_or_default())?;
    let chosen = call.shared.jitter.number() as usize;
    let address = chosen
        .checked_rem(endpoints.len())
        .map(|place| endpoints[place])
        .ok_or_else(|| {
            unavailable(format!(
                "no endpoints available for service {:?}",
                place.name
            ))
        })?;
    pass_on(call, parts, address).await
}

/// Answers what a kubelet would.
pub(super) fn node(call: &Call, parts: &Parts) -> Result<Answer, Status> {
    let place = Place::parse(call.name())?;
    named(call, place.name)?;
    match rest(call, parts) {
        "/healthz" => Ok(Answer::bytes(
            StatusCode::OK,
            "text/plain; charset=utf-8",
            "ok",
        )),
        "/pods" | "/pods/" => {
            let mut pods = all(call, "", "pods", None)?;
            pods.retain(|pod| pod["spec"]["nodeName"] == place.name);
            let list =
                json!({"kind": "PodList", "apiVersion": "v1", "metadata": {}, "items": pods});
            Ok(Answer::value(
                StatusCode::OK,
                crate::negotiate::Format::Json,
                &list,
            ))
        }
        _ => Ok(Answer::not_found()),
    }
}

fn first_port(pod: &Value) -> Option<u16> {
    let containers = pod["spec"]["containers"].as_array()?.iter();
    let mut ports =
        containers.filter_map(|container| container["ports"][0]["containerPort"].as_u64());
    u16::try_from(ports.next()?).ok()
}

/// Where the ready endpoints of a port of a Service are.
fn endpoints(call: &Call, service: &str, port: &str) -> Result<Vec<SocketAddrV4>, Status> {
    let slices = all(call, "discovery.k8s.io", "endpointslices", call.namespace())?;
    let mut found = Vec::new();
    let of_service = slices
        .iter()
        .filter(|slice| slice["metadata"]["labels"]["kubernetes.io/service-name"] == service);
    for slice in of_service {
        let mut ports = slice["ports"].as_array().into_iter().flatten();
        let number = ports
            .find(|found| found["name"].as_str().unwrap_or_default() == port)
            .and_then(|found| u16::try_from(found["port"].as_u64()?).ok());
        let Some(number) = number else { continue };
        let endpoints = slice["endpoints"].as_array().into_iter().flatten();
        let addresses = endpoints
            .filter(|endpoint| endpoint["conditions"]["ready"] != false)
            .filter_map(|endpoint| endpoint["addresses"][0].as_str()?.parse().ok());
        found.extend(addresses.map(|address| SocketAddrV4::new(address, number)));
    }
    Ok(found)
}

fn all(
    call: &Call,
    group: &str,
    resource: &str,
    namespace: Option<&str>,
) -> Result<Vec<Value>, Status> {
    let served = call
        .shared
        .registry
        .find(group, "v1", resource)
        .ok_or_else(Status::no_such_resource)?;
    let prefix = served.prefix(namespace);
    let range = Range {
        prefix: &prefix,
        ..Range::default()
    };
    let page = call
        .shared
        .store
        .range(range)
        .map_err(|error| Status::internal_error(error.to_string()))?;
    let decode = |entry| Stored::of(&served, entry).decode();
    Ok(page.entries.iter().map(decode).collect())
}

/// What follows `proxy` in the path, as it was sent.
fn rest<'a>(call: &Call, parts: &'a Parts) -> &'a str {
    let before = if call.namespace().is_some() { 7 } else { 5 };
    let path = parts.uri.path();
    let mut slashes = path.match_indices('/').map(|(at, _)| at);
    slashes.nth(before).map_or("", |at| &path[at..])
}

async fn pass_on(call: &Call, parts: &Parts, address: SocketAddrV4) -> Result<Answer, Status> {
    let path = rest(call, parts);
    if path.is_empty() {
        return Ok(to_directory(parts));
    }
    let failed =
        |error: &hyper::Error| unavailable(format!("error trying to reach service: {error}"));
    let connected = call.shared.nodes()?.connect(address).await;
    let connection = connected.map_err(|error| unreachable(&address.to_string(), &error))?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(connection))
        .await
        .map_err(|error| failed(&error))?;
    // It ends with the answer's body or with whoever listens there.
    tokio::spawn(connection);
    let request = request(parts, path, call.body.clone(), address)?;
    let response = sender
        .send_request(request)
        .await
        .map_err(|error| failed(&error))?;
    let (head, body) = response.into_parts();
    let frames = BodyStream::new(body.map_err(drop)).filter_map(async |frame| {
        // A body that breaks off ends here: its length tells the client.
        frame.ok()?.into_data().ok()
    });
    Ok(Answer::passed_on(
        head.status,
        end_to_end(&head.headers),
        frames.boxed(),
    ))
}

/// Sends a client to the path with a slash at its end, below which relative links lead to the same place.
fn to_directory(parts: &Parts) -> Answer {
    let query = parts.uri.query().map(|query| format!("?{query}"));
    let to = format!("{}/{}", parts.uri.path(), query.unwrap_or_default());
    let mut headers = HeaderMap::new();
    if let Ok(to) = HeaderValue::from_str(&to) {
        headers.insert(LOCATION, to);
    }
    Answer::passed_on(
        StatusCode::MOVED_PERMANENTLY,
        headers,
        futures::stream::empty().boxed(),
    )
}

fn request(
    parts: &Parts,
    path: &str,
    body: Bytes,
    address: SocketAddrV4,
) -> Result<Request<Full<Bytes>>, Status> {
    let query = parts.uri.query().map(|query| format!("?{query}"));
    let mut request = Request::new(Full::new(body));
    *request.method_mut() = parts.method.clone();
    *request.uri_mut() = format!("{path}{}", query.unwrap_or_default())
        .parse()
        .map_err(|error| Status::bad_request(format!("invalid path: {error}")))?;
    let mut headers = end_to_end(&parts.headers);
    // Who asks is the server's affair.
    headers.remove(http::header::AUTHORIZATION);
    if let Ok(host) = HeaderValue::from_str(&address.to_string()) {
        headers.insert(HOST, host);
    }
    *request.headers_mut() = headers;
    Ok(request)
}

fn end_to_end(headers: &HeaderMap) -> HeaderMap {
    let mut headers = headers.clone();
    for name in HOP_BY_HOP {
        headers.remove(name);
    }
    headers
}
