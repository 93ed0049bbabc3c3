//! The ports on this machine that are listened on.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use tokio::net::TcpListener;

use super::ports::Ports;
use crate::bind_error::bind_error;

/// A port that is listened on, and where its connections lead.
pub(super) struct Listener {
    pub(super) socket: TcpListener,
    pub(super) ports: Ports,
}

/// A word that is no address.
#[derive(Debug, thiserror::Error)]
#[error("{0} is not a valid IP")]
pub(super) struct AddressError(String);

/// The addresses that a flag names, sorted, each once; `localhost` is both of its addresses.
///
/// # Errors
/// One that is none.
pub(super) fn addresses(words: &[String]) -> Result<Vec<IpAddr>, AddressError> {
    let mut addresses = Vec::new();
    for word in words {
        if word == "localhost" {
            addresses.extend([
                Ipv4Addr::LOCALHOST.into(),
                IpAddr::from(Ipv6Addr::LOCALHOST),
            ]);
            continue;
        }
        addresses.push(word.parse().map_err(|_| AddressError(word.clone()))?);
    }
    addresses.sort_by_key(ToString::to_string);
    addresses.dedup();
    Ok(addresses)
}

/// Listens for a port on each address where that is possible.
///
/// # Errors
/// Why it is possible nowhere.
pub(super) async fn listen(ports: Ports, addresses: &[IpAddr]) -> Result<Vec<Listener>, String> {
    let mut listeners = Vec::new();
    let mut errors = Vec::new();
    let mut ports = ports;
    for address in addresses {
        let local = SocketAddr::new(*address, ports.local);
        match bind(local).await {
            Ok(socket) => {
                // The other addresses take the port that was found for the first.
                if let Ok(bound) = socket.local_addr() {
                    ports.local = bound.port();
                }
                listeners.push(Listener { socket, ports });
            }
            Err(error) => errors.push(error),
        }
    }
    if listeners.is_empty() {
        return Err(format!(
            "Listeners failed to create with the following errors: [{}]",
            errors.join(" ")
        ));
    }
    Ok(listeners)
}

async fn bind(local: SocketAddr) -> Result<TcpListener, String> {
    TcpListener::bind(local).await.map_err(|error| {
        let protocol = if local.is_ipv4() { "tcp4" } else { "tcp6" };
        let reason = bind_error(&error);
        format!("unable to create listener: Error listen {protocol} {local}: bind: {reason}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(words: &[&str]) -> Result<Vec<String>, String> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let addresses = addresses(&words).map_err(|error| error.to_string())?;
        Ok(addresses.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn localhost_is_two_addresses() {
        assert_eq!(
            shown(&["localhost", "127.0.0.1"]),
            Ok(vec!["127.0.0.1".to_owned(), "::1".to_owned()])
        );
        assert_eq!(shown(&["nope"]), Err("nope is not a valid IP".to_owned()));
    }
}
