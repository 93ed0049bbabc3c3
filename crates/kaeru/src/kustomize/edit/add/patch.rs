//! Adding a patch.

use cobra::{Command, Failure, Invocation, Io};
use serde_json::Value;

use crate::kustomize::kustomization_file::KustomizationFile;
use crate::kustomize::log::log;
use crate::kustomize::patch_selection;

pub(super) static PATCH: Command<()> = Command::new("patch", "Add an item to patches field.")
    .long("This command will add an item to patches field in the kustomization file.\nEach item may:\n\n - be either a strategic merge patch, or a JSON patch\n - be either a file, or an inline string\n - target a single resource or multiple resources\n\nFor more information please see https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/patches/\n")
    .example("\n		add patch --path {filepath} --group {target group name} --version {target version}")
    .flags(&[patch_selection::FLAGS])
    .run(add);

fn add(invocation: &Invocation<()>, _: &mut (), io: &mut Io<'_>) -> Result<(), Failure> {
    let patch = patch_selection::patch(&invocation.flags)?;
    if patch["path"].is_null() && patch["patch"].is_null() {
        return Err(Failure::new("must provide either patch or path"));
    }
    let file = KustomizationFile::find(io)?;
    let mut kustomization = file.read()?;
    let mut patches = kustomization.list("patches");
    if patches.contains(&patch) {
        return log(io, &format!("patch {patch} already in kustomization file"));
    }
    patches.push(patch);
    kustomization.set("patches", Value::Array(patches));
    file.write(&kustomization)
}
