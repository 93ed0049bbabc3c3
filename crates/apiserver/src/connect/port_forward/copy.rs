use bytes::Bytes;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::sync::mpsc;

use crate::Connection;

const BUFFER: usize = 32 << 10;

/// Copies both ways between a port of a pod and a client until the pod ends its side or the client is gone. `frame` wraps what the pod says.
pub(super) async fn copy(
    connection: Box<dyn Connection>,
    mut data: mpsc::UnboundedReceiver<Bytes>,
    outgoing: &mpsc::Sender<Bytes>,
    frame: impl Fn(&[u8]) -> Bytes,
) {
    let (mut read, mut write) = tokio::io::split(connection);
    let to_pod = async {
        while let Some(part) = data.recv().await {
            if write.write_all(&part).await.is_err() {
                return;
            }
        }
        // The pod's answer may still be under way.
        drop(write.shutdown().await);
        std::future::pending::<()>().await;
    };
    let from_pod = async {
        let mut buffer = vec![0; BUFFER];
        while let Ok(count @ 1..) = read.read(&mut buffer).await {
            if outgoing.send(frame(&buffer[..count])).await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        () = to_pod => {}
        () = from_pod => {}
    }
}
