use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use clientgo::Object;
use futures::future::{BoxFuture, FutureExt, ready};
use parking_lot::Mutex;

use super::{AddressBlock, AddressError, Listening, Runtime, exec};
use crate::probe::{Check, CheckResult};

/// Containers that are reached by nothing but their probes: no socket is opened, so that time can be paused.
#[derive(Debug)]
pub struct MemoryRuntime {
    addresses: AddressBlock,
    /// The open ports by pod uid and container.
    ports: Mutex<BTreeMap<(String, String), BTreeSet<u16>>>,
}

impl MemoryRuntime {
    /// Containers with addresses of this block.
    #[must_use]
    pub fn new(addresses: AddressBlock) -> Self {
        MemoryRuntime {
            addresses,
            ports: Mutex::default(),
        }
    }

    fn is_open(&self, pod: &Object, port: u16) -> bool {
        let ports = self.ports.lock();
        let of_pod = ports
            .range((pod.uid().to_owned(), String::new())..)
            .take_while(|((uid, _), _)| uid == pod.uid());
        of_pod.into_iter().any(|(_, open)| open.contains(&port))
    }
}

impl Runtime for MemoryRuntime {
    fn assign_address(&self, pod: &Object) -> Result<String, AddressError> {
        self.addresses
            .assign(pod.uid())
            .map(|address| address.to_string())
    }

    fn listen(&self, listening: &Listening<'_>) -> Vec<String> {
        let key = (
            listening.pod.uid().to_owned(),
            listening.container.to_owned(),
        );
        self.ports
            .lock()
            .insert(key, listening.ports.iter().copied().collect());
        Vec::new()
    }

    fn refuse(&self, pod: &Object, container: &str) {
        self.ports
            .lock()
            .remove(&(pod.uid().to_owned(), container.to_owned()));
    }

    fn close(&self, pod: &Object, container: &str) {
        self.refuse(pod, container);
    }

    fn remove(&self, pod: &Object) {
        self.ports.lock().retain(|(uid, _), _| uid != pod.uid());
        self.addresses.release(pod.uid());
    }

    fn check(
        &self,
        pod: &Object,
        address: &str,
        _container: &str,
        check: Check,
        timeout: Duration,
    ) -> BoxFuture<'static, CheckResult> {
        let refused = |port: u16| format!("dial tcp {address}:{port}: connect: connection refused");
        match check {
            Check::Exec(exit) => exec(exit, timeout).boxed(),
            Check::Http { port, .. } | Check::Tcp { port } if self.is_open(pod, port) => {
                ready(Ok(())).boxed()
            }
            Check::Http { port, path } => ready(Err(format!(
                "Get \"http://{address}:{port}{path}\": {}",
                refused(port)
            )))
            .boxed(),
            Check::Tcp { port } => ready(Err(refused(port))).boxed(),
        }
    }
}
