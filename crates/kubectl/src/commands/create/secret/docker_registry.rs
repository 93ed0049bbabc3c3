//! `kubectl create secret docker-registry`: how to log in to a registry of images.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cobra::{Command, Flag, Flags, Invocation, Io};
use serde_json::json;

use super::super::{generated, key_values, name_hash};
use crate::CommandError;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::field_validation::VALIDATE_FLAGS;
use crate::printers::PRINT_FLAGS;
use crate::session::{Factory, Session};

const KEY: &str = ".dockerconfigjson";

pub(super) static DOCKER_REGISTRY: Command<Session> = Command::new(
    "docker-registry NAME --docker-username=user --docker-password=password --docker-email=email [--docker-server=string] [--from-file=[key=]source] [--dry-run=server|client|none]",
    "Create a secret for use with a Docker registry",
)
.long("Create a secret with which nodes log in to a registry to fetch images.")
.example("  # Log in to a registry of one's own\n  kubectl create secret docker-registry registry --docker-server=registry.example --docker-username=robot --docker-password=guess")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    DRY_RUN_FLAGS,
    VALIDATE_FLAGS,
    super::super::CREATE_FLAGS,
    name_hash::APPEND_HASH_FLAGS,
    &[
        Flag::string("docker-email", "Email for the registry"),
        Flag::string("docker-password", "Password for the registry"),
        Flag::string("docker-server", "Address of the registry").default("https://index.docker.io/v1/"),
        Flag::string("docker-username", "User name for the registry"),
        Flag::string_slice("from-file", "File with the configuration of a Docker client, instead of the other flags."),
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| docker_registry(invocation, factory, io).await)
});

async fn docker_registry(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let name = generated::name(invocation)?;
    let files = flags.strings("from-file");
    let login = ["docker-username", "docker-password", "docker-server"];
    if files.is_empty() && login.iter().any(|flag| flags.string(flag).is_empty()) {
        return Err(CommandError::told(
            "either --from-file or the combination of --docker-username, --docker-password and --docker-server is required",
        ));
    }
    let mut secret = json!({
        "apiVersion": "v1", "kind": "Secret", "metadata": {"name": name}, "type": "kubernetes.io/dockerconfigjson", "data": {},
    });
    if files.is_empty() {
        secret["data"][KEY] = STANDARD.encode(login_text(flags)).into();
    }
    for file in files {
        let file = match file.contains('=') {
            true => file.clone(),
            false => format!("{KEY}={file}"),
        };
        for (key, content) in key_values::of_file(&file, io)? {
            secret["data"][key] = STANDARD.encode(content).into();
        }
    }
    if flags.bool("append-hash") {
        name_hash::append(&mut secret);
    }
    generated::create(secret, "failed to create secret ", invocation, factory, io).await
}

/// What a Docker client keeps of a login, in its order.
fn login_text(flags: &Flags) -> String {
    let (user, password) = (
        flags.string("docker-username"),
        flags.string("docker-password"),
    );
    let mut fields = vec![("username", user), ("password", password)];
    if !flags.string("docker-email").is_empty() {
        fields.push(("email", flags.string("docker-email")));
    }
    let auth = STANDARD.encode(format!("{user}:{password}"));
    fields.push(("auth", &auth));
    let quoted = |text: &str| gostd::json::string(text);
    let fields: Vec<String> = fields
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(key, value)| format!("{}:{}", quoted(key), quoted(value)))
        .collect();
    format!(
        "{{\"auths\":{{{}:{{{}}}}}}}",
        quoted(flags.string("docker-server")),
        fields.join(",")
    )
}
