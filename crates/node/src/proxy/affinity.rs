use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddrV4};
use std::time::Duration;

use clientgo::Object;
use tokio::time::Instant;

/// Beyond so many clients those whose time is over are forgotten.
const MANY_CLIENTS: usize = 4096;

/// Which endpoint a client was led to last, for Services that lead it there again.
#[derive(Debug, Default)]
pub(super) struct Affinity {
    timeout: Option<Duration>,
    clients: BTreeMap<IpAddr, (SocketAddrV4, Instant)>,
}

impl Affinity {
    /// How long a Service remembers its clients; none if it does not.
    pub(super) fn wanted(service: &Object) -> Option<Duration> {
        let spec = &service["spec"];
        let seconds = &spec["sessionAffinityConfig"]["clientIP"]["timeoutSeconds"];
        (spec["sessionAffinity"] == "ClientIP")
            .then(|| Duration::from_secs(seconds.as_u64().unwrap_or(10800)))
    }

    pub(super) fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.timeout = timeout;
        if timeout.is_none() {
            self.clients.clear();
        }
    }

    /// Where the client was led last, if that is not too long ago.
    pub(super) fn recall(&self, client: IpAddr, now: Instant) -> Option<SocketAddrV4> {
        let timeout = self.timeout?;
        let (endpoint, at) = self.clients.get(&client)?;
        (now.duration_since(*at) < timeout).then_some(*endpoint)
    }

    pub(super) fn remember(&mut self, client: IpAddr, endpoint: SocketAddrV4, now: Instant) {
        let Some(timeout) = self.timeout else { return };
        if self.clients.len() >= MANY_CLIENTS {
            self.clients
                .retain(|_, (_, at)| now.duration_since(*at) < timeout);
        }
        self.clients.insert(client, (endpoint, now));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_client_is_remembered_from_its_last_connection_on() {
        let service = Object::new(&json!({"spec": {
            "sessionAffinity": "ClientIP", "sessionAffinityConfig": {"clientIP": {"timeoutSeconds": 10}},
        }}));
        let mut affinity = Affinity::default();
        affinity.set_timeout(Affinity::wanted(&service));
        let client: IpAddr = "127.0.0.1".parse().expect("an address");
        let endpoint: SocketAddrV4 = "127.64.1.0:80".parse().expect("an address");
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(affinity.recall(client, start), None);
        affinity.remember(client, endpoint, start);
        affinity.remember(client, endpoint, at(8));
        assert_eq!(affinity.recall(client, at(17)), Some(endpoint));
        assert_eq!(affinity.recall(client, at(18)), None);
    }

    #[test]
    fn a_service_without_affinity_remembers_nobody() {
        let service = Object::new(&json!({"spec": {"sessionAffinity": "None"}}));
        assert_eq!(Affinity::wanted(&service), None);
        let mut affinity = Affinity::default();
        let client: IpAddr = "127.0.0.1".parse().expect("an address");
        affinity.remember(
            client,
            "127.64.1.0:80".parse().expect("an address"),
            Instant::now(),
        );
        assert_eq!(affinity.recall(client, Instant::now()), None);
    }
}
