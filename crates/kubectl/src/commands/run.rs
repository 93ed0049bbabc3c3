//! `kubectl run`: a pod from an image.

use cobra::{Command, Flag, Invocation, Io};
use serde_json::{Value, json};

use crate::CommandError;
use crate::dry_run::{DRY_RUN_FLAGS, DryRun};
use crate::printers::{ObjectPrinter, Outcome, OutputFormat, PRINT_FLAGS, result_line};
use crate::resource::Info;
use crate::session::{Factory, Session};
use cliruntime::ApiResource;
use cliruntime::Query;

const RESTART_POLICIES: [&str; 3] = ["Always", "OnFailure", "Never"];

pub(super) static RUN: Command<Session> = Command::new(
    "run NAME --image=image [--env=\"key=value\"] [--port=port] [--dry-run=server|client] [--command] -- [COMMAND] [args...]",
    "Run a particular image on the cluster",
)
.group(super::BEGINNER)
.long("Make a pod of one container that runs an image.")
.example("  # Run an image in a pod\n  kubectl run web --image=nginx:1.25 --port=80")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    DRY_RUN_FLAGS,
    &[
        Flag::string_array("annotations", "Annotations of the pod."),
        Flag::bool("command", "If true, the words after -- are the command and not its arguments."),
        Flag::string_array("env", "Environment variables of the container."),
        Flag::string("field-manager", "Name of the manager used to track field ownership.").default("kubectl-run"),
        Flag::string("image", "The image for the container to run.").required(),
        Flag::string("image-pull-policy", "The pull policy of the container's image."),
        Flag::string("labels", "Labels of the pod, separated by commas.").short('l'),
        Flag::string("port", "The port that the container declares."),
        Flag::string("restart", "The restart policy of the pod: Always, OnFailure or Never.").default("Always").values(&["Always", "Never", "OnFailure"]),
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| run(invocation, factory, io).await)
});

async fn run(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let Some((name, command)) = invocation.args.split_first() else {
        return Err(CommandError::usage(
            &super::command_path(invocation),
            "NAME is required for run",
        ));
    };
    let restart = flags.string("restart");
    if !RESTART_POLICIES.contains(&restart) {
        return Err(CommandError::told(format!(
            "invalid restart policy: {restart}, valid values are: Always, OnFailure, Never"
        )));
    }
    let dry_run = DryRun::new(flags)?;
    let namespace = factory.namespace(io)?;
    let mut info = Info {
        name: name.clone(),
        namespace,
        resource: ApiResource {
            version: "v1".to_owned(),
            kind: "Pod".to_owned(),
            resource: "pods".to_owned(),
            namespaced: true,
            ..ApiResource::default()
        },
        source: String::new(),
        object: pod(name, command, invocation)?,
    };
    if dry_run != DryRun::Client {
        let query = dry_run.mark(Query::new().with("fieldManager", flags.string("field-manager")));
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
    let format = OutputFormat::new(flags, false, io)?;
    if format.is_human() {
        write!(
            io.stdout,
            "{}",
            result_line(
                &info,
                Outcome {
                    did: "created",
                    dry_run
                }
            )
        )?;
    } else {
        let mut printer = ObjectPrinter::of_structs(format, flags.bool("show-managed-fields"));
        write!(io.stdout, "{}", printer.print(&info.object)?)?;
    }
    Ok(())
}

fn pod(
    name: &str,
    command: &[String],
    invocation: &Invocation<Session>,
) -> Result<Value, CommandError> {
    let flags = &invocation.flags;
    let labels: serde_json::Map<String, Value> = match flags.string("labels") {
        "" => [("run".to_owned(), name.into())].into_iter().collect(),
        text => text
            .split(',')
            .filter_map(|pair| pair.split_once('='))
            .map(|(key, value)| (key.to_owned(), value.into()))
            .collect(),
    };
    let mut container = json!({"name": name, "image": flags.string("image"), "resources": {}});
    if !flags.string("image-pull-policy").is_empty() {
        container["imagePullPolicy"] = flags.string("image-pull-policy").into();
    }
    if !flags.string("port").is_empty() {
        let port: i64 = flags
            .string("port")
            .parse()
            .map_err(|_| CommandError::told("--port must be a number"))?;
        container["ports"] = json!([{"containerPort": port}]);
    }
    let mut variables = Vec::new();
    for variable in flags.strings("env") {
        let Some((name, value)) = variable.split_once('=') else {
            return Err(CommandError::told(format!("invalid env: {variable}")));
        };
        variables.push(json!({"name": name, "value": value}));
    }
    if !variables.is_empty() {
        container["env"] = variables.into();
    }
    if !command.is_empty() {
        container[if flags.bool("command") {
            "command"
        } else {
            "args"
        }] = command.into();
    }
    let mut pod = json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": name, "labels": labels},
        "spec": {"containers": [container], "dnsPolicy": "ClusterFirst", "restartPolicy": flags.string("restart")},
        "status": {},
    });
    for annotation in flags.strings("annotations") {
        if let Some((key, value)) = annotation.split_once('=') {
            crate::object::set_annotation(&mut pod, key, value);
        }
    }
    Ok(pod)
}
