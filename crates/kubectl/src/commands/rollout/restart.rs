//! `kubectl rollout restart`.

use apimachinery::{Clock, SystemClock};
use cobra::Command;
use serde_json::Value;

use super::toggle::{TOGGLE_FLAGS, change_each};
use crate::object;
use crate::printers::PRINT_FLAGS;
use crate::resource::{FILE_FLAGS, Info};
use crate::session::Session;

pub(super) static RESTART: Command<Session> =
    Command::new("restart RESOURCE", "Restart a resource")
        .long("Start the pods of a workload anew, as its strategy says.")
        .example(
            "  # Start all pods of a deployment anew\n  kubectl rollout restart deployment/web",
        )
        .no_flags_in_use_line()
        .flags(&[PRINT_FLAGS, FILE_FLAGS, TOGGLE_FLAGS])
        .run(|invocation, session, io| {
            session.drive(invocation, io, async |factory, io| {
                change_each("restarted", restart, invocation, factory, io).await
            })
        });

/// The annotation of the pod template whose change starts pods anew.
const RESTARTED_AT: &str = "kubectl.kubernetes.io/restartedAt";

fn restart(object: &mut Value, info: &Info) -> Result<(), String> {
    if !matches!(
        info.resource.kind.as_str(),
        "Deployment" | "DaemonSet" | "StatefulSet"
    ) {
        return Err("restarting is not supported".to_owned());
    }
    if object["spec"]["paused"] == true {
        return Err("can't restart paused deployment (run rollout resume first)".to_owned());
    }
    let now = SystemClock.now().rfc3339();
    object::set_annotation(&mut object["spec"]["template"], RESTARTED_AT, &now);
    Ok(())
}
