//! `kubectl proxy`: the API on a port of this machine, for programs that have no credentials.

mod gate;
mod places;
mod server;

use std::fs;
use std::os::unix::fs::FileTypeExt;
use std::path::Path;
use std::sync::Arc;

use cobra::{Command, Flag, Invocation, Io};
use tokio::net::{TcpListener, UnixListener};

use self::gate::Gate;
use self::places::Places;
use self::server::{Server, on_tcp, on_unix};
use crate::CommandError;
use crate::bind_error::bind_error;
use crate::session::{Factory, Session};

pub(super) static PROXY: Command<Session> = Command::new(
    "proxy [--port=PORT] [--www=static-dir] [--www-prefix=prefix] [--api-prefix=prefix]",
    "Run a proxy to the Kubernetes API server",
)
.group(super::TROUBLESHOOTING)
.long("Serve the API on a port of this machine, with the credentials of the kubeconfig, and if wanted the files of a directory beside it. It ends with Ctrl-C.")
.example("  # All of the API on port 8001\n  kubectl proxy\n  \n  # On any free port, which is printed\n  kubectl proxy --port=0\n  \n  # The API under /k8s/, and the files of a directory under /static/\n  kubectl proxy --api-prefix=/k8s/ --www=./public")
.no_flags_in_use_line()
.flags(&[&[
    Flag::string("accept-hosts", "Expressions for the hosts that requests may be addressed to.").default("^localhost$,^127\\.0\\.0\\.1$,^\\[::1\\]$"),
    Flag::string("accept-paths", "Expressions for the paths that are served.").default("^.*"),
    Flag::string("address", "The IP address to listen on.").default("127.0.0.1"),
    Flag::string("api-prefix", "The path under which the API is served.").default("/"),
    Flag::bool("append-server-path", "Put the path of the server in the kubeconfig before that of each request."),
    Flag::bool("disable-filter", "Serve every request, whoever sends it. Dangerous on a port that others can reach."),
    Flag::duration("keepalive", "The keep-alive period of connections; 0 for that of the system.").default("0s"),
    Flag::int("port", "The port to listen on; 0 for any free one.").default("8001").short('p'),
    Flag::string("reject-methods", "Expressions for the methods that are refused (example --reject-methods='POST,PUT,PATCH').").default("^$"),
    Flag::string("reject-paths", "Expressions for the paths that are refused, even if --accept-paths has them.").default("^/api/.*/pods/.*/exec,^/api/.*/pods/.*/attach"),
    Flag::string("unix-socket", "A Unix socket to listen on.").short('u'),
    Flag::string("www", "A directory whose files are served as well.").short('w'),
    Flag::string("www-prefix", "The path under which the files are served.").default("/static/").short('P'),
]])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| proxy(invocation, factory, io).await)
});

async fn proxy(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let socket = flags.string("unix-socket");
    if !socket.is_empty() && flags.changed("port") {
        return Err(CommandError::told(
            "cannot set --unix-socket and --port at the same time",
        ));
    }
    let gate = match flags.bool("disable-filter") {
        true => None,
        false => Some(Gate::new(flags).map_err(CommandError::told)?),
    };
    if gate.is_none() && socket.is_empty() {
        writeln!(
            io.stderr,
            "Warning: Request filter disabled, your proxy is vulnerable to XSRF attacks, please be cautious"
        )?;
    }
    let www = flags.string("www");
    let files = (!www.is_empty()).then(|| io.resolve(www));
    if let Some(folder) = &files
        && let Err(error) = fs::metadata(folder)
    {
        writeln!(
            io.stderr,
            "Warning: Failed to stat static file directory {www}: {error}"
        )?;
    }
    let server = Arc::new(Server {
        gate,
        places: Places::new(
            flags.string("api-prefix"),
            flags.string("www-prefix"),
            files,
        ),
        rest: factory.rest(io).await?,
    });
    let serving = async {
        if socket.is_empty() {
            let listener = tcp(flags.string("address"), flags.int("port")).await?;
            writeln!(io.stdout, "Starting to serve on {}", listener.local_addr()?)?;
            io.stdout.flush()?;
            on_tcp(listener, server).await;
        } else {
            let listener = unix(&io.resolve(socket), socket)?;
            writeln!(io.stdout, "Starting to serve on {socket}")?;
            io.stdout.flush()?;
            on_unix(listener, server).await;
        }
        Ok(())
    };
    tokio::select! {
        served = serving => served,
        _ = tokio::signal::ctrl_c() => Ok(()),
    }
}

async fn tcp(address: &str, port: i64) -> Result<TcpListener, CommandError> {
    let refused = |error: &dyn std::fmt::Display| {
        CommandError::told(format!("listen tcp {address}:{port}: {error}"))
    };
    let number = u16::try_from(port).map_err(|_| refused(&"address: invalid port"))?;
    let bound = TcpListener::bind((address, number)).await;
    bound.map_err(|error| refused(&format!("bind: {}", bind_error(&error))))
}

/// Listens on a socket; one that an earlier proxy has left behind is taken away.
fn unix(path: &Path, shown: &str) -> Result<UnixListener, CommandError> {
    let is_socket = fs::symlink_metadata(path).is_ok_and(|known| known.file_type().is_socket());
    if is_socket {
        fs::remove_file(path)?;
    }
    UnixListener::bind(path).map_err(|error| {
        CommandError::told(format!("listen unix {shown}: bind: {}", bind_error(&error)))
    })
}
