//! The server: a tower service over a store.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::error::Error;
use std::future::Future;
use std::net::SocketAddrV4;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use apimachinery::{Clock, Status, Timestamp};
use bytes::Bytes;
use http::{Request, Response};
use hyper::body::Body as HttpBody;
use store::Store;
use tokio::sync::Semaphore;
use tower::Service;

use crate::answer::Body;
use crate::compaction::Compaction;
use crate::dispatch;
use crate::expiry::Expiry;
use crate::identity::User;
use crate::node_connector::NodeConnector;
use crate::rbac::Policy;
use crate::registry::Registry;
use crate::seeded::Seeded;
use crate::service_account_tokens::SigningKey;
use crate::services::{Allocator, ServiceRange};

/// What a server is made with.
pub struct Options {
    /// Where time comes from.
    pub clock: Arc<dyn Clock>,
    /// What uids, generated names and jitter follow from.
    pub seed: u64,
    /// Users by their bearer token.
    pub tokens: BTreeMap<String, User>,
    /// What signs the tokens of service accounts; without one they are good until the server ends.
    pub signing_key: Option<SigningKey>,
    /// The addresses that Services get.
    pub services: ServiceRange,
    /// Where the server is reached, which is what the Service `kubernetes` leads to.
    pub advertise: Option<SocketAddrV4>,
    /// The way to the nodes, if there are any.
    pub nodes: Option<Arc<dyn NodeConnector>>,
}

/// The Kubernetes API over a [`Store`], as a service for HTTP requests.
///
/// Clones share one server. A request to the service itself is trusted: it is made in this process, by the user that
/// [`as_user`](Self::as_user) named, or else by [`User::admin`]. `kube::Client::new(server.clone(), "default")` is a client
/// without a socket. [`serve`](Self::serve) is the way in for everybody else.
#[derive(Clone)]
pub struct Server {
    pub(crate) shared: Arc<Shared>,
    user: Arc<User>,
}

/// So many writes are worked on at once, as many as the real server admits by default; the others wait their turn, and a burst of them takes
/// no more memory than these.
const WRITES_AT_ONCE: usize = 200;

pub(crate) struct Shared {
    pub(crate) store: Store,
    pub(crate) registry: Registry,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) seeded: Seeded,
    /// For what nobody decides anything by: reads must not change the names that writes get.
    pub(crate) jitter: Seeded,
    pub(crate) tokens: BTreeMap<String, User>,
    /// Nothing if the system gave no random numbers to make one.
    pub(crate) signing_key: Option<SigningKey>,
    pub(crate) policy: Policy,
    /// Held while something is counted and written in a namespace that has quotas.
    pub(crate) quota: tokio::sync::Mutex<()>,
    /// A place for each write that is worked on.
    pub(crate) writes: Semaphore,
    pub(crate) compaction: Compaction,
    pub(crate) expiry: Expiry,
    pub(crate) services: Allocator,
    pub(crate) advertise: Option<SocketAddrV4>,
    pub(crate) nodes: Option<Arc<dyn NodeConnector>>,
}

impl Shared {
    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }
}

impl Server {
    /// A server over this store. [`bootstrap`](Self::bootstrap) has to run before the first client comes.
    #[must_use]
    pub fn new(store: Store, options: Options) -> Self {
        let registry = Registry::built_in();
        let prefix = registry
            .find("", "v1", "services")
            .map_or_else(String::new, |services| services.prefix(None));
        let shared = Shared {
            services: Allocator::load(options.services, &store, &prefix),
            advertise: options.advertise,
            nodes: options.nodes,
            signing_key: options.signing_key.or_else(own_signing_key),
            policy: Policy::of(&store),
            quota: tokio::sync::Mutex::new(()),
            writes: Semaphore::new(WRITES_AT_ONCE),
            compaction: Compaction::new(options.clock.now(), store.revision()),
            store,
            registry,
            seeded: Seeded::new(options.seed),
            jitter: Seeded::new(!options.seed),
            expiry: Expiry::new(options.clock.now()),
            tokens: options.tokens,
            clock: options.clock,
        };
        crate::custom::load(&shared);
        Self {
            shared: Arc::new(shared),
            user: Arc::new(User::admin()),
        }
    }

    /// The same server, for requests that this user makes in the server's process.
    #[must_use]
    pub fn as_user(&self, user: User) -> Self {
        Self {
            shared: self.shared.clone(),
            user: Arc::new(user),
        }
    }

    /// Creates what every cluster has from the start: the namespaces `default`, `kube-system`, `kube-public` and
    /// `kube-node-lease`, and the Service `kubernetes`. What is there already stays, but for Services whose addresses are of another
    /// range: they get new ones.
    ///
    /// # Errors
    /// The store could not be written.
    pub async fn bootstrap(&self) -> Result<(), Status> {
        crate::bootstrap::bootstrap(&self.shared).await
    }

    /// Answers a request that this user makes.
    pub(crate) async fn respond<B>(&self, request: Request<B>, user: Arc<User>) -> Response<Body>
    where
        B: HttpBody + Send,
        B::Data: Send,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        dispatch::respond(&self.shared, request, user).await
    }
}

/// A key that nobody else knows, so that its tokens end with the server.
fn own_signing_key() -> Option<SigningKey> {
    let pem = SigningKey::generate().ok()?;
    SigningKey::from_pem(&pem).ok()
}

impl<B> Service<Request<B>> for Server
where
    B: HttpBody<Data = Bytes> + Send + 'static,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let server = self.clone();
        Box::pin(async move {
            let user = server.user.clone();
            Ok(server.respond(request, user).await)
        })
    }
}
