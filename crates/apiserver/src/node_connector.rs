//! The way from the server to the nodes.

use std::io;
use std::net::SocketAddrV4;

use apimachinery::Timestamp;
use futures::future::BoxFuture;
use futures::stream::BoxStream;
use tokio::io::{AsyncRead, AsyncWrite};

/// Both directions of a connection to something in the cluster.
pub trait Connection: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Connection for T {}

/// A line that a container has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// When it was written.
    pub time: Timestamp,
    /// Its text, without the end of the line.
    pub text: String,
}

/// Which lines of a container's log are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogQuery {
    /// Those of the run before the present one.
    pub previous: bool,
    /// Those that are still to come as well.
    pub follow: bool,
    /// Of those that are there, so many at the end.
    pub tail: Option<usize>,
    /// Those that were written from then on.
    pub since: Option<Timestamp>,
}

/// What the server asks of nodes: connections to pods, and what containers have written.
pub trait NodeConnector: Send + Sync {
    /// Opens a connection to a port of an address.
    ///
    /// # Errors
    /// Nobody listens there.
    fn connect(&self, address: SocketAddrV4)
    -> BoxFuture<'static, io::Result<Box<dyn Connection>>>;

    /// The log of a container of the pod with this uid; none if it has not run, or not before if the previous run is asked for.
    fn log(
        &self,
        pod_uid: &str,
        container: &str,
        query: LogQuery,
    ) -> Option<BoxStream<'static, LogLine>>;
}
