//! Which ports are meant: `8080`, `8080:80`, `:80`, `8080:http`.

use gostd::strconv::{NumError, parse_uint};
use serde_json::Value;

use crate::object::{self, items};

/// A port on this machine, 0 for any, and one of the pod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ports {
    pub(super) local: u16,
    pub(super) remote: u16,
}

/// A port that cannot be forwarded, in the real tool's words.
#[derive(Debug, thiserror::Error)]
pub(super) enum PortError {
    /// A name that no port of the pod has.
    #[error("Pod '{pod}' does not have a named port '{name}'")]
    NotNamed {
        /// The pod.
        pod: String,
        /// The name.
        name: String,
    },
    /// A name that no port of the Service has.
    #[error("Service '{service}' does not have a named port '{name}'")]
    NotNamedByService {
        /// The Service.
        service: String,
        /// The name.
        name: String,
    },
    /// A number that is no port of the Service.
    #[error("Service {service} does not have a service port {port}")]
    NotOfService {
        /// The Service.
        service: String,
        /// The number.
        port: i64,
    },
    /// A port for UDP alone.
    #[error("UDP protocol is not supported for {0}")]
    Udp(String),
    /// Something that is no number of a port.
    #[error("error parsing {which} port '{text}': {source}")]
    NotANumber {
        /// `local` or `remote`.
        which: &'static str,
        /// What was given.
        text: String,
        /// Why it is none.
        source: NumError,
    },
    /// Port 0 of a pod.
    #[error("remote port must be > 0")]
    Zero,
}

/// Reads what the command line says of a pod's ports, or of the ports of the Service that it belongs to.
///
/// # Errors
/// A name or a number that is no port, or one for UDP alone.
pub(super) fn read(
    words: &[String],
    service: Option<&Value>,
    pod: &Value,
) -> Result<Vec<Ports>, PortError> {
    for word in words {
        refuse_udp(word, service.unwrap_or(pod))?;
    }
    words
        .iter()
        .map(|word| {
            let word = match service {
                Some(service) => of_service(word, service, pod)?,
                None => of_pod(word, pod)?,
            };
            parse(&word)
        })
        .collect()
}

/// The local and the remote part; anything but two parts is one port on both sides.
fn split(word: &str) -> (&str, &str) {
    match word.split(':').collect::<Vec<_>>()[..] {
        [local, remote] => (local, remote),
        [port, ..] => (port, port),
        [] => ("", ""),
    }
}

fn joined(local: &str, remote: &str, number: i64) -> String {
    if local == remote || local == number.to_string() {
        number.to_string()
    } else {
        format!("{local}:{number}")
    }
}

fn of_pod(word: &str, pod: &Value) -> Result<String, PortError> {
    let (local, remote) = split(word);
    let number = match remote.parse::<i64>() {
        Ok(number) => number,
        Err(_) => named_port(pod, remote)?,
    };
    Ok(joined(local, remote, number))
}

fn of_service(word: &str, service: &Value, pod: &Value) -> Result<String, PortError> {
    let (local, remote) = split(word);
    let name = object::name(service);
    let ports = items(&service["spec"]["ports"]);
    let (local, wanted) = match remote.parse::<i64>() {
        Ok(number) => (local.to_owned(), number),
        Err(_) => {
            let port = ports.iter().find(|port| port["name"] == remote);
            let number = port.map(|port| object::integer(&port["port"]));
            let number = number.ok_or_else(|| PortError::NotNamedByService {
                service: name.to_owned(),
                name: remote.to_owned(),
            })?;
            let local = match local == remote {
                true => number.to_string(),
                false => local.to_owned(),
            };
            (local, number)
        }
    };
    let port = ports
        .iter()
        .find(|port| object::integer(&port["port"]) == wanted);
    let port = port.ok_or_else(|| PortError::NotOfService {
        service: name.to_owned(),
        port: wanted,
    })?;
    let number = match &port["targetPort"] {
        _ if service["spec"]["clusterIP"] == "None" => wanted,
        Value::Number(number) => number
            .as_i64()
            .filter(|number| *number > 0)
            .unwrap_or(wanted),
        Value::String(target) => named_port(pod, target)?,
        _ => wanted,
    };
    Ok(match local == number.to_string() {
        true => local,
        false => format!("{local}:{number}"),
    })
}

fn named_port(pod: &Value, name: &str) -> Result<i64, PortError> {
    let port = container_ports(pod).find(|port| port["name"] == name);
    let number = port.map(|port| object::integer(&port["containerPort"]));
    number.ok_or_else(|| PortError::NotNamed {
        pod: object::name(pod).to_owned(),
        name: name.to_owned(),
    })
}

fn container_ports(pod: &Value) -> impl Iterator<Item = &Value> {
    items(&pod["spec"]["containers"])
        .iter()
        .flat_map(|container| items(&container["ports"]))
}

/// Refuses ports that are there for UDP alone.
fn refuse_udp(word: &str, owner: &Value) -> Result<(), PortError> {
    let (_, remote) = split(word);
    let number = |port: &Value| {
        let number = port.get("containerPort").unwrap_or(&port["port"]);
        number.as_i64()
    };
    let ports: Vec<&Value> = items(&owner["spec"]["ports"])
        .iter()
        .chain(container_ports(owner))
        .collect();
    let wanted = match remote.parse::<i64>() {
        Ok(number) => Some(number),
        Err(_) => {
            let named = ports.iter().find(|port| port["name"] == remote);
            named.and_then(|port| number(port))
        }
    };
    let speaks = |protocol: &str| {
        let same = |port: &&&Value| number(port) == wanted;
        let default = |port: &Value| port["protocol"].as_str().unwrap_or("TCP").to_owned();
        ports
            .iter()
            .filter(same)
            .any(|port| default(port) == protocol)
    };
    if wanted.is_some() && speaks("UDP") && !speaks("TCP") {
        return Err(PortError::Udp(remote.to_owned()));
    }
    Ok(())
}

fn parse(word: &str) -> Result<Ports, PortError> {
    let (local, remote) = split(word);
    let number = |which: &'static str, text: &str| {
        let parsed = parse_uint(text, 10, 16).map_err(|source| PortError::NotANumber {
            which,
            text: text.to_owned(),
            source,
        })?;
        Ok::<u16, PortError>(u16::try_from(parsed).unwrap_or_default())
    };
    let local = number("local", if local.is_empty() { "0" } else { local })?;
    let remote = number("remote", remote)?;
    if remote == 0 {
        return Err(PortError::Zero);
    }
    Ok(Ports { local, remote })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read_one(word: &str, service: Option<&Value>) -> Result<(u16, u16), String> {
        let pod = json!({
            "metadata": {"name": "web-1"},
            "spec": {"containers": [{"ports": [
                {"name": "http", "containerPort": 8080}, {"name": "dns", "containerPort": 53, "protocol": "UDP"},
            ]}]},
        });
        let ports = read(&[word.to_owned()], service, &pod);
        ports
            .map(|ports| (ports[0].local, ports[0].remote))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn ports_of_a_pod() {
        for (word, ports) in [
            ("8080", (8080, 8080)),
            ("80:8080", (80, 8080)),
            (":8080", (0, 8080)),
            ("http", (8080, 8080)),
            ("81:http", (81, 8080)),
            ("1:2:3", (1, 1)),
        ] {
            assert_eq!(read_one(word, None), Ok(ports), "{word}");
        }
    }

    #[test]
    fn ports_of_a_service() {
        let service = json!({
            "metadata": {"name": "web"}, "spec": {"clusterIP": "10.0.0.1", "ports": [
                {"name": "web", "port": 80, "targetPort": "http"}, {"name": "same", "port": 81, "targetPort": 81},
            ]},
        });
        for (word, ports) in [
            ("80", (80, 8080)),
            ("web", (80, 8080)),
            ("9:web", (9, 8080)),
            (":80", (0, 8080)),
            ("81", (81, 81)),
        ] {
            assert_eq!(read_one(word, Some(&service)), Ok(ports), "{word}");
        }
    }

    #[test]
    fn ports_that_are_none() {
        for (word, text) in [
            ("x", "Pod 'web-1' does not have a named port 'x'"),
            ("0", "remote port must be > 0"),
            (
                "99999",
                "error parsing local port '99999': strconv.ParseUint: parsing \"99999\": value out of range",
            ),
            ("dns", "UDP protocol is not supported for dns"),
        ] {
            assert_eq!(read_one(word, None), Err(text.to_owned()), "{word}");
        }
    }
}
