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
        .commands(&[&CLUSTER_IP, &EXTERNAL_NAME, &LOAD_BALANCER, &NODE_PORT])
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

static EXTERNAL_NAME: Command<Session> = Command::new(
    "externalname NAME --external-name external.name [--dry-run=server|client|none]",
    "Create an ExternalName service",
)
.long("Create a service that stands for a name outside of the cluster.")
.example("  # Call a database outside of the cluster by a name inside\n  kubectl create service externalname db --external-name=db.example")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    DRY_RUN_FLAGS,
    VALIDATE_FLAGS,
    super::CREATE_FLAGS,
    TCP_FLAGS,
    &[Flag::string("external-name", "The name that the service stands for").required()],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| {
        service("ExternalName", invocation, factory, io).await
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
    if flags.strings("tcp").is_empty() && cluster_ip != "None" && kind != "ExternalName" {
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
        && flags.int("node-port") != 0
        && let Some(first) = ports.first_mut()
    {
        first["nodePort"] = flags.int("node-port").into();
    }
    let labels = json!({"app": name});
    let mut object = json!({
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": name, "labels": labels},
        "spec": {"type": kind, "selector": labels},
        "status": {"loadBalancer": {}},
    });
    if !ports.is_empty() {
        object["spec"]["ports"] = ports.into();
    }
    if kind == "ExternalName" {
        object["spec"]["externalName"] = flags.string("external-name").into();
    }
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

/// A port as `PORT` or `PORT:TARGET`, where the target may be a name.
fn port(spec: &str) -> Result<Value, CommandError> {
    let mut parts = spec.split(':');
    let port = parts.next().unwrap_or_default();
    let target = parts.next();
    let number = number(port)?;
    let (name, target) = match target {
        None => (port.to_owned(), Value::from(number)),
        Some(target) => (format!("{port}-{target}"), target_port(target)?),
    };
    Ok(json!({"name": name, "port": number, "protocol": "TCP", "targetPort": target}))
}

fn target_port(target: &str) -> Result<Value, CommandError> {
    if target.parse::<u64>().is_ok() {
        return Ok(number(target)?.into());
    }
    let faults = apimachinery::validation::is_port_name(target);
    match faults.is_empty() {
        true => Ok(target.into()),
        false => Err(CommandError::told(faults.join(","))),
    }
}

fn number(text: &str) -> Result<u16, CommandError> {
    text.parse().map_err(|_| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let reason = match digits {
            true => "value out of range",
            false => "invalid syntax",
        };
        CommandError::told(format!("strconv.ParseUint: parsing {text:?}: {reason}"))
    })
}
