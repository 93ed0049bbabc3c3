//! `kustomize edit`: changes to the kustomization file of the working directory.

mod add;
mod fix;
mod generator;
mod list_builtin_plugin;
mod remove;
mod set;
#[cfg(test)]
mod tests;

use cobra::{Args, Command};

pub(super) static EDIT: Command<()> = Command::new("edit", "Edits a kustomization file")
    .long("")
    .example(
        "\n	# Adds a configmap to the kustomization file\n	kustomize edit add configmap NAME --from-literal=k=v\n\n	# Sets the nameprefix field\n	\
         kustomize edit set nameprefix <prefix-value>\n\n	# Sets the namesuffix field\n	kustomize edit set namesuffix <suffix-value>\n",
    )
    .args(Args::Minimum(1))
    .commands(&[
        &add::ADD,
        &fix::FIX,
        &list_builtin_plugin::LIST_BUILTIN_PLUGIN,
        &remove::REMOVE,
        &set::SET,
    ]);
