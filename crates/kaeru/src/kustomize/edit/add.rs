//! `kustomize edit add`.

mod generator;
mod label;
mod patch;
mod resource;

use cobra::{Args, Command};

pub(super) use resource::{BUILD_METADATA_OPTIONS, build_metadata_options};

pub(super) static ADD: Command<()> = Command::new("add", "Adds an item to the kustomization file.")
    .args(Args::Minimum(1))
    .commands(&[
        &generator::CONFIGMAP,
        &generator::SECRET,
        &label::ANNOTATION,
        &label::LABEL,
        &patch::PATCH,
        &resource::BASE,
        &resource::BUILD_METADATA,
        &resource::COMPONENT,
        &resource::GENERATOR,
        &resource::RESOURCE,
        &resource::TRANSFORMER,
    ]);
