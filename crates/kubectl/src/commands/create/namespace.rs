//! `kubectl create namespace`.

use cobra::Command;
use serde_json::json;

use super::generated;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::field_validation::VALIDATE_FLAGS;
use crate::printers::PRINT_FLAGS;
use crate::session::Session;

pub(super) static NAMESPACE: Command<Session> =
    Command::new("namespace NAME [--dry-run=server|client|none]", "Create a namespace with the specified name")
        .aliases(&["ns"])
        .example("  # Create a namespace\n  kubectl create namespace shop")
        .no_flags_in_use_line()
        .flags(&[PRINT_FLAGS, DRY_RUN_FLAGS, VALIDATE_FLAGS, super::CREATE_FLAGS])
                .run(|invocation, session, io| {
            session.drive(invocation, io, async |factory, io| {
                let name = generated::name(invocation)?;
                let object =
                    json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}, "spec": {}, "status": {}});
                generated::create(object, "", invocation, factory, io).await
            })
        });
