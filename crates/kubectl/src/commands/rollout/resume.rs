//! `kubectl rollout resume`.

use cobra::Command;
use serde_json::Value;

use super::toggle::{TOGGLE_FLAGS, change_each};
use crate::printers::PRINT_FLAGS;
use crate::resource::{FILE_FLAGS, Info};
use crate::session::Session;

pub(super) static RESUME: Command<Session> =
    Command::new("resume RESOURCE", "Resume a paused resource")
        .long("Resume a paused deployment: what was changed meanwhile rolls out.")
        .example("  # Resume a rollout\n  kubectl rollout resume deployment/web")
        .no_flags_in_use_line()
        .flags(&[PRINT_FLAGS, FILE_FLAGS, TOGGLE_FLAGS])
        .run(|invocation, session, io| {
            session.drive(invocation, io, async |factory, io| {
                change_each("resumed", resume, invocation, factory, io).await
            })
        });

fn resume(object: &mut Value, info: &Info) -> Result<(), String> {
    if info.resource.kind != "Deployment" {
        return Err("resuming is not supported".to_owned());
    }
    match object["spec"].as_object_mut() {
        Some(spec) if spec.get("paused") == Some(&Value::Bool(true)) => {
            spec.remove("paused");
            Ok(())
        }
        _ => Err("is not paused".to_owned()),
    }
}
