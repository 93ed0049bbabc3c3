use bytes::Bytes;
use futures::stream::BoxStream;
use futures::{SinkExt as _, StreamExt as _, stream};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::Role;

/// So many parts wait for a slow client at most.
const WAITING: usize = 16;
const BUFFER: usize = 32 << 10;

/// A client's connection as bytes in both directions.
pub(super) struct Transport {
    /// What the client has sent: parts of any length, or messages.
    pub(super) incoming: BoxStream<'static, Bytes>,
    /// What the client is sent, each a message of its own where there are messages.
    pub(super) outgoing: mpsc::Sender<Bytes>,
    writing: Option<JoinHandle<()>>,
}

impl Transport {
    /// A client in the same process.
    #[cfg(test)]
    pub(super) fn of(incoming: BoxStream<'static, Bytes>, outgoing: mpsc::Sender<Bytes>) -> Self {
        Transport {
            incoming,
            outgoing,
            writing: None,
        }
    }

    /// A connection whose bytes are the frames.
    pub(super) fn raw(connection: Upgraded) -> Self {
        let (read, mut write) = tokio::io::split(TokioIo::new(connection));
        let incoming = stream::unfold(read, async |mut read| {
            let mut buffer = vec![0; BUFFER];
            let count = read
                .read(&mut buffer)
                .await
                .ok()
                .filter(|count| *count > 0)?;
            buffer.truncate(count);
            Some((Bytes::from(buffer), read))
        });
        let (outgoing, mut parts) = mpsc::channel::<Bytes>(WAITING);
        let writing = tokio::spawn(async move {
            while let Some(part) = parts.recv().await {
                if write.write_all(&part).await.is_err() {
                    return;
                }
            }
        });
        Transport {
            incoming: incoming.boxed(),
            outgoing,
            writing: Some(writing),
        }
    }

    /// A connection whose bytes come in messages of a WebSocket.
    pub(super) async fn websocket(connection: Upgraded) -> Self {
        let connection = TokioIo::new(connection);
        let socket = WebSocketStream::from_raw_socket(connection, Role::Server, None).await;
        let (mut sink, messages) = socket.split();
        let incoming = messages
            .take_while(|message| {
                let goes_on = message.as_ref().is_ok_and(|message| !message.is_close());
                std::future::ready(goes_on)
            })
            .filter_map(async |message| match message {
                Ok(Message::Binary(bytes)) => Some(bytes),
                _ => None,
            });
        let (outgoing, mut parts) = mpsc::channel::<Bytes>(WAITING);
        let writing = tokio::spawn(async move {
            while let Some(part) = parts.recv().await {
                if sink.send(Message::Binary(part)).await.is_err() {
                    return;
                }
            }
            // The client may be gone.
            drop(sink.close().await);
        });
        Transport {
            incoming: incoming.boxed(),
            outgoing,
            writing: Some(writing),
        }
    }
}

impl Transport {
    /// Ends the connection once all that was to be sent is sent.
    pub(super) async fn finish(mut self) {
        let writing = self.writing.take();
        drop(self);
        if let Some(writing) = writing {
            // A client that is gone gets nothing more.
            drop(writing.await);
        }
    }
}

impl Drop for Transport {
    fn drop(&mut self) {
        if let Some(writing) = &self.writing {
            writing.abort();
        }
    }
}
