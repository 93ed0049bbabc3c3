//! `kubectl kustomize`: building a kustomization.

use std::fs;

use cobra::{Command, Failure, Flag, Invocation, Io};
use kustomize::LoadRestrictor;

use crate::session::Session;

pub(super) static KUSTOMIZE: Command<Session> =
    Command::new("kustomize DIR", "Build a kustomization target from a directory or URL")
        .group(super::ADVANCED)
        .long("Print the manifests that a kustomization builds: that of the working directory unless another one is named.")
        .example("  # Build a kustomization\n  kubectl kustomize overlays/prod")
        .flags(&[&[
            Flag::string(
                "load-restrictor",
                "if set to 'LoadRestrictionsNone', a kustomization may load files from outside its folder.",
            )
            .default("LoadRestrictionsRootOnly"),
            Flag::string("output", "File to write to.").short('o').files(&[]),
        ]])
        .run(kustomize);

fn kustomize(
    invocation: &Invocation<Session>,
    _: &mut Session,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let root = match invocation.args.as_slice() {
        [] => ".",
        [root] => root,
        _ => return Err(Failure::new("specify one path to kustomization.yaml")),
    };
    let word = invocation.flags.string("load-restrictor");
    let load_restrictor = LoadRestrictor::parse(word).ok_or_else(|| {
        Failure::new(format!(
            "illegal flag value --load-restrictor {word}; legal values: [LoadRestrictionsRootOnly LoadRestrictionsNone]"
        ))
    })?;
    let built = crate::kustomization::build(root, load_restrictor, io).map_err(Failure::new)?;
    match invocation.flags.string("output") {
        "" => write!(io.stdout, "{built}")?,
        file => fs::write(io.resolve(file), built)?,
    }
    Ok(())
}
