//! `kubectl debug`: a container beside others, to look into a pod or a node.

mod copy;
mod options;
mod profile;

use cobra::{Command, Flag, Invocation, Io};
use serde_json::{Value, json};

use self::options::Options;
use self::profile::Scene;
use super::attach::{self, Wanted};
use super::process;
use crate::containers::{self, name_of};
use crate::resource::{FileOptions, Info, Request, select};
use crate::session::{Factory, Session};
use crate::{CommandError, object};
use cliruntime::{ApiError, Media, Query, ResourcePath, Rest};

pub(super) static DEBUG: Command<Session> = Command::new(
    "debug (POD | TYPE[[.VERSION].GROUP]/NAME) [ -- COMMAND [args...] ]",
    "Create debugging sessions for troubleshooting workloads and nodes",
)
.group(super::TROUBLESHOOTING)
.long("Look into a pod or a node with a container of tools: one that is added to the running pod, one in a copy of the pod, or one in a pod of its own on the node.")
.example("  # A shell beside the containers of a pod\n  kubectl debug web-7d4 -it --image=busybox\n  \n  # A copy of the pod with another image\n  kubectl debug web-7d4 --copy-to=web-debug --set-image=app=app:debug\n  \n  # A shell on a node, whose files stand under /host\n  kubectl debug node/worker-1 -it --image=busybox")
.no_flags_in_use_line()
.flags(&[&[
    Flag::bool("arguments-only", "The words after -- are the arguments of the container, not its command."),
    Flag::bool("attach", "Attach to the container once it runs. On with -i, unless it is given."),
    Flag::string("container", "The name of the debug container.").short('c'),
    Flag::string("copy-to", "Make a copy of the pod with this name."),
    Flag::string("custom", "A file with a part of a container spec that changes the profile."),
    Flag::string_to_string("env", "Environment variables of the container."),
    Flag::string_slice("filename", "Files that name what is debugged.").short('f'),
    Flag::string("image", "The image of the debug container."),
    Flag::string("image-pull-policy", "The pull policy of the container."),
    Flag::bool("keep-annotations", "Keep the annotations of the pod in its copy."),
    Flag::bool("keep-init-containers", "Keep the init containers of the pod in its copy.").default("true"),
    Flag::bool("keep-labels", "Keep the labels of the pod in its copy."),
    Flag::bool("keep-liveness", "Keep the liveness probes of the pod in its copy."),
    Flag::bool("keep-readiness", "Keep the readiness probes of the pod in its copy."),
    Flag::bool("keep-startup", "Keep the startup probes of the pod in its copy."),
    Flag::string("profile", "What the container may do: general, baseline, restricted, netadmin or sysadmin.").default("general"),
    Flag::bool("quiet", "Print nothing but what the container writes.").short('q'),
    Flag::bool("replace", "Delete the pod that was copied."),
    Flag::bool("same-node", "Put the copy on the node of the pod."),
    Flag::string_to_string("set-image", "Images for the containers of the copy, as name=image; * stands for all."),
    Flag::bool("share-processes", "Let the containers of the copy see each other's processes.").default("true"),
    Flag::bool("stdin", "Keep the input of the container open.").short('i'),
    Flag::string("target", "The container of the pod whose processes the debug container sees."),
    Flag::bool("tty", "Give the container a terminal.").short('t'),
]])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| debug(invocation, factory, io).await)
});

async fn debug(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let options = Options::new(invocation, io)?;
    if !options.target.is_empty() && !options.quiet {
        writeln!(
            io.stdout,
            "Targeting container {:?}. If you don't see processes from this container it may be because the container runtime doesn't support this feature.",
            options.target
        )?;
    }
    let request = Request {
        args: &options
            .names
            .iter()
            .map(|name| process::typed_name(name))
            .collect::<Vec<_>>(),
        files: FileOptions {
            filenames: options.filenames.clone(),
            ..FileOptions::default()
        },
        latest: true,
        ..Request::default()
    };
    let rest = factory.rest(io).await?;
    for info in select(&request, factory, io).await?.all()? {
        let (pod, container) = match (info.resource.kind.as_str(), options.copy_to.is_empty()) {
            ("Node", _) => on_node(&info, &options, &factory.namespace(io)?, &rest, io).await?,
            ("Pod", true) => added(&info, &options, &rest, io).await?,
            ("Pod", false) => in_copy(&info, &options, &rest, io).await?,
            _ => {
                let version = match info.resource.group.as_str() {
                    "" => format!("/{}", info.resource.version),
                    group => format!("{group}/{}", info.resource.version),
                };
                let kind = format!("{version}, Kind={}", info.resource.kind);
                return Err(CommandError::told(format!(
                    "{kind:?} not supported by debug"
                )));
            }
        };
        if options.attach && !container.is_empty() {
            let pod = started(&pod, &container, &rest).await?;
            let wanted = Wanted {
                container: &container,
                stdin: options.stdin,
                tty: options.tty,
                quiet: options.quiet,
            };
            if let Err(error) = attach::connect(&pod, wanted, factory, io).await {
                tell_log(&pod, &container, &error, &rest, io).await?;
            }
        }
    }
    Ok(())
}

fn pods<'a>(namespace: &'a str, name: &'a str, subresource: &'a str) -> String {
    ResourcePath {
        version: "v1",
        namespace,
        resource: "pods",
        name,
        subresource,
        ..ResourcePath::default()
    }
    .to_path()
}

/// Adds a container to a pod that runs.
async fn added(
    info: &Info,
    options: &Options,
    rest: &Rest,
    io: &mut Io<'_>,
) -> Result<(Value, String), CommandError> {
    let name = container_name(&info.object, options, io)?;
    let mut container = options.container(&name);
    if !options.target.is_empty() {
        container["targetContainerName"] = options.target.as_str().into();
    }
    options
        .profile
        .apply(&mut container, &mut json!({}), Scene::Added);
    options.customize(&mut container)?;
    let present = object::items(&info.object["spec"]["ephemeralContainers"]).iter();
    let names = present.map(name_of).chain([name.as_str()]);
    let order: Vec<Value> = names.map(|name| json!({"name": name})).collect();
    let patch = json!({"spec": {
        "$setElementOrder/ephemeralContainers": order, "ephemeralContainers": [container],
    }});
    let path = pods(&info.namespace, &info.name, "ephemeralcontainers");
    let media = Media::StrategicMergePatch;
    let patched = rest
        .patch(&path, &Query::new(), media, patch.to_string())
        .await;
    let pod = match patched {
        Err(error) if error.is_not_found() && names_nothing(&error) => {
            return Err(CommandError::told(format!(
                "ephemeral containers are disabled for this cluster (error from server: {:?})",
                error.to_string()
            )));
        }
        patched => patched?.json()?,
    };
    Ok((pod, name))
}

/// Whether the error is of a path that is not served, not of an object.
fn names_nothing(error: &ApiError) -> bool {
    let status = error.status();
    status.is_some_and(|status| {
        status["details"]["name"]
            .as_str()
            .unwrap_or_default()
            .is_empty()
    })
}

/// Makes a copy of a pod with a container more, or with containers changed.
async fn in_copy(
    info: &Info,
    options: &Options,
    rest: &Rest,
    io: &mut Io<'_>,
) -> Result<(Value, String), CommandError> {
    let name = match options.container.is_empty() && !options.image.is_empty() {
        true => container_name(&info.object, options, io)?,
        false => options.container.clone(),
    };
    let (copy, name) = copy::copy(&info.object, &name, options)?;
    let created = rest
        .post(&pods(&info.namespace, "", ""), &Query::new(), &copy)
        .await?
        .json()?;
    if options.replace {
        let now = json!({"gracePeriodSeconds": 0});
        rest.delete(&pods(&info.namespace, &info.name, ""), &Query::new(), &now)
            .await?;
    }
    Ok((created, name))
}

/// Makes a pod on a node.
async fn on_node(
    info: &Info,
    options: &Options,
    namespace: &str,
    rest: &Rest,
    io: &mut Io<'_>,
) -> Result<(Value, String), CommandError> {
    let container = match options.container.as_str() {
        "" => "debugger",
        name => name,
    };
    let name = format!("node-debugger-{}-{}", info.name, suffix());
    if !options.quiet {
        writeln!(
            io.stdout,
            "Creating debugging pod {name} with container {container} on node {}.",
            info.name
        )?;
    }
    let mut entry = options.container(container);
    let mut spec = json!({
        "nodeName": info.name, "restartPolicy": "Never", "tolerations": [{"operator": "Exists"}],
    });
    options.profile.apply(&mut entry, &mut spec, Scene::Node);
    options.customize(&mut entry)?;
    spec["containers"] = json!([entry]);
    let pod = json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": name, "namespace": namespace, "labels": {"app.kubernetes.io/managed-by": "kubectl-debug"}},
        "spec": spec,
    });
    let created = rest
        .post(&pods(namespace, "", ""), &Query::new(), &pod)
        .await?;
    Ok((created.json()?, container.to_owned()))
}

/// The name of the new container; one that nobody has chosen is told.
fn container_name(pod: &Value, options: &Options, io: &mut Io<'_>) -> Result<String, CommandError> {
    if !options.container.is_empty() {
        return Ok(options.container.clone());
    }
    let name = loop {
        let name = format!("debugger-{}", suffix());
        if !containers::all(pod).any(|container| name_of(container) == name) {
            break name;
        }
    };
    if !options.quiet {
        writeln!(io.stdout, "Defaulting debug container name to {name}.")?;
    }
    Ok(name)
}

/// Five characters of those that generated names use.
fn suffix() -> String {
    const ALPHABET: &[u8] = b"bcdfghjklmnpqrstvwxz2456789";
    let one = || char::from(ALPHABET[fastrand::usize(..ALPHABET.len())]);
    std::iter::repeat_with(one).take(5).collect()
}

/// Waits until a container runs or has ended, and gives the pod as it is then.
async fn started(pod: &Value, container: &str, rest: &Rest) -> Result<Value, CommandError> {
    let (namespace, name) = (object::namespace(pod), object::name(pod));
    let mut pod = pod.clone();
    loop {
        if has_begun(&pod, container) {
            return Ok(pod);
        }
        let query = Query::new()
            .with("fieldSelector", format!("metadata.name={name}"))
            .with("resourceVersion", object::resource_version(&pod))
            .with("watch", "true");
        let mut changes = rest
            .watch(&pods(namespace, "", ""), &query, "application/json")
            .await?;
        while let Some(event) = changes.next().await? {
            match event.kind.as_str() {
                "ADDED" | "MODIFIED" if has_begun(&event.object, container) => {
                    return Ok(event.object);
                }
                "DELETED" => {
                    return Err(CommandError::told(format!("pods {name:?} not found")));
                }
                _ => {}
            }
        }
        pod = rest
            .get(&pods(namespace, name, ""), &Query::new())
            .await?
            .json()?;
    }
}

/// Prints what a container has written, to which there is no connection.
async fn tell_log(
    pod: &Value,
    container: &str,
    why: &CommandError,
    rest: &Rest,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let (namespace, name) = (object::namespace(pod), object::name(pod));
    let why = why.clone().into_failure().message;
    writeln!(
        io.stderr,
        "warning: couldn't attach to pod/{name}, falling back to streaming logs: {why}"
    )?;
    let query = Query::new().with("container", container);
    let mut log = rest.stream(&pods(namespace, name, "log"), &query).await?;
    while let Some(bytes) = log.next().await {
        io.stdout.write_all(&bytes)?;
    }
    Ok(())
}

fn has_begun(pod: &Value, container: &str) -> bool {
    let lists = [
        "containerStatuses",
        "ephemeralContainerStatuses",
        "initContainerStatuses",
    ];
    lists
        .iter()
        .flat_map(|list| object::items(&pod["status"][*list]))
        .find(|status| name_of(status) == container)
        .is_some_and(|status| {
            ["running", "terminated"]
                .iter()
                .any(|state| status["state"][*state].is_object())
        })
}
