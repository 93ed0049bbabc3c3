//! `kustomize build`.

use cobra::{Args, Command, Failure, Flag, Invocation, Io, complete_directory};

use super::charts;

/// The flags that kubectl's `kustomize` does not have; `strict` is our own.
const FLAGS: &[Flag] = &[
    Flag::bool(
        "enable-exec",
        "enable support for exec functions (raw executables); do not use for untrusted configs!!! (Alpha)",
    ),
    Flag::bool(
        "strict",
        "Refuse what is silently without effect: targets that match nothing, deprecated fields, repeated keys.",
    ),
];

pub(super) static BUILD: Command<()> = Command::new("build DIR", "Build a kustomization target from a directory or URL")
    .long(
        "Build a set of KRM resources using a 'kustomization.yaml' file.\n\
         The DIR argument must be a path to a directory containing\n\
         'kustomization.yaml', or a git repository URL with a path suffix\n\
         specifying same with respect to the repository root.\n\
         If DIR is omitted, '.' is assumed.",
    )
    .example(
        "# Build the current working directory\n  kustomize build\n\n# Build some shared configuration directory\n  kustomize build \
         /home/config/production\n\n# Build from github\n  kustomize build https://github.com/kubernetes-sigs/kustomize.git/examples/helloWorld?ref=v1.0.6",
    )
    .flags(&[kubectl::KUSTOMIZE_FLAGS, FLAGS])
    .args(Args::Arbitrary)
    .complete(complete_directory)
    .run(run);

fn run(invocation: &Invocation<()>, _: &mut (), io: &mut Io<'_>) -> Result<(), Failure> {
    let flags = &invocation.flags;
    kubectl::build_kustomization(
        &invocation.args,
        flags,
        flags.bool("strict"),
        Some(charts::engine),
        io,
    )
}
