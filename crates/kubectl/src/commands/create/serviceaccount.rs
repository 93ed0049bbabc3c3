//! `kubectl create serviceaccount`.

use cobra::Command;
use serde_json::json;

use super::generated;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::field_validation::VALIDATE_FLAGS;
use crate::printers::PRINT_FLAGS;
use crate::session::Session;

pub(super) static SERVICE_ACCOUNT: Command<Session> = Command::new(
    "serviceaccount NAME [--dry-run=server|client|none]",
    "Create a service account with the specified name",
)
.aliases(&["sa"])
.example("  # Create a service account\n  kubectl create serviceaccount robot")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    DRY_RUN_FLAGS,
    VALIDATE_FLAGS,
    super::CREATE_FLAGS,
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| {
        let name = generated::name(invocation)?;
        let object =
            json!({"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": name}});
        generated::create(
            object,
            "failed to create serviceaccount: ",
            invocation,
            factory,
            io,
        )
        .await
    })
});
