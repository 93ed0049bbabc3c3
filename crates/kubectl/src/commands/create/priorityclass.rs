//! `kubectl create priorityclass`.

use cobra::{Command, Flag};
use serde_json::json;

use super::generated;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::field_validation::VALIDATE_FLAGS;
use crate::printers::PRINT_FLAGS;
use crate::session::Session;

pub(super) static PRIORITY_CLASS: Command<Session> = Command::new(
    "priorityclass NAME --value=VALUE --global-default=BOOL [--dry-run=server|client|none]",
    "Create a priority class with the specified name",
)
.aliases(&["pc"])
.long("Create a priority class with a value, a description and whether it is that of pods that name none.")
.example("  # Create a priority class for what visitors see\n  kubectl create priorityclass visible --value=1000 --description='what visitors see'")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    DRY_RUN_FLAGS,
    VALIDATE_FLAGS,
    super::CREATE_FLAGS,
    &[
        Flag::string("description", "A text on when to use the class."),
        Flag::bool("global-default", "If true, pods that name no class have this one."),
        Flag::string("preemption-policy", "Whether pods of less priority make room.").default("PreemptLowerPriority"),
        Flag::int32("value", "The priority."),
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| {
        let name = generated::name(invocation)?;
        let flags = &invocation.flags;
        let mut object = json!({
            "apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": name},
            "value": flags.int("value"),
        });
        if flags.bool("global-default") {
            object["globalDefault"] = true.into();
        }
        for (field, flag) in [("description", "description"), ("preemptionPolicy", "preemption-policy")] {
            if !flags.string(flag).is_empty() {
                object[field] = flags.string(flag).into();
            }
        }
        generated::create(object, "failed to create priorityclass: ", invocation, factory, io).await
    })
});
