//! `kubectl set serviceaccount`: as whom pods run.

use cobra::{Command, Invocation, Io};
use serde_json::Value;

use super::edit::{self, SET_FLAGS, Unchanged, Words};
use crate::CommandError;
use crate::change_cause::RECORD_FLAGS;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::printers::PRINT_FLAGS;
use crate::resource::{FILE_FLAGS, Info, select};
use crate::session::{Factory, Session};
use crate::workload::pod_spec_mut;

pub(super) static SERVICE_ACCOUNT: Command<Session> = Command::new(
    "serviceaccount (-f FILENAME | TYPE NAME) SERVICE_ACCOUNT",
    "Update the service account of a resource",
)
.aliases(&["sa"])
.long("Let the pods of deployments and other objects with pod templates run as another service account.")
.example("  # Let a deployment's pods run as the account robot\n  kubectl set serviceaccount deployment web robot")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    FILE_FLAGS,
    DRY_RUN_FLAGS,
    RECORD_FLAGS,
    SET_FLAGS,
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| service_account(invocation, factory, io).await)
});

async fn service_account(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let Some((account, resources)) = invocation.args.split_last() else {
        return Err(CommandError::told("serviceaccount is required"));
    };
    let request = edit::request(resources, flags);
    let infos = select(&request, factory, io).await?.all()?;
    let change = |object: &mut Value, info: &Info| {
        let spec =
            pod_spec_mut(object, &info.resource.kind).ok_or_else(|| edit::no_pod_template(info))?;
        spec["serviceAccountName"] = account.as_str().into();
        Ok(())
    };
    let words = Words {
        did: "serviceaccount updated",
        failure: "failed to patch ServiceAccountName ",
        unchanged: Unchanged::Told,
    };
    edit::send(infos, words, change, invocation, factory, io).await
}
