//! The older form of `port-forward` over a WebSocket: each message begins with the number of its channel, and every port that the request
//! names has one for data and one for errors.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddrV4};
use std::sync::Arc;

use bytes::{BufMut as _, Bytes, BytesMut};
use futures::StreamExt as _;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::copy::copy;
use super::transport::Transport;
use crate::NodeConnector;

/// A message has room for a channel of this many ports.
const MAX_PORTS: usize = 127;

/// The ports in the values of the query's parameter `ports`.
pub(super) fn ports(values: &[&str]) -> Option<Vec<u16>> {
    let numbers = values.iter().flat_map(|value| value.split(','));
    let ports: Vec<u16> = numbers
        .map(|number| number.parse().ok())
        .collect::<Option<_>>()?;
    (1..=MAX_PORTS).contains(&ports.len()).then_some(ports)
}

/// Serves a client until it goes away or all its connections have ended.
pub(super) async fn serve(
    nodes: Arc<dyn NodeConnector>,
    pod: Ipv4Addr,
    ports: Vec<u16>,
    mut transport: Transport,
) {
    let mut data = BTreeMap::new();
    let mut connections = JoinSet::new();
    for (channel, port) in (0_u8..).step_by(2).zip(ports) {
        let (sender, receiver) = mpsc::unbounded_channel();
        data.insert(channel, sender);
        let connection = Channels {
            nodes: Arc::clone(&nodes),
            address: SocketAddrV4::new(pod, port),
            outgoing: transport.outgoing.clone(),
            data: channel,
        };
        connections.spawn(connection.run(receiver));
    }
    loop {
        tokio::select! {
            ended = connections.join_next() => {
                if ended.is_none() {
                    break;
                }
            }
            message = transport.incoming.next() => {
                let Some(mut message) = message else { return };
                if message.is_empty() {
                    continue;
                }
                let channel = message.split_to(1)[0];
                if let Some(sender) = data.get(&channel) {
                    // A connection that has ended takes nothing more.
                    drop(sender.send(message));
                }
            }
        }
    }
    transport.finish().await;
}

/// The two channels of a port.
struct Channels {
    nodes: Arc<dyn NodeConnector>,
    address: SocketAddrV4,
    outgoing: mpsc::Sender<Bytes>,
    /// The number of the one for data; that for errors is the next.
    data: u8,
}

impl Channels {
    async fn run(self, data: mpsc::UnboundedReceiver<Bytes>) {
        let port = self.address.port().to_le_bytes();
        for channel in [self.data, self.data + 1] {
            // A client that is gone hears nothing of all this.
            drop(self.outgoing.send(message(channel, &port)).await);
        }
        match self.nodes.connect(self.address).await {
            Ok(connection) => {
                copy(connection, data, &self.outgoing, |part| {
                    message(self.data, part)
                })
                .await;
            }
            Err(error) => {
                let complaint = format!("dial tcp {}: connect: {error}", self.address);
                let complaint = message(self.data + 1, complaint.as_bytes());
                drop(self.outgoing.send(complaint).await);
            }
        }
    }
}

fn message(channel: u8, part: &[u8]) -> Bytes {
    let mut message = BytesMut::with_capacity(1 + part.len());
    message.put_u8(channel);
    message.put_slice(part);
    message.freeze()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_are_named_one_by_one_or_in_a_list() {
        assert_eq!(ports(&["80,81", "90"]), Some(vec![80, 81, 90]));
        assert_eq!(ports(&[]), None);
        assert_eq!(ports(&["http"]), None);
    }
}
