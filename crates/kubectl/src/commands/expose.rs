//! `kubectl expose`: a service for what runs already.

use cobra::{Command, Flag, Invocation, Io};
use serde_json::{Map, Value, json};

use crate::CommandError;
use crate::dry_run::{DRY_RUN_FLAGS, DryRun};
use crate::printers::{ObjectPrinter, Outcome, OutputFormat, PRINT_FLAGS, result_line};
use crate::resource::{FILE_FLAGS, FileOptions, Info, Request, select};
use crate::session::{Factory, Session};
use cliruntime::ApiResource;
use cliruntime::Query;

pub(super) static EXPOSE: Command<Session> = Command::new(
    "expose (-f FILENAME | TYPE NAME) [--port=port] [--protocol=TCP|UDP|SCTP] [--target-port=number-or-name] [--name=name] [--external-ip=external-ip-of-service] [--type=type]",
    "Take a replication controller, service, deployment or pod and expose it as a new Kubernetes service",
)
.group(super::BEGINNER)
.long("Make a service that leads to the pods of a deployment, a replica set, another service or a pod.")
.example("  # Lead port 80 of a new service to port 8080 of a deployment's pods\n  kubectl expose deployment web --port=80 --target-port=8080")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    FILE_FLAGS,
    DRY_RUN_FLAGS,
    &[
        Flag::string("cluster-ip", "The address of the service. 'None' for a headless one, empty to have one assigned."),
        Flag::string("external-ip", "One more address to accept connections on."),
        Flag::string("field-manager", "Name of the manager used to track field ownership.").default("kubectl-expose"),
        Flag::string("labels", "Labels of the service.").short('l'),
        Flag::string("name", "The name of the service."),
        Flag::string("port", "The port of the service. That of the exposed object if it is left out."),
        Flag::string("protocol", "The network protocol. Default is 'TCP'."),
        Flag::string("selector", "The pods that the service leads to. Those of the exposed object if it is left out."),
        Flag::string("session-affinity", "If not empty, the affinity of connections: 'None' or 'ClientIP'"),
        Flag::string("target-port", "Name or number of the port of the container. That of --port if it is left out."),
        Flag::string("type", "ClusterIP, NodePort, LoadBalancer, or ExternalName. Default is 'ClusterIP'."),
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| expose(invocation, factory, io).await)
});

async fn expose(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let dry_run = DryRun::new(flags)?;
    let request = Request {
        args: &invocation.args,
        files: FileOptions::new(flags),
        latest: true,
        ..Request::default()
    };
    let infos = select(&request, factory, io).await?.all()?;
    let format = OutputFormat::new(flags, false, io)?;
    let human = format.is_human();
    let mut printer = ObjectPrinter::of_structs(format, flags.bool("show-managed-fields"));
    for exposed in infos {
        let object = service(&exposed, invocation)?;
        let mut info = Info {
            name: crate::object::name(&object).to_owned(),
            namespace: exposed.namespace.clone(),
            resource: ApiResource {
                version: "v1".to_owned(),
                kind: "Service".to_owned(),
                resource: "services".to_owned(),
                namespaced: true,
                ..ApiResource::default()
            },
            source: String::new(),
            object,
        };
        if dry_run != DryRun::Client {
            let query =
                dry_run.mark(Query::new().with("fieldManager", flags.string("field-manager")));
            let answer = factory
                .rest(io)
                .await?
                .post(&info.collection_path(), &query, &info.object)
                .await?;
            factory.warnings.tell(&answer.warnings, io)?;
            info.refresh(answer.json()?);
        } else if factory.enforces_namespace() {
            crate::object::set_metadata(&mut info.object, "namespace", &info.namespace);
        }
        match human {
            true => write!(
                io.stdout,
                "{}",
                result_line(
                    &info,
                    Outcome {
                        did: "exposed",
                        dry_run
                    }
                )
            )?,
            false => write!(io.stdout, "{}", printer.print(&info.object)?)?,
        }
    }
    Ok(())
}

fn service(exposed: &Info, invocation: &Invocation<Session>) -> Result<Value, CommandError> {
    let flags = &invocation.flags;
    let given = |name: &str, default: String| match flags.string(name) {
        "" => default,
        text => text.to_owned(),
    };
    let kind = exposed.resource.kind.as_str();
    let selector = match flags.string("selector") {
        "" => selector_of(&exposed.object, kind)?,
        text => pairs(text)?,
    };
    let ports = match flags.string("port") {
        "" => ports_of(&exposed.object, kind),
        text => text
            .split(',')
            .map(|port| (port.to_owned(), String::new()))
            .collect(),
    };
    if ports.is_empty() {
        return Err(CommandError::told(
            "couldn't find port via --port flag or introspection",
        ));
    }
    let several = ports.len() > 1;
    let service_ports = ports
        .iter()
        .enumerate()
        .map(|(i, (port, protocol))| service_port(i, port, protocol, several, flags))
        .collect::<Result<Vec<Value>, _>>()?;
    let labels = match flags.string("labels") {
        "" => exposed.object["metadata"]["labels"]
            .as_object()
            .cloned()
            .unwrap_or_default(),
        text => pairs(text)?,
    };
    let mut service = json!({
        "apiVersion": "v1", "kind": "Service",
        "metadata": {"name": given("name", exposed.name.clone())},
        "spec": {"ports": service_ports, "selector": selector},
        "status": {"loadBalancer": {}},
    });
    if !labels.is_empty() {
        service["metadata"]["labels"] = Value::Object(labels);
    }
    for (field, flag) in [
        ("type", "type"),
        ("clusterIP", "cluster-ip"),
        ("sessionAffinity", "session-affinity"),
    ] {
        if !flags.string(flag).is_empty() {
            service["spec"][field] = flags.string(flag).into();
        }
    }
    if !flags.string("external-ip").is_empty() {
        service["spec"]["externalIPs"] = json!([flags.string("external-ip")]);
    }
    Ok(service)
}

fn service_port(
    i: usize,
    port: &str,
    protocol: &str,
    several: bool,
    flags: &cobra::Flags,
) -> Result<Value, CommandError> {
    let number: i64 = port.parse().map_err(|_| {
        CommandError::told(format!("strconv.Atoi: parsing {port:?}: invalid syntax"))
    })?;
    let target = match flags.string("target-port") {
        "" => port,
        target => target,
    };
    let protocol = match (flags.string("protocol"), protocol) {
        ("", "") => "TCP",
        ("", protocol) => protocol,
        (given, _) => given,
    };
    let target = target
        .parse::<i64>()
        .map_or_else(|_| Value::from(target), Value::from);
    let mut entry = json!({"port": number, "protocol": protocol, "targetPort": target});
    if several {
        entry["name"] = format!("port-{}", i + 1).into();
    }
    Ok(entry)
}

fn selector_of(object: &Value, kind: &str) -> Result<Map<String, Value>, CommandError> {
    let found = match kind {
        "Service" | "ReplicationController" => &object["spec"]["selector"],
        "Deployment" | "ReplicaSet" => &object["spec"]["selector"]["matchLabels"],
        "Pod" => &object["metadata"]["labels"],
        other => return Err(CommandError::told(format!("cannot expose a {other}"))),
    };
    match found.as_object().filter(|labels| !labels.is_empty()) {
        Some(labels) => Ok(labels.clone()),
        None => Err(CommandError::told(
            "couldn't retrieve selectors via --selector flag or introspection: the object has no labels and cannot be exposed",
        )),
    }
}

fn ports_of(object: &Value, kind: &str) -> Vec<(String, String)> {
    let (containers, field) = match kind {
        "Service" => (std::slice::from_ref(&object["spec"]), "port"),
        "Pod" => (list(&object["spec"]["containers"]), "containerPort"),
        _ => (
            list(&object["spec"]["template"]["spec"]["containers"]),
            "containerPort",
        ),
    };
    containers
        .iter()
        .flat_map(|container| list(&container["ports"]))
        .map(|port| {
            (
                port[field].to_string(),
                port["protocol"].as_str().unwrap_or_default().to_owned(),
            )
        })
        .collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn pairs(text: &str) -> Result<Map<String, Value>, CommandError> {
    text.split(',')
        .map(|pair| match pair.split_once('=') {
            Some((key, value)) => Ok((key.to_owned(), Value::from(value))),
            None => Err(CommandError::told(format!("unexpected label spec: {pair}"))),
        })
        .collect()
}
