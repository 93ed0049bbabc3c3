//! `kubectl create job`: a run to completion, of an image or of what a cron job would run.

use cobra::{Command, Flag, Invocation, Io};
use serde_json::{Value, json};

use super::generated;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::field_validation::VALIDATE_FLAGS;
use crate::printers::PRINT_FLAGS;
use crate::resource::{Info, Request, select};
use crate::session::{Factory, Session};
use crate::{CommandError, object};

/// The annotation of a job that a person started in place of the cron job's clock.
const INSTANTIATE: &str = "cronjob.kubernetes.io/instantiate";

pub(super) static JOB: Command<Session> = Command::new(
    "job NAME --image=image [--from=cronjob/name] -- [COMMAND] [args...]",
    "Create a job with the specified name",
)
.example("  # Run a command once\n  kubectl create job migrate --image=shop:1.4 -- ./migrate up\n  \n  # Run now what a cron job runs at night\n  kubectl create job report-now --from=cronjob/report")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    DRY_RUN_FLAGS,
    VALIDATE_FLAGS,
    super::CREATE_FLAGS,
    &[
        Flag::string("from", "The object to take the job from (only a cronjob can be named)."),
        Flag::string("image", "Image name to run."),
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| job(invocation, factory, io).await)
});

async fn job(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let name = generated::name(invocation)?;
    let command = &invocation.args[1..];
    let (image, from) = (flags.string("image"), flags.string("from"));
    if image.is_empty() == from.is_empty() {
        return Err(CommandError::told(
            "either --image or --from must be specified",
        ));
    }
    if !from.is_empty() && !command.is_empty() {
        return Err(CommandError::told("cannot specify --from and command"));
    }
    let object = if from.is_empty() {
        json!({
            "apiVersion": "batch/v1", "kind": "Job",
            "metadata": {"name": name},
            "spec": {"template": pod_template(name, image, "Never", command)},
            "status": {},
        })
    } else {
        let source = source(from, factory, io).await?;
        instantiated(name, &source)?
    };
    generated::create(object, "failed to create job: ", invocation, factory, io).await
}

/// A pod template of one container.
pub(super) fn pod_template(name: &str, image: &str, restart: &str, command: &[String]) -> Value {
    let mut container = json!({"name": name, "image": image, "resources": {}});
    if !command.is_empty() {
        container["command"] = command.into();
    }
    json!({"metadata": {}, "spec": {"containers": [container], "restartPolicy": restart}})
}

async fn source(from: &str, factory: &Factory<'_>, io: &mut Io<'_>) -> Result<Info, CommandError> {
    let args = [from.to_owned()];
    if !from.contains('/') {
        // A word without a name is a type, which is looked up first.
        factory.discovery(io).await?.by_word(from)?;
    }
    let request = Request {
        args: &args,
        ..Request::default()
    };
    let infos = select(&request, factory, io).await?.all()?;
    infos
        .into_iter()
        .next()
        .ok_or_else(|| CommandError::told("from must be an existing cronjob"))
}

/// The job that a cron job would make now.
fn instantiated(name: &str, source: &Info) -> Result<Value, CommandError> {
    if source.resource.kind != "CronJob" {
        let kind = super::super::go_type(&source.resource);
        return Err(CommandError::told(format!("unknown object type {kind}")));
    }
    let cron_job = &source.object;
    let template = &cron_job["spec"]["jobTemplate"];
    let mut spec = template["spec"].clone();
    let metadata = object::entry(object::entry(&mut spec, "template"), "metadata");
    if let Some(fields) = metadata.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    let mut job = json!({
        "apiVersion": "batch/v1", "kind": "Job",
        "metadata": {
            "name": name,
            "ownerReferences": [{
                "apiVersion": "batch/v1", "kind": "CronJob", "name": object::name(cron_job),
                "uid": object::uid(cron_job), "controller": true,
            }],
        },
        "spec": spec,
        "status": {},
    });
    object::set_annotation(&mut job, INSTANTIATE, "manual");
    for (key, value) in template["metadata"]["annotations"]
        .as_object()
        .into_iter()
        .flatten()
    {
        object::set_annotation(&mut job, key, value.as_str().unwrap_or_default());
    }
    if template["metadata"]["labels"].is_object() {
        job["metadata"]["labels"] = template["metadata"]["labels"].clone();
    }
    Ok(job)
}
