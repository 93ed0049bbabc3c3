//! Adding a patch.

use cobra::{Command, Failure};
use filesys::{Disk, FileSystem};
use serde_json::Value;

use crate::kustomize::kustomization_file::rewrite;
use crate::kustomize::patch_selection;

pub(super) static PATCH: Command<()> = Command::new("patch", "Add an item to patches field.")
    .long("This command will add an item to patches field in the kustomization file.\nEach item may:\n\n - be either a strategic merge patch, or a JSON patch\n - be either a file, or an inline string\n - target a single resource or multiple resources\n\nFor more information please see https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/patches/\n")
    .example("\n		add patch --path {filepath} --group {target group name} --version {target version}")
    .flags(&[patch_selection::FLAGS])
    .run(|invocation, _, io| {
        let patch = patch_selection::patch(&invocation.flags)?;
        if let Some(path) = patch["path"].as_str()
            && !Disk.exists(&io.cwd.join(path))
        {
            return Err(Failure::new(format!("{path} does not exist")));
        }
        rewrite(io, |kustomization| {
            let mut patches = kustomization.list("patches");
            if patches.contains(&patch) {
                return Err(Failure::new(format!("patch {patch} already in kustomization file")));
            }
            patches.push(patch);
            kustomization.set("patches", Value::Array(patches));
            Ok(())
        })
    });
