use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddrV4};
use std::sync::Arc;

use bytes::Bytes;
use futures::StreamExt as _;
use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::copy::copy;
use super::transport::Transport;
use crate::NodeConnector;
use crate::spdy::{Decoder, Encoder, Frame};

/// The streams of one client. A pair of them, one for data and one for errors, is a connection to a port.
pub(super) struct Session {
    nodes: Arc<dyn NodeConnector>,
    pod: Ipv4Addr,
    encoder: Arc<Mutex<Encoder>>,
    /// The error streams that wait for their data stream, by the number of their pair.
    errors: BTreeMap<String, u32>,
    /// Where the data of a stream goes; none once it has ended.
    data: BTreeMap<u32, mpsc::UnboundedSender<Bytes>>,
    connections: JoinSet<()>,
}

impl Session {
    pub(super) fn new(nodes: Arc<dyn NodeConnector>, pod: Ipv4Addr) -> Self {
        Session {
            nodes,
            pod,
            encoder: Arc::new(Mutex::new(Encoder::new())),
            errors: BTreeMap::new(),
            data: BTreeMap::new(),
            connections: JoinSet::new(),
        }
    }

    /// Serves the client until it goes away or says what makes no sense. All its connections end with it.
    pub(super) async fn run(mut self, mut transport: Transport) {
        let mut decoder = Decoder::new();
        while let Some(bytes) = transport.incoming.next().await {
            decoder.push(&bytes);
            loop {
                match decoder.next_frame() {
                    Ok(Some(frame)) => {
                        if self.take(frame, &transport.outgoing).await.is_err() {
                            return;
                        }
                    }
                    Ok(None) => break,
                    Err(error) => {
                        tracing::debug!(%error, "a client of port-forward is cut off");
                        return;
                    }
                }
            }
            while self.connections.try_join_next().is_some() {}
        }
    }

    async fn take(
        &mut self,
        frame: Frame,
        outgoing: &mpsc::Sender<Bytes>,
    ) -> Result<(), mpsc::error::SendError<Bytes>> {
        match frame {
            Frame::SynStream { id, headers, .. } => {
                let reply = self.encoder.lock().syn_reply(id);
                outgoing.send(reply).await?;
                self.begin(id, &headers, outgoing);
            }
            Frame::Data { id, data, is_last } => {
                if let Some(stream) = self.data.get(&id) {
                    // A connection that has ended takes nothing more; the client hears of its end.
                    drop(stream.send(data));
                }
                if is_last {
                    self.data.remove(&id);
                }
            }
            Frame::RstStream { id } => drop(self.data.remove(&id)),
            Frame::Ping { id } => {
                let ping = self.encoder.lock().ping(id);
                outgoing.send(ping).await?;
            }
            Frame::GoAway => {}
        }
        Ok(())
    }

    /// Connects to a port as soon as both streams of a pair are there: the one for errors comes first.
    fn begin(&mut self, id: u32, headers: &[(String, String)], outgoing: &mpsc::Sender<Bytes>) {
        let header = |name: &str| {
            let found = headers.iter().find(|(known, _)| known == name);
            found.map_or("", |(_, value)| value.as_str())
        };
        let pair = header("requestid").to_owned();
        if header("streamtype") == "error" {
            self.errors.insert(pair, id);
            return;
        }
        let (Some(errors), Ok(port)) = (self.errors.remove(&pair), header("port").parse::<u16>())
        else {
            let refusal = self.encoder.lock().rst_stream(id);
            let outgoing = outgoing.clone();
            self.connections.spawn(async move {
                // A client that is gone need not be refused.
                drop(outgoing.send(refusal).await);
            });
            return;
        };
        let (sender, data) = mpsc::unbounded_channel();
        self.data.insert(id, sender);
        let forwarded = Forwarded {
            nodes: Arc::clone(&self.nodes),
            address: SocketAddrV4::new(self.pod, port),
            encoder: Arc::clone(&self.encoder),
            outgoing: outgoing.clone(),
            id,
            errors,
        };
        self.connections.spawn(forwarded.run(data));
    }
}

/// One connection to a port.
struct Forwarded {
    nodes: Arc<dyn NodeConnector>,
    address: SocketAddrV4,
    encoder: Arc<Mutex<Encoder>>,
    outgoing: mpsc::Sender<Bytes>,
    /// The stream of its data.
    id: u32,
    /// The stream of its errors.
    errors: u32,
}

impl Forwarded {
    async fn run(self, data: mpsc::UnboundedReceiver<Bytes>) {
        let complaint = match self.nodes.connect(self.address).await {
            Ok(connection) => {
                let frame = |part: &[u8]| self.encoder.lock().data(self.id, part, false);
                copy(connection, data, &self.outgoing, frame).await;
                String::new()
            }
            Err(error) => format!(
                "an error occurred forwarding {port} -> {port}: error forwarding port {port} to pod, dial tcp {address}: connect: {error}",
                port = self.address.port(),
                address = self.address
            ),
        };
        self.end(self.errors, complaint.as_bytes()).await;
        self.end(self.id, b"").await;
    }

    /// Sends the last part of a stream.
    async fn end(&self, id: u32, data: &[u8]) {
        let frame = self.encoder.lock().data(id, data, true);
        // A client that is gone hears nothing of the end.
        drop(self.outgoing.send(frame).await);
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use apimachinery::Timestamp;
    use futures::future::{BoxFuture, FutureExt as _, ready};
    use futures::stream::{self, BoxStream};
    use tokio::io::AsyncWriteExt as _;

    use super::*;
    use crate::{Connection, LogLine, LogQuery};

    /// A pod that says back what it hears on port 7 and refuses every other.
    struct Echo;

    impl NodeConnector for Echo {
        fn connect(
            &self,
            address: SocketAddrV4,
        ) -> BoxFuture<'static, io::Result<Box<dyn Connection>>> {
            if address.port() != 7 {
                return ready(Err(io::Error::other("refused"))).boxed();
            }
            let (near, far) = tokio::io::duplex(64);
            tokio::spawn(async move {
                let (mut read, mut write) = tokio::io::split(far);
                drop(tokio::io::copy(&mut read, &mut write).await);
                drop(write.shutdown().await);
            });
            ready(Ok(Box::new(near) as Box<dyn Connection>)).boxed()
        }

        fn log(&self, _: &str, _: &str, _: LogQuery) -> Option<BoxStream<'static, LogLine>> {
            let time = Timestamp::from_micros(0);
            let text = String::new();
            Some(stream::iter([LogLine { time, text }]).boxed())
        }
    }

    /// A client's side of a session.
    struct Client {
        encoder: Encoder,
        decoder: Decoder,
        sender: mpsc::UnboundedSender<Bytes>,
        answers: mpsc::Receiver<Bytes>,
    }

    impl Client {
        fn new() -> Self {
            let (sender, receiver) = mpsc::unbounded_channel();
            let incoming = stream::unfold(receiver, async |mut receiver| {
                Some((receiver.recv().await?, receiver))
            });
            let (outgoing, answers) = mpsc::channel(4);
            let transport = Transport::of(incoming.boxed(), outgoing);
            tokio::spawn(Session::new(Arc::new(Echo), Ipv4Addr::LOCALHOST).run(transport));
            Client {
                encoder: Encoder::new(),
                decoder: Decoder::new(),
                sender,
                answers,
            }
        }

        fn send(&mut self, frame: Bytes) {
            self.sender.send(frame).expect("the session goes on");
        }

        /// Opens the pair of streams for a connection to a port.
        fn open(&mut self, id: u32, port: &str) {
            for (id, kind) in [(id, "error"), (id + 2, "data")] {
                let headers = [("streamtype", kind), ("port", port), ("requestid", "0")];
                let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
                let frame = self.encoder.syn_stream(id, &headers);
                self.send(frame);
            }
        }

        async fn next(&mut self) -> Frame {
            loop {
                if let Some(frame) = self.decoder.next_frame().expect("it is well formed") {
                    return frame;
                }
                let bytes = self.answers.recv().await.expect("the session goes on");
                self.decoder.push(&bytes);
            }
        }
    }

    fn data(id: u32, text: &str, is_last: bool) -> Frame {
        Frame::Data {
            id,
            data: Bytes::copy_from_slice(text.as_bytes()),
            is_last,
        }
    }

    #[tokio::test]
    async fn a_connection_goes_both_ways_and_ends_with_the_pod_s() {
        let mut client = Client::new();
        client.open(1, "7");
        let hello = client.encoder.data(3, b"hello", false);
        client.send(hello);
        assert_eq!(client.next().await, data(3, "hello", false));
        let end = client.encoder.data(3, b"", true);
        client.send(end);
        assert_eq!(client.next().await, data(1, "", true));
        assert_eq!(client.next().await, data(3, "", true));
    }

    #[tokio::test]
    async fn a_port_that_nobody_listens_on_is_told_of_on_the_error_stream() {
        let mut client = Client::new();
        client.open(1, "8");
        let Frame::Data { id: 1, data, .. } = client.next().await else {
            panic!("the error comes first");
        };
        assert_eq!(
            String::from_utf8_lossy(&data),
            "an error occurred forwarding 8 -> 8: error forwarding port 8 to pod, dial tcp 127.0.0.1:8: connect: refused"
        );
    }

    #[tokio::test]
    async fn pings_are_answered_and_a_stream_without_its_pair_is_not_taken() {
        let mut client = Client::new();
        let ping = client.encoder.ping(5);
        client.send(ping);
        assert_eq!(client.next().await, Frame::Ping { id: 5 });
        let headers = [("streamtype".to_owned(), "data".to_owned())];
        let lonely = client.encoder.syn_stream(9, &headers);
        client.send(lonely);
        assert_eq!(client.next().await, Frame::RstStream { id: 9 });
    }
}
