//! `kubectl cluster-info`: where the control plane and what belongs to it are.

use cobra::{Command, Failure, Invocation, Io};
use serde_json::Value;

use crate::session::{Factory, Session};
use crate::{CommandError, object};
use cliruntime::{Query, Rest};

pub(super) static CLUSTER_INFO: Command<Session> =
    Command::new("cluster-info", "Display cluster information")
        .group(super::TROUBLESHOOTING)
        .long("Show the address of the control plane, and those of services that say that they belong to the cluster.")
        .example("  # Show where the cluster is\n  kubectl cluster-info")
        .flags(&[])
        .commands(&[&DUMP])
        .run(|invocation, session, io| {
            session.drive(invocation, io, async |factory, io| cluster_info(factory, io).await)
        });

static DUMP: Command<Session> = Command::new("dump", "Not available")
    .hidden()
    .no_flag_parsing()
    .run(refuse_to_dump);

fn refuse_to_dump(_: &Invocation<Session>, _: &mut Session, _: &mut Io<'_>) -> Result<(), Failure> {
    Err(Failure::new(
        "\"kubectl cluster-info dump\" is not available in Kaeru; use the kubectl of the Kubernetes project for it",
    ))
}

async fn cluster_info(factory: &Factory<'_>, io: &mut Io<'_>) -> Result<(), CommandError> {
    let rest = factory.rest(io).await?;
    let query = Query::new().with("labelSelector", "kubernetes.io/cluster-service=true");
    let path = "/api/v1/namespaces/kube-system/services";
    let services = rest.get(path, &query).await?.json()?;
    let line = |name: &str, link: &str| format!("{name} is running at {link}");
    writeln!(
        io.stdout,
        "{}",
        line("Kubernetes control plane", rest.server())
    )?;
    for service in object::items(&services["items"]) {
        let name = service["metadata"]["labels"]["kubernetes.io/name"]
            .as_str()
            .unwrap_or_else(|| object::name(service));
        writeln!(io.stdout, "{}", line(name, &link(service, &rest)))?;
    }
    writeln!(
        io.stdout,
        "\nTo further debug and diagnose cluster problems, use 'kubectl cluster-info dump'."
    )?;
    Ok(())
}

/// Where a service can be reached: at its load balancer, or through the server's proxy.
fn link(service: &Value, rest: &Rest) -> String {
    let ports = object::items(&service["spec"]["ports"]);
    let ingress = object::items(&service["status"]["loadBalancer"]["ingress"]);
    if let Some(ingress) = ingress.first() {
        let host = match object::shown(&ingress["ip"]) {
            ip if ip.is_empty() => object::shown(&ingress["hostname"]),
            ip => ip,
        };
        let links: Vec<String> = ports
            .iter()
            .map(|port| format!("http://{host}:{} ", port["port"]))
            .collect();
        return links.concat();
    }
    let mut name = object::name(service).to_owned();
    if let Some(port) = ports.first() {
        let port_name = object::shown(&port["name"]);
        let scheme = match port_name == "https" || port["port"] == 443 {
            true => "https:",
            false => "",
        };
        if !scheme.is_empty() || !port_name.is_empty() {
            name = format!("{scheme}{name}:{port_name}");
        }
    }
    format!(
        "{}/api/v1/namespaces/{}/services/{name}/proxy",
        rest.server(),
        object::namespace(service)
    )
}
