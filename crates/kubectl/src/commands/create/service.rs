//! `kubectl create service`.

use cobra::{Command, Flag, Invocation, Io};
use serde_json::{Value, json};

use super::generated;
use crate::CommandError;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::field_validation::VALIDATE_FLAGS;
use crate::printers::PRINT_FLAGS;
use crate::session::{Factory, Session};

pub(super) static SERVICE: Command<Session> =
    Command::new("service", "Create a service using a specified subcommand")
        .aliases(&["svc"])
        .no_flags_in_use_line()
        .commands(&[&CLUSTER_IP, &NODE_PORT, &LOAD_BALANCER])
        .run(super::super::group);

const TCP_FLAGS: &[Flag] = &[Flag::string_slice(
    "tcp",
    "Port pairs as '<port>:<targetPort>'; one port alone is both.",
)];

static CLUSTER_IP: Command<Session> = Command::new(
    "clusterip NAME [--tcp=<port>:<targetPort>] [--dry-run=server|client|none]",
    "Create a ClusterIP service",
)
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    DRY_RUN_FLAGS,
    VALIDATE_FLAGS,
    super::CREATE_FLAGS,
    TCP_FLAGS,
    &[Flag::string(
        "clusterip",
        "The address to use, or 'None' for a headless service.",
    )],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| {
        service("ClusterIP", invocation, factory, io).await
    })
});

static NODE_PORT: Command<Session> = Command::new(
    "nodeport NAME [--tcp=port:targetPort] [--dry-run=server|client|none]",
    "Create a NodePort service",
)
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    DRY_RUN_FLAGS,
    VALIDATE_FLAGS,
    super::CREATE_FLAGS,
    TCP_FLAGS,
    &[Flag::int(
        "node-port",
        "The port on each node; the server chooses one if it is 0.",
    )],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| {
        service("NodePort", invocation, factory, io).await
    })
});

static LOAD_BALANCER: Command<Session> = Command::new(
    "loadbalancer NAME [--tcp=port:targetPort] [--dry-run=server|client|none]",
    "Create a LoadBalancer service",
)
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    DRY_RUN_FLAGS,
    VALIDATE_FLAGS,
    super::CREATE_FLAGS,
    TCP_FLAGS,
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| {
        service("LoadBalancer", invocation, factory, io).await
    })
});

async fn service(
    kind: &str,
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let name = generated::name(invocation)?;
    let cluster_ip = if flags.has("clusterip") {
        flags.string("clusterip")
    } else {
        ""
    };
    if flags.strings("tcp").is_empty() && cluster_ip != "None" {
        return Err(CommandError::told(
            "at least one tcp port specifier must be provided",
        ));
    }
    let mut ports = flags
        .strings("tcp")
        .iter()
        .map(|spec| port(spec))
        .collect::<Result<Vec<Value>, _>>()?;
    if flags.has("node-port")
        && flags.int("node-port") > 0
        && let Some(first) = ports.first_mut()
    {
        first["nodePort"] = flags.int("node-port").into();
    }
    let labels = json!({"app": name});
    let mut object = json!({
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": name, "labels": labels},
        "spec": {"type": kind, "selector": labels, "ports": ports},
        "status": {"loadBalancer": {}},
    });
    if !cluster_ip.is_empty() {
        object["spec"]["clusterIP"] = cluster_ip.into();
    }
    generated::create(
        object,
        &format!("failed to create {kind} service: "),
        invocation,
        factory,
        io,
    )
    .await
}

fn port(spec: &str) -> Result<Value, CommandError> {
    let (port, target) = spec.split_once(':').unwrap_or((spec, spec));
    let number = |text: &str| {
        let parsed = text
            .parse::<i64>()
            .ok()
            .filter(|port| (1..=65_535).contains(port));
        parsed.ok_or_else(|| CommandError::told(format!("invalid port {text:?}")))
    };
    let target_port = match target.parse::<i64>() {
        Ok(_) => Value::from(number(target)?),
        Err(_) => target.into(),
    };
    let name = if spec.contains(':') {
        format!("{port}-{target}")
    } else {
        port.to_owned()
    };
    Ok(json!({"name": name, "port": number(port)?, "protocol": "TCP", "targetPort": target_port}))
}
