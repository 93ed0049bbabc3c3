//! `kubectl create deployment`.

use cobra::{Command, Flag, Invocation, Io};
use serde_json::{Value, json};

use super::generated;
use crate::CommandError;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::field_validation::VALIDATE_FLAGS;
use crate::printers::PRINT_FLAGS;
use crate::session::{Factory, Session};

pub(super) static DEPLOYMENT: Command<Session> = Command::new(
    "deployment NAME --image=image -- [COMMAND] [args...]",
    "Create a deployment with the specified name",
)
.aliases(&["deploy"])
.example("  # Create a deployment of three replicas that listen on a port\n  kubectl create deployment web --image=nginx:1.25 --replicas=3 --port=80")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    DRY_RUN_FLAGS,
    VALIDATE_FLAGS,
    super::CREATE_FLAGS,
    &[
        Flag::string_slice("image", "Image names to run, a container for each.").required(),
        Flag::int32("port", "The containerPort that the containers declare.").default("-1"),
        Flag::int32("replicas", "Number of replicas to create. Default is 1.").default("1").short('r'),
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| deployment(invocation, factory, io).await)
});

async fn deployment(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let name = generated::name(invocation)?;
    let images = invocation.flags.strings("image");
    let command = &invocation.args[1..];
    if images.len() > 1 && !command.is_empty() {
        return Err(CommandError::told(
            "cannot specify multiple --image options and command",
        ));
    }
    let mut containers: Vec<Value> = images
        .iter()
        .map(|image| json!({"name": container_name(image), "image": image, "resources": {}}))
        .collect();
    let port = invocation.flags.int("port");
    if port >= 0
        && let Some(first) = containers.first_mut()
    {
        first["ports"] = json!([{"containerPort": port}]);
    }
    if !command.is_empty()
        && let Some(first) = containers.first_mut()
    {
        first["command"] = command.into();
    }
    let labels = json!({"app": name});
    let object = json!({
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name, "labels": labels},
        "spec": {
            "replicas": invocation.flags.int("replicas"),
            "selector": {"matchLabels": labels},
            "strategy": {},
            "template": {"metadata": {"labels": labels}, "spec": {"containers": containers}},
        },
        "status": {},
    });
    generated::create(
        object,
        "failed to create deployment: ",
        invocation,
        factory,
        io,
    )
    .await
}

/// A name for the container of an image: its last part, without tag and digest, as a label would allow it.
fn container_name(image: &str) -> String {
    let last = image.rsplit('/').next().unwrap_or(image);
    let bare = last.split(['@', ':']).next().unwrap_or(last);
    bare.to_lowercase().replace('_', "-")
}

#[cfg(test)]
mod tests {
    use super::container_name;

    #[test]
    fn a_container_is_named_after_its_image() {
        assert_eq!(
            container_name("registry.example:5000/team/My_App:1.2@sha256:abc"),
            "my-app"
        );
        assert_eq!(container_name("nginx"), "nginx");
    }
}
