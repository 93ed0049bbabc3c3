//! Fields with one value.

use cobra::{Command, Failure, Invocation, Io};

use crate::kustomize::edit::add::{BUILD_METADATA_OPTIONS, build_metadata_options};
use crate::kustomize::kustomization_file::rewrite;

pub(super) static NAME_PREFIX: Command<()> = Command::new("nameprefix", "Sets the value of the namePrefix field in the kustomization file.")
    .example("\nThe command\n  set nameprefix acme-\nwill add the field \"namePrefix: acme-\" to the kustomization file if it doesn't exist,\nand overwrite the value with \"acme-\" if the field does exist.\n")
    .run(|invocation, _, io| set("namePrefix", "must specify exactly one prefix value", invocation, io));

pub(super) static NAME_SUFFIX: Command<()> = Command::new("namesuffix", "Sets the value of the nameSuffix field in the kustomization file.")
    .example("\nThe command\n  set namesuffix -- -acme\nwill add the field \"nameSuffix: -acme\" to the kustomization file if it doesn't exist,\nand overwrite the value with \"-acme\" if the field does exist.\n")
    .run(|invocation, _, io| set("nameSuffix", "must specify exactly one suffix value", invocation, io));

pub(super) static NAMESPACE: Command<()> = Command::new("namespace", "Sets the value of the namespace field in the kustomization file")
    .example("\nThe command\n  set namespace staging\nwill add the field \"namespace: staging\" to the kustomization file if it doesn't exist,\nand overwrite the value with \"staging\" if the field does exist.\n")
    .run(|invocation, _, io| set("namespace", "must specify exactly one namespace value", invocation, io));

pub(super) static BUILD_METADATA: Command<()> = Command::new(
    "buildmetadata",
    "Sets one or more buildMetadata options to the kustomization.yaml in the current directory",
)
.example("\n		set buildmetadata {option1},{option2}")
.valid_args(BUILD_METADATA_OPTIONS)
.run(|invocation, _, io| {
    let options = build_metadata_options(&invocation.args)?;
    rewrite(io, |kustomization| {
        kustomization.set("buildMetadata", options.into());
        Ok(())
    })
});

fn set(
    field: &str,
    problem: &str,
    invocation: &Invocation<()>,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let [value] = invocation.args.as_slice() else {
        return Err(Failure::new(problem));
    };
    rewrite(io, |kustomization| {
        kustomization.set(field, value.as_str().into());
        Ok(())
    })
}
