//! What stands in for containers: memory alone, or sockets on the loopback interface.

mod address;
mod answer;
mod memory;
mod sockets;

use std::time::Duration;

use clientgo::Object;
use futures::future::BoxFuture;

use crate::probe::{Check, CheckResult};

pub use address::{AddressBlock, AddressError};
pub use memory::MemoryRuntime;
pub use sockets::SocketRuntime;

/// A container that begins to listen.
pub struct Listening<'a> {
    /// The pod it belongs to.
    pub pod: &'a Object,
    /// The pod's address.
    pub address: &'a str,
    /// The node's name.
    pub node: &'a str,
    /// The container's name.
    pub container: &'a str,
    /// The container's image.
    pub image: &'a str,
    /// The ports that it declares.
    pub ports: &'a [u16],
}

/// Where simulated containers are reached.
pub trait Runtime: Send + Sync {
    /// Gives a pod its address.
    ///
    /// # Errors
    /// All addresses are taken.
    fn assign_address(&self, pod: &Object) -> Result<String, AddressError>;

    /// Lets a container listen on its declared ports. Gives what kept it from listening on some.
    fn listen(&self, listening: &Listening<'_>) -> Vec<String>;

    /// Takes no new connection to a container; those that are there go on.
    fn refuse(&self, pod: &Object, container: &str);

    /// Ends all connections to a container.
    fn close(&self, pod: &Object, container: &str);

    /// Takes back all that a pod has.
    fn remove(&self, pod: &Object);

    /// Checks a container of a pod at an address within a time.
    fn check(
        &self,
        pod: &Object,
        address: &str,
        container: &str,
        check: Check,
        timeout: Duration,
    ) -> BoxFuture<'static, CheckResult>;
}

/// The result of a command in a container.
async fn exec(exit: crate::program::Exit, timeout: Duration) -> CheckResult {
    if exit.after > timeout {
        tokio::time::sleep(timeout).await;
        return Err(format!("command timed out after {}s", timeout.as_secs()));
    }
    tokio::time::sleep(exit.after).await;
    if exit.code == 0 {
        Ok(())
    } else {
        Err(String::new())
    }
}
