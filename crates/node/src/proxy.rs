//! The service proxy: leads every connection to a Service to one of its endpoints, by the rules of kube-proxy.
//!
//! It knows of a change as soon as the caches do. What it leads to a simulated pod it hands over; only connections to other addresses are
//! copied.

mod affinity;
mod endpoints;
mod frontends;
mod service_port;

use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddrV4};
use std::sync::Arc;

use apimachinery::Clock;
use clientgo::{Api, Delta, EventType, Informers, Key, Object, Recorder, resources};
use kube::Client;
use parking_lot::Mutex;
use tokio::io::DuplexStream;

use crate::runtime::Runtime;
use affinity::Affinity;
use frontends::{Frontend, Listener, wanted_frontends};
use service_port::ServicePort;
pub(crate) use service_port::Start;

const COMPONENT: &str = "kube-proxy";
/// The label by which slices belong to a Service.
const SERVICE_NAME: &str = "kubernetes.io/service-name";
/// How much of a connection inside the process may be under way.
const BUFFER: usize = 64 << 10;

/// The running proxy of a cluster.
pub(crate) struct ServiceProxy {
    runtime: Arc<Runtime>,
    recorder: Recorder,
    /// The nodes with the addresses on which node ports are reached.
    nodes: Vec<(String, Ipv4Addr)>,
    random: Arc<Mutex<fastrand::Rng>>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    services: BTreeMap<Key, Served>,
    slices: BTreeMap<Key, BTreeMap<String, Object>>,
    told_of_low_ports: bool,
}

/// A Service that is proxied.
struct Served {
    /// By the names of its ports.
    ports: BTreeMap<String, Arc<ServicePort>>,
    frontends: BTreeMap<SocketAddrV4, (Frontend, Option<Listener>)>,
}

impl ServiceProxy {
    /// Starts the proxy on the caches of Services and their slices.
    pub(crate) fn start(
        client: &Client,
        informers: &Informers,
        clock: &Arc<dyn Clock>,
        runtime: Arc<Runtime>,
        nodes: Vec<(String, Ipv4Addr)>,
        seed: u64,
    ) -> Arc<Self> {
        let api = Api::new(client.clone(), COMPONENT);
        let proxy = Arc::new(ServiceProxy {
            runtime,
            recorder: Recorder::start(api, Arc::clone(clock), COMPONENT, ""),
            nodes,
            random: Arc::new(Mutex::new(fastrand::Rng::with_seed(seed))),
            state: Mutex::default(),
        });
        let on_service = Arc::clone(&proxy);
        informers
            .cache(&resources::SERVICES)
            .subscribe(move |delta| on_service.observe_service(delta));
        let on_slice = Arc::clone(&proxy);
        informers
            .cache(&resources::ENDPOINT_SLICES)
            .subscribe(move |delta| on_slice.observe_slice(delta));
        proxy
    }

    /// Stops listening.
    pub(crate) fn stop(&self) {
        self.state.lock().services.clear();
    }

    /// Opens a connection to a Service's address from inside the process; none if there is no such Service.
    pub(crate) fn connect(&self, address: SocketAddrV4, client: Start) -> Option<DuplexStream> {
        let (port, frontend) = self.frontend(address)?;
        let (near, far) = tokio::io::duplex(BUFFER);
        tokio::spawn(async move { port.lead(Box::new(far), client, &frontend).await });
        Some(near)
    }

    fn frontend(&self, address: SocketAddrV4) -> Option<(Arc<ServicePort>, Frontend)> {
        let state = self.state.lock();
        state.services.values().find_map(|served| {
            let (frontend, _) = served.frontends.get(&address)?;
            let port = served.ports.get(&frontend.port)?;
            Some((Arc::clone(port), frontend.clone()))
        })
    }

    fn observe_slice(&self, delta: &Delta) {
        let mut state = self.state.lock();
        let before = match delta {
            Delta::Updated(old, _) | Delta::Deleted(old) => Some(old),
            Delta::Added(_) => None,
        };
        let after = match delta {
            Delta::Added(new) | Delta::Updated(_, new) => Some(new),
            Delta::Deleted(_) => None,
        };
        if let Some(slice) = before {
            state.forget_slice(slice);
        }
        if let Some(slice) = after
            && let Some(key) = service_of(slice)
        {
            let slices = state.slices.entry(key).or_default();
            slices.insert(slice.name().to_owned(), slice.clone());
        }
        let mut keys: Vec<Key> = before
            .into_iter()
            .chain(after)
            .filter_map(service_of)
            .collect();
        keys.dedup();
        keys.iter().for_each(|key| state.publish(key));
    }

    fn observe_service(&self, delta: &Delta) {
        let service = delta.object();
        let key = service.key();
        let mut state = self.state.lock();
        if matches!(delta, Delta::Deleted(_)) {
            state.services.remove(&key);
            return;
        }
        let wanted = wanted_frontends(service, &self.nodes);
        let mut served = state.services.remove(&key).unwrap_or(Served {
            ports: BTreeMap::new(),
            frontends: BTreeMap::new(),
        });
        served
            .ports
            .retain(|name, _| wanted.values().any(|frontend| frontend.port == *name));
        for frontend in wanted.values() {
            let port = served
                .ports
                .entry(frontend.port.clone())
                .or_insert_with(|| {
                    ServicePort::new(Arc::clone(&self.runtime), Arc::clone(&self.random))
                });
            port.set_affinity(Affinity::wanted(service));
        }
        served
            .frontends
            .retain(|address, (frontend, _)| wanted.get(address) == Some(frontend));
        for (address, frontend) in wanted {
            if served.frontends.contains_key(&address) {
                continue;
            }
            let Some(port) = served.ports.get(&frontend.port) else {
                continue;
            };
            let listener = self.runtime.has_sockets().then(|| {
                let opened = Listener::open(address, port, &frontend);
                opened.map_err(|error| self.tell(&mut state, service, address, &error))
            });
            let listener = listener.and_then(Result::ok);
            served.frontends.insert(address, (frontend, listener));
        }
        state.services.insert(key.clone(), served);
        state.publish(&key);
    }

    /// Says that an address cannot be listened on; that low ports cannot is said once.
    fn tell(&self, state: &mut State, service: &Object, address: SocketAddrV4, error: &io::Error) {
        let mut message = format!("listen on {address}: {error}");
        if error.kind() == io::ErrorKind::PermissionDenied {
            if std::mem::replace(&mut state.told_of_low_ports, true) {
                return;
            }
            message.push_str(
                "; ports below 1024 need a right that this process lacks: port-forward and the API server's proxy reach such Services, \
                 and a Service with a port such as 8080 is reached directly",
            );
        }
        tracing::warn!(service = %service.key(), "{message}");
        self.recorder
            .event(service, EventType::Warning, "FailedListen", &message);
    }
}

impl State {
    fn forget_slice(&mut self, slice: &Object) {
        let Some(key) = service_of(slice) else {
            return;
        };
        if let Some(slices) = self.slices.get_mut(&key) {
            slices.remove(slice.name());
            if slices.is_empty() {
                self.slices.remove(&key);
            }
        }
    }

    /// Tells the ports of a Service which endpoints they have.
    fn publish(&self, key: &Key) {
        let Some(served) = self.services.get(key) else {
            return;
        };
        let slices: Vec<&Object> = self
            .slices
            .get(key)
            .into_iter()
            .flat_map(BTreeMap::values)
            .collect();
        for (name, port) in &served.ports {
            port.set_endpoints(endpoints::of_port(&slices, name));
        }
    }
}

fn service_of(slice: &Object) -> Option<Key> {
    Some(Key::new(slice.namespace(), slice.label(SERVICE_NAME)?))
}
