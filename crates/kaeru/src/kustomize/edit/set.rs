//! `kustomize edit set`.

mod field;
mod generator;
mod image;
mod label;
mod replicas;

use cobra::{Args, Command};

pub(super) static SET: Command<()> = Command::new("set", "Sets the value of different fields in kustomization file.")
    .example(
        "\n	# Sets the nameprefix field\n	kustomize edit set nameprefix <prefix-value>\n\n	# Sets the namesuffix field\n	kustomize edit set namesuffix \
         <suffix-value>\n",
    )
    .args(Args::Minimum(1))
    .commands(&[
        &field::BUILD_METADATA,
        &field::NAME_PREFIX,
        &field::NAME_SUFFIX,
        &field::NAMESPACE,
        &generator::CONFIGMAP,
        &generator::SECRET,
        &image::IMAGE,
        &label::ANNOTATION,
        &label::LABEL,
        &replicas::REPLICAS,
    ]);
