//! `kubectl create configmap`.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cobra::{Command, Invocation, Io};
use serde_json::json;

use super::key_values::Holder;
use super::{generated, key_values, name_hash};
use crate::CommandError;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::field_validation::VALIDATE_FLAGS;
use crate::object;
use crate::printers::PRINT_FLAGS;
use crate::session::{Factory, Session};

pub(super) static CONFIGMAP: Command<Session> = Command::new(
    "configmap NAME [--from-file=[key=]source] [--from-literal=key1=value1] [--dry-run=server|client|none]",
    "Create a config map from a local file, directory or literal value",
)
.aliases(&["cm"])
.example("  # Create a config map of two values\n  kubectl create configmap settings --from-literal=color=blue --from-file=app.conf")
.no_flags_in_use_line()
.flags(&[PRINT_FLAGS, DRY_RUN_FLAGS, VALIDATE_FLAGS, super::CREATE_FLAGS, key_values::DATA_FLAGS, name_hash::APPEND_HASH_FLAGS])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| configmap(invocation, factory, io).await)
});

async fn configmap(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let name = generated::name(invocation)?;
    let mut map = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}});
    for (key, value) in key_values::read(&invocation.flags, Holder::ConfigMap(name), io)? {
        match String::from_utf8(value) {
            Ok(text) => object::entry(&mut map, "data")[key] = text.into(),
            Err(error) => {
                object::entry(&mut map, "binaryData")[key] =
                    STANDARD.encode(error.into_bytes()).into();
            }
        }
    }
    if invocation.flags.bool("append-hash") {
        name_hash::append(&mut map);
    }
    generated::create(map, "failed to create configmap: ", invocation, factory, io).await
}
