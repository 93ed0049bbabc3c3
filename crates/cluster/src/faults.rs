//! What can go wrong between the parts of a cluster and its server.
//!
//! Behind an [`Unreliable`] client requests are late, refused, or done without an answer, and watches bring their events late or end in
//! between. What happens follows from a seed, so that a run can be had again.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use apimachinery::{Gvr, Status};
use apiserver::{Server, User};
use bytes::Bytes;
use fastrand::Rng;
use futures::StreamExt as _;
use http::{Method, Request, Response, StatusCode};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Full, StreamBody};
use hyper::body::Frame;
use kube::Client;
use parking_lot::Mutex;
use tower::{ServiceExt as _, service_fn};

/// How often something goes wrong, in percent of the requests, or of a watch's events.
#[derive(Clone, Copy, Debug)]
pub struct Faults {
    /// Requests that take up to [`Faults::DELAY`] until they arrive, and events that take as long.
    pub late: u8,
    /// Requests that the server does not take.
    pub refused: u8,
    /// Updates that are told that somebody else was faster.
    pub conflicts: u8,
    /// Writes that are done without their client hearing of it.
    pub unanswered: u8,
    /// Events after which a watch ends.
    pub cut: u8,
}

impl Faults {
    /// The longest that something is late.
    pub const DELAY: Duration = Duration::from_millis(500);
    /// A bad day.
    pub const MANY: Faults = Faults {
        late: 20,
        refused: 4,
        conflicts: 6,
        unanswered: 4,
        cut: 5,
    };
}

/// The way to a server that does not always work.
#[derive(Clone)]
pub(crate) struct Unreliable {
    faults: Faults,
    random: Arc<Mutex<Rng>>,
    raging: Arc<AtomicBool>,
}

type Body = UnsyncBoxBody<Bytes, Infallible>;

/// What becomes of one request.
enum Fate {
    Well,
    Refused(Status),
    Unanswered,
}

impl Unreliable {
    /// A way on which these faults happen, as they follow from the seed, until it is [calm](Self::calm).
    pub(crate) fn new(faults: Faults, seed: u64) -> Self {
        Unreliable {
            faults,
            random: Arc::new(Mutex::new(Rng::with_seed(seed))),
            raging: Arc::new(AtomicBool::new(true)),
        }
    }

    /// Ends the faults.
    pub(crate) fn calm(&self) {
        self.raging.store(false, Ordering::Relaxed);
    }

    /// A client on this way.
    pub(crate) fn client(&self, server: &Server, user: User) -> Client {
        let (way, server) = (self.clone(), server.as_user(user));
        let service = service_fn(move |request| {
            let (way, server) = (way.clone(), server.clone());
            async move { Ok::<_, Infallible>(way.pass(request, server).await) }
        });
        Client::new(service, "default")
    }

    async fn pass(self, request: Request<kube::client::Body>, server: Server) -> Response<Body> {
        self.delay().await;
        match self.fate(request.method(), request.uri().path()) {
            Fate::Refused(status) => answer(&status),
            Fate::Well => self.watched(send(server, request).await),
            Fate::Unanswered => {
                drop(send(server, request).await);
                answer(&Status::timeout("the answer is lost", 0))
            }
        }
    }

    fn fate(&self, method: &Method, path: &str) -> Fate {
        let is_update = matches!(*method, Method::PUT | Method::PATCH);
        if self.happens(self.faults.refused) {
            return Fate::Refused(Status::internal_error("the server does not take it"));
        }
        if is_update && self.happens(self.faults.conflicts) {
            let name = path.rsplit('/').next().unwrap_or_default();
            let why = "the object has been modified; please apply your changes to the latest version and try again";
            return Fate::Refused(Status::conflict(&Gvr::new("", "v1", "objects"), name, why));
        }
        if *method != Method::GET && self.happens(self.faults.unanswered) {
            return Fate::Unanswered;
        }
        Fate::Well
    }

    /// A stream of events with the faults of a watch; other answers are as they are.
    fn watched(self, response: Response<apiserver::Body>) -> Response<Body> {
        response.map(|body| {
            if hyper::body::Body::size_hint(&body).exact().is_some() {
                return body.boxed_unsync();
            }
            let events = futures::stream::unfold(
                (body.into_data_stream(), self),
                |(mut events, way)| async move {
                    if way.happens(way.faults.cut) {
                        return None;
                    }
                    let event = events.next().await?;
                    way.delay().await;
                    Some((event.map(Frame::data), (events, way)))
                },
            );
            StreamBody::new(events).boxed_unsync()
        })
    }

    async fn delay(&self) {
        if self.happens(self.faults.late) {
            let longest = u64::try_from(Faults::DELAY.as_millis()).unwrap_or(u64::MAX);
            let millis = self.random.lock().u64(..longest);
            tokio::time::sleep(Duration::from_millis(millis)).await;
        }
    }

    fn happens(&self, percent: u8) -> bool {
        self.raging.load(Ordering::Relaxed) && self.random.lock().u8(..100) < percent
    }
}

async fn send(server: Server, request: Request<kube::client::Body>) -> Response<apiserver::Body> {
    let Ok(response) = server.oneshot(request).await;
    response
}

fn answer(status: &Status) -> Response<Body> {
    let text = status.to_json().to_string();
    let mut response = Response::new(Full::new(Bytes::from(text)).boxed_unsync());
    *response.status_mut() =
        StatusCode::from_u16(status.code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    response
}
