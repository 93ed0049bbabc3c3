//! `kubectl kustomize`: building a kustomization.

use cobra::{Command, Failure, Invocation, Io, complete_directory};

use crate::kustomize_build::{KUSTOMIZE_FLAGS, build_kustomization};
use crate::session::Session;

pub(super) static KUSTOMIZE: Command<Session> =
    Command::new("kustomize DIR", "Build a kustomization target from a directory or URL")
        .group(super::ADVANCED)
        .long("Print the manifests that a kustomization builds: that of the working directory unless another one is named.")
        .example("  # Build a kustomization\n  kubectl kustomize overlays/prod")
        .flags(&[KUSTOMIZE_FLAGS])
        .complete(complete_directory)
        .run(kustomize);

fn kustomize(
    invocation: &Invocation<Session>,
    session: &mut Session,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let engine = session.chart_engine();
    build_kustomization(&invocation.args, &invocation.flags, false, engine, io)
}
