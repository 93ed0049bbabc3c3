//! `kubectl port-forward`: ports of a pod on this machine.

mod listeners;
mod ports;

use cobra::{Command, Flag, Invocation, Io};
use futures::stream::{FuturesUnordered, SelectAll, StreamExt};
use serde_json::Value;
use tokio::net::TcpStream;

use self::listeners::{Listener, addresses, listen};
use self::ports::Ports;
use super::process;
use crate::resource::Request;
use crate::session::{Factory, Session};
use crate::{CommandError, object};
use cliruntime::Rest;

pub(super) static PORT_FORWARD: Command<Session> = Command::new(
    "port-forward TYPE/NAME [options] [LOCAL_PORT:]REMOTE_PORT [...[LOCAL_PORT_N:]REMOTE_PORT_N]",
    "Forward one or more local ports to a pod",
)
.group(super::TROUBLESHOOTING)
.long("Listen on ports of this machine and carry every connection to a port of a pod: of one that is named, or of one that a deployment, a service or another object selects. It ends with the pod, or with Ctrl-C.")
.example("  # Port 8080 here is port 8080 of a pod of the deployment\n  kubectl port-forward deployment/web 8080\n  \n  # Port 8443 here is the service's port named https\n  kubectl port-forward service/web 8443:https\n  \n  # Any free port here, port 80 of the pod\n  kubectl port-forward pod/web :80")
.no_flags_in_use_line()
.flags(&[&[
    Flag::string_slice("address", "Addresses to listen on (comma separated): IP addresses, or localhost for 127.0.0.1 and ::1.").default("localhost"),
    Flag::duration("pod-running-timeout", "How long to wait until there is a pod (like 5s, 2m, or 3h, higher than zero).").default("1m0s"),
]])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| forward(invocation, factory, io).await)
});

async fn forward(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let usage = |text: &str| {
        let path = super::command_path(invocation);
        CommandError::usage(&path, text)
    };
    let [target, words @ ..] = invocation.args.as_slice() else {
        return Err(usage(MISSING));
    };
    if words.is_empty() {
        return Err(usage(MISSING));
    }
    let within = process::patience(invocation)?;
    let request = Request {
        args: &[process::typed_name(target)],
        ..Request::default()
    };
    let (info, pod) = process::pod(&request, within, factory, io).await?;
    let rest = factory.rest(io).await?;
    let service = (info.resource.kind == "Service").then_some(&info.object);
    let ports =
        ports::read(words, service, &pod).map_err(|error| CommandError::told(error.to_string()))?;
    let phase = object::shown(&pod["status"]["phase"]);
    if phase != "Running" {
        return Err(CommandError::told(format!(
            "unable to forward port because pod is not running. Current status={phase}"
        )));
    }
    let addresses = addresses(flags.strings("address"))
        .map_err(|error| CommandError::told(error.to_string()))?;
    let mut all = Vec::new();
    for ports in &ports {
        match listen(*ports, &addresses).await {
            Ok(listeners) => {
                for listener in &listeners {
                    announce(listener, io)?;
                }
                all.extend(listeners);
            }
            Err(error) => writeln!(
                io.stderr,
                "Unable to listen on port {}: {error}",
                ports.local
            )?,
        }
        io.stdout.flush()?;
    }
    if all.is_empty() {
        let shown = |ports: &Ports| format!("{{{} {}}}", ports.local, ports.remote);
        let shown: Vec<String> = ports.iter().map(shown).collect();
        return Err(CommandError::told(format!(
            "unable to listen on any of the requested ports: [{}]",
            shown.join(" ")
        )));
    }
    tokio::select! {
        ended = carry(all, &pod, &rest, io) => ended,
        _ = tokio::signal::ctrl_c() => Ok(()),
    }
}

const MISSING: &str = "TYPE/NAME and list of ports are required for port-forward";

fn announce(listener: &Listener, io: &mut Io<'_>) -> Result<(), CommandError> {
    let address = listener.socket.local_addr()?;
    let remote = listener.ports.remote;
    writeln!(io.stdout, "Forwarding from {address} -> {remote}")?;
    Ok(())
}

/// Carries connections until one of them fails: then the pod is not to be reached any more.
async fn carry(
    listeners: Vec<Listener>,
    pod: &Value,
    rest: &Rest,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let mut accepted: SelectAll<_> = listeners.into_iter().map(connections).collect();
    let mut carried = FuturesUnordered::new();
    loop {
        tokio::select! {
            Some((connection, ports)) = accepted.next() => {
                writeln!(io.stdout, "Handling connection for {}", ports.local)?;
                io.stdout.flush()?;
                carried.push(carry_one(connection, ports, pod, rest));
            }
            Some(ended) = carried.next() => {
                if let Err(reason) = ended {
                    writeln!(io.stderr, "{reason}")?;
                    return Err(CommandError::told("lost connection to pod"));
                }
            }
            else => return Ok(()),
        }
    }
}

/// The connections that come in on a port.
fn connections(
    listener: Listener,
) -> std::pin::Pin<Box<dyn futures::Stream<Item = (TcpStream, Ports)>>> {
    Box::pin(futures::stream::unfold(listener, |listener| async move {
        loop {
            // One that is gone before it is accepted is nobody's trouble.
            if let Ok((connection, _)) = listener.socket.accept().await {
                return Some(((connection, listener.ports), listener));
            }
        }
    }))
}

async fn carry_one(
    connection: TcpStream,
    ports: Ports,
    pod: &Value,
    rest: &Rest,
) -> Result<(), String> {
    let Ports { local, remote } = ports;
    let (namespace, name) = (object::namespace(pod), object::name(pod));
    let failed = |reason: String| {
        format!(
            "an error occurred forwarding {local} -> {remote}: error forwarding port {remote} to pod {name}: {}",
            reason.trim()
        )
    };
    let tunnel = rest.tunnel(namespace, name, remote).await.map_err(failed)?;
    tunnel.carry(connection).await.map_err(failed)
}
