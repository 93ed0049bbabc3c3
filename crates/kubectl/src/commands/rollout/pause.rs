//! `kubectl rollout pause`.

use cobra::Command;
use serde_json::Value;

use super::toggle::{TOGGLE_FLAGS, change_each};
use crate::printers::PRINT_FLAGS;
use crate::resource::{FILE_FLAGS, Info};
use crate::session::Session;

pub(super) static PAUSE: Command<Session> = Command::new(
    "pause RESOURCE",
    "Mark the provided resource as paused",
)
.long(
    "Pause a deployment: changes of its template are noted and not rolled out until it is resumed.",
)
.example("  # Pause a rollout\n  kubectl rollout pause deployment/web")
.no_flags_in_use_line()
.flags(&[PRINT_FLAGS, FILE_FLAGS, TOGGLE_FLAGS])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| {
        change_each("paused", pause, invocation, factory, io).await
    })
});

fn pause(object: &mut Value, info: &Info) -> Result<(), String> {
    if info.resource.kind != "Deployment" {
        return Err("pausing is not supported".to_owned());
    }
    if object["spec"]["paused"] == true {
        return Err("is already paused".to_owned());
    }
    object["spec"]["paused"] = true.into();
    Ok(())
}
