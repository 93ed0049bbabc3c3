//! `kubectl create cronjob`: jobs by the clock.

use cobra::{Command, Flag};
use serde_json::json;

use super::{generated, job};
use crate::dry_run::DRY_RUN_FLAGS;
use crate::field_validation::VALIDATE_FLAGS;
use crate::printers::PRINT_FLAGS;
use crate::session::Session;

pub(super) static CRON_JOB: Command<Session> = Command::new(
    "cronjob NAME --image=image --schedule='0/5 * * * ?' -- [COMMAND] [args...]",
    "Create a cron job with the specified name",
)
.aliases(&["cj"])
.example("  # Run a command every night at three\n  kubectl create cronjob report --image=shop:1.4 --schedule='0 3 * * *' -- ./report")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    DRY_RUN_FLAGS,
    VALIDATE_FLAGS,
    super::CREATE_FLAGS,
    &[
        Flag::string("image", "Image name to run.").required(),
        Flag::string("restart", "The restart policy of the jobs' pods: OnFailure or Never. Default is OnFailure."),
        Flag::string("schedule", "When to run, in the format of cron.").required(),
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| {
        let name = generated::name(invocation)?;
        let flags = &invocation.flags;
        let restart = match flags.string("restart") {
            "" => "OnFailure",
            policy => policy,
        };
        let template = job::pod_template(name, flags.string("image"), restart, &invocation.args[1..]);
        let object = json!({
            "apiVersion": "batch/v1", "kind": "CronJob",
            "metadata": {"name": name},
            "spec": {
                "schedule": flags.string("schedule"),
                "jobTemplate": {"metadata": {"name": name}, "spec": {"template": template}},
            },
            "status": {},
        });
        generated::create(object, "failed to create cronjob: ", invocation, factory, io).await
    })
});
