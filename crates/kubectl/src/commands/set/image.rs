//! `kubectl set image`: new images for containers.

use cobra::{Command, Flag, Invocation, Io};
use serde_json::Value;

use super::edit::{self, SET_FLAGS, Unchanged, Words};
use crate::CommandError;
use crate::change_cause::RECORD_FLAGS;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::printers::PRINT_FLAGS;
use crate::resource::{FILE_FLAGS, FileOptions, Info, Request, select};
use crate::session::{Factory, Session};
use crate::workload::pod_spec_mut;

pub(super) static IMAGE: Command<Session> = Command::new(
    "image (-f FILENAME | TYPE NAME) CONTAINER_NAME_1=CONTAINER_IMAGE_1 ... CONTAINER_NAME_N=CONTAINER_IMAGE_N",
    "Update the image of a pod template",
)
.long("Give containers of pods, deployments and other objects with pod templates new images. The name * means every container.")
.example("  # Give the container 'app' a new image\n  kubectl set image deployment/web app=nginx:1.26")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    FILE_FLAGS,
    DRY_RUN_FLAGS,
    RECORD_FLAGS,
    SET_FLAGS,
    &[Flag::string("selector", "Selector (label query) to filter on, supports '=', '==', '!=', 'in', 'notin'.").short('l')],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| image(invocation, factory, io).await)
});

async fn image(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let first = invocation
        .args
        .iter()
        .position(|word| word.contains('='))
        .unwrap_or(invocation.args.len());
    let (resources, images) = invocation.args.split_at(first);
    let files = FileOptions::new(flags);
    if resources.is_empty() && files.is_empty() {
        return Err(CommandError::told(crate::usage_text::MISSING_RESOURCE));
    }
    let images = images
        .iter()
        .map(|word| pair(word))
        .collect::<Result<Vec<_>, _>>()?;
    if images.is_empty() {
        return Err(CommandError::told("at least one image update is required"));
    }
    if images.len() > 1 && images.iter().any(|(name, _)| name == "*") {
        return Err(CommandError::told(
            "all containers are already specified by *, but saw more than one container_name=container_image pairs",
        ));
    }
    let request = Request {
        selector: flags.string("selector"),
        ..edit::request(resources, flags)
    };
    let infos = select(&request, factory, io).await?.all()?;
    let change = |object: &mut Value, info: &Info| set_images(object, info, &images);
    edit::send(
        infos,
        Words {
            did: "image updated",
            failure: "failed to patch image update to pod template: ",
            unchanged: Unchanged::Silent,
        },
        change,
        invocation,
        factory,
        io,
    )
    .await
}

fn pair(word: &str) -> Result<(String, String), CommandError> {
    match word.split_once('=') {
        Some((name, image)) if !name.is_empty() => Ok((name.to_owned(), image.to_owned())),
        _ => Err(CommandError::told(format!("unexpected args: {word}"))),
    }
}

fn set_images(
    object: &mut Value,
    info: &Info,
    images: &[(String, String)],
) -> Result<(), CommandError> {
    let kind = &info.resource.kind;
    let Some(spec) = pod_spec_mut(object, kind) else {
        return Err(edit::no_pod_template(info));
    };
    for (name, image) in images {
        let mut found = false;
        for list in ["initContainers", "containers"] {
            for container in spec[list].as_array_mut().into_iter().flatten() {
                if name == "*" || container["name"] == name.as_str() {
                    container["image"] = image.as_str().into();
                    found = true;
                }
            }
        }
        // A spec without init containers must stay without them: indexing has made the key.
        if spec["initContainers"].is_null()
            && let Some(fields) = spec.as_object_mut()
        {
            fields.remove("initContainers");
        }
        if !found {
            return Err(CommandError::told(format!(
                "error: unable to find container named {name:?}"
            )));
        }
    }
    Ok(())
}
