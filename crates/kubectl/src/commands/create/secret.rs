//! `kubectl create secret`.

mod docker_registry;
mod generic;
mod tls;

use cobra::Command;

use crate::session::Session;

pub(super) static SECRET: Command<Session> = Command::new(
    "secret (docker-registry | generic | tls)",
    "Create a secret using a specified subcommand",
)
.no_flags_in_use_line()
.commands(&[
    &docker_registry::DOCKER_REGISTRY,
    &generic::GENERIC,
    &tls::TLS,
])
.run(super::super::group);
