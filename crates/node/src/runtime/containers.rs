use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::sync::Arc;

use apimachinery::Clock;
use bytes::Bytes;
use clientgo::Object;
use parking_lot::Mutex;
use tokio::sync::watch;

use super::log::Log;
use super::{Connection, Started, answer};

/// How far a run of a container has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Serving {
    /// It has not opened its ports yet.
    Starting,
    /// It takes connections.
    Open,
    /// It answers on the connections that it has and takes none.
    Draining,
    /// It is gone.
    Closed,
}

/// Why a connection is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The pod is there, but nothing of it listens on the port yet.
    NotListening,
    /// What listened there is gone or on its way out.
    Gone,
    /// The address is no pod's.
    Elsewhere,
}

/// A container of a pod, over all its runs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Identity {
    pod_uid: String,
    container: String,
}

impl Identity {
    pub(super) fn of(pod: &Object, container: &str) -> Self {
        Self::new(pod.uid(), container)
    }

    fn new(pod_uid: &str, container: &str) -> Self {
        Identity {
            pod_uid: pod_uid.to_owned(),
            container: container.to_owned(),
        }
    }
}

/// One run of a container.
pub(super) struct Container {
    pub(super) text: Bytes,
    pub(super) address: Ipv4Addr,
    pub(super) ports: Vec<u16>,
    serving: watch::Sender<Serving>,
    log: Arc<Log>,
    clock: Arc<dyn Clock>,
}

impl Container {
    /// Writes a line to its log.
    pub(super) fn wrote(&self, line: String) {
        self.log.write(self.clock.now(), line);
    }

    pub(super) fn serving(&self) -> watch::Receiver<Serving> {
        self.serving.subscribe()
    }

    pub(super) fn is_draining(&self) -> bool {
        *self.serving.borrow() >= Serving::Draining
    }
}

/// The containers of all pods by name, and by address and port.
pub(super) struct Containers {
    clock: Arc<dyn Clock>,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    runs: BTreeMap<Identity, Runs>,
    by_port: BTreeMap<(Ipv4Addr, u16), Arc<Container>>,
    pods: BTreeMap<Ipv4Addr, String>,
}

struct Runs {
    present: Arc<Container>,
    previous: Option<Arc<Log>>,
}

impl Containers {
    pub(super) fn new(clock: Arc<dyn Clock>) -> Self {
        Containers {
            clock,
            table: Mutex::default(),
        }
    }

    pub(super) fn start(&self, started: &Started<'_>) {
        let container = Arc::new(Container {
            text: answer::text(started),
            address: started.address,
            ports: started.ports.to_vec(),
            serving: watch::Sender::new(Serving::Starting),
            log: Arc::default(),
            clock: Arc::clone(&self.clock),
        });
        container.wrote(format!(
            "{} started in {}/{} on {}",
            started.image,
            started.pod.namespace(),
            started.pod.name(),
            started.node
        ));
        let mut table = self.table.lock();
        for port in started.ports {
            table
                .by_port
                .insert((started.address, *port), Arc::clone(&container));
        }
        let uid = started.pod.uid().to_owned();
        table.pods.insert(started.address, uid);
        let identity = Identity::of(started.pod, started.container);
        let earlier = table.runs.remove(&identity);
        let runs = Runs {
            present: container,
            previous: earlier.map(|runs| Arc::clone(&runs.present.log)),
        };
        table.runs.insert(identity, runs);
    }

    /// Opens a container's ports and gives it, if it runs.
    pub(super) fn listen(&self, identity: &Identity) -> Option<Arc<Container>> {
        let container = Arc::clone(&self.table.lock().runs.get(identity)?.present);
        for port in &container.ports {
            container.wrote(format!("listening on {}:{port}", container.address));
        }
        container.serving.send_replace(Serving::Open);
        Some(container)
    }

    pub(super) fn refuse(&self, identity: &Identity) {
        if let Some(runs) = self.table.lock().runs.get(identity) {
            runs.present
                .wrote("stopping: no new connections are taken".to_owned());
            runs.present.serving.send_replace(Serving::Draining);
        }
    }

    pub(super) fn close(&self, identity: &Identity, code: i32) {
        if let Some(runs) = self.table.lock().runs.get(identity) {
            runs.present.wrote(format!("exited with code {code}"));
            runs.present.log.end();
            runs.present.serving.send_replace(Serving::Closed);
        }
    }

    /// Forgets a pod and gives the containers that it had.
    pub(super) fn remove(&self, pod_uid: &str) -> Vec<Identity> {
        let mut table = self.table.lock();
        let from = Identity::new(pod_uid, "");
        let gone: Vec<Identity> = table
            .runs
            .range(from..)
            .map(|(identity, _)| identity)
            .take_while(|identity| identity.pod_uid == pod_uid)
            .cloned()
            .collect();
        for identity in &gone {
            let Some(runs) = table.runs.remove(identity) else {
                continue;
            };
            let container = runs.present;
            for port in &container.ports {
                table.by_port.remove(&(container.address, *port));
            }
            table.pods.remove(&container.address);
            container.log.end();
            container.serving.send_replace(Serving::Closed);
        }
        gone
    }

    /// Whether a container takes connections there.
    pub(super) fn takes_connections(&self, address: Ipv4Addr, port: u16) -> bool {
        let table = self.table.lock();
        table
            .by_port
            .get(&(address, port))
            .is_some_and(|container| *container.serving.borrow() == Serving::Open)
    }

    pub(super) fn hand_over(
        &self,
        address: Ipv4Addr,
        port: u16,
        connection: Box<dyn Connection>,
        client: &str,
    ) -> Result<(), (Box<dyn Connection>, Refusal)> {
        let container = {
            let table = self.table.lock();
            match table.by_port.get(&(address, port)) {
                Some(container) => Ok(Arc::clone(container)),
                None if table.pods.contains_key(&address) => Err(Refusal::NotListening),
                None => Err(Refusal::Gone),
            }
        };
        let open = container.and_then(|container| match *container.serving.borrow() {
            Serving::Starting => Err(Refusal::NotListening),
            Serving::Open => Ok(Arc::clone(&container)),
            Serving::Draining | Serving::Closed => Err(Refusal::Gone),
        });
        match open {
            Ok(container) => {
                tokio::spawn(answer::serve(connection, container, client.to_owned()));
                Ok(())
            }
            Err(refusal) => Err((connection, refusal)),
        }
    }

    pub(super) fn log(&self, pod_uid: &str, container: &str, previous: bool) -> Option<Arc<Log>> {
        let table = self.table.lock();
        let runs = table.runs.get(&Identity::new(pod_uid, container))?;
        if previous {
            runs.previous.clone()
        } else {
            Some(Arc::clone(&runs.present.log))
        }
    }
}
