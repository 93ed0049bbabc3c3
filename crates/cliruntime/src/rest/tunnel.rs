//! Connections to ports of pods, through the API server.

use k8s_openapi::api::core::v1::Pod;
use kube::Api;
use tokio::io::{AsyncRead, AsyncWrite};

use super::Rest;

/// A connection to a port of a pod.
pub struct Tunnel {
    forwarder: kube::api::Portforwarder,
    port: u16,
}

impl Rest {
    /// Connects to a port of a pod, over a WebSocket with the protocol `v4.channel.k8s.io`.
    ///
    /// # Errors
    /// The server refused, or could not be asked, in its words.
    pub async fn tunnel(&self, namespace: &str, pod: &str, port: u16) -> Result<Tunnel, String> {
        let pods: Api<Pod> = Api::namespaced(self.client.clone(), namespace);
        let forwarder = pods.portforward(pod, &[port]).await;
        let forwarder = forwarder.map_err(|error| error.to_string())?;
        Ok(Tunnel { forwarder, port })
    }
}

impl Tunnel {
    /// Carries bytes to and from the port until both sides have ended. A connection that breaks on its way ends, as any does.
    ///
    /// # Errors
    /// What the server says of the port.
    pub async fn carry(
        mut self,
        mut client: impl AsyncRead + AsyncWrite + Unpin,
    ) -> Result<(), String> {
        let (stream, refused) = (
            self.forwarder.take_stream(self.port),
            self.forwarder.take_error(self.port),
        );
        let (Some(mut stream), Some(refused)) = (stream, refused) else {
            return Err("the connection to the pod has no stream".to_owned());
        };
        // Neither how the one side ends nor how the other does is news to anybody.
        drop(tokio::io::copy_bidirectional(&mut client, &mut stream).await);
        drop(stream);
        drop(self.forwarder.join().await);
        match refused.await {
            Some(reason) => Err(reason),
            None => Ok(()),
        }
    }
}
