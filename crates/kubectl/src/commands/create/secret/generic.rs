//! `kubectl create secret generic`.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cobra::{Command, Flag, Invocation, Io};
use serde_json::json;

use super::super::key_values::Holder;
use super::super::{generated, key_values, name_hash};
use crate::CommandError;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::field_validation::VALIDATE_FLAGS;
use crate::object;
use crate::printers::PRINT_FLAGS;
use crate::session::{Factory, Session};

pub(super) static GENERIC: Command<Session> = Command::new(
    "generic NAME [--type=string] [--from-file=[key=]source] [--from-literal=key1=value1] [--dry-run=server|client|none]",
    "Create a secret from a local file, directory, or literal value",
)
.example("  # Create a secret of one value\n  kubectl create secret generic login --from-literal=password=guess")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    DRY_RUN_FLAGS,
    VALIDATE_FLAGS,
    super::super::CREATE_FLAGS,
    key_values::DATA_FLAGS,
    name_hash::APPEND_HASH_FLAGS,
    &[Flag::string("type", "The type of secret to create")],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| generic(invocation, factory, io).await)
});

async fn generic(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let name = generated::name(invocation)?;
    let mut secret = json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": name}});
    let kind = invocation.flags.string("type");
    if !kind.is_empty() {
        secret["type"] = kind.into();
    }
    for (key, value) in key_values::read(&invocation.flags, Holder::Secret, io)? {
        object::entry(&mut secret, "data")[key] = STANDARD.encode(value).into();
    }
    if invocation.flags.bool("append-hash") {
        name_hash::append(&mut secret);
    }
    generated::create(secret, "failed to create secret ", invocation, factory, io).await
}
