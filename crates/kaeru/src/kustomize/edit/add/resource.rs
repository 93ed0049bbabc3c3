//! Adding to fields that list paths or words.

use cobra::{Command, Failure, Flag, Invocation, Io, complete_directory};
use filesys::{Disk, FileSystem};

use crate::kustomize::kustomization_file::KustomizationFile;
use crate::kustomize::log::log;
use crate::kustomize::paths::{glob_all, glob_or_root};

/// The words that `buildMetadata` may hold.
pub(in crate::kustomize::edit) const BUILD_METADATA_OPTIONS: &[&str] = &[
    "managedByLabel",
    "originAnnotations",
    "transformerAnnotations",
];

const NO_VERIFY: &[Flag] = &[Flag::bool("no-verify", "skip validation for resources")];

pub(super) static RESOURCE: Command<()> = Command::new(
    "resource",
    "Add the name of a file containing a resource to the kustomization file.",
)
.example("\n		add resource {filepath}")
.flags(&[NO_VERIFY])
.run(|invocation, _, io| {
    given(&invocation.args, "a resource file")?;
    let paths = if invocation.flags.bool("no-verify") {
        invocation.args.clone()
    } else {
        glob_or_root(io, &invocation.args)?
    };
    append("resources", "resource", &paths, io)
});

pub(super) static COMPONENT: Command<()> = Command::new(
    "component",
    "Add the name of a file containing a component to the kustomization file.",
)
.example("\n		add component {filepath}")
.run(|invocation, _, io| {
    given(&invocation.args, "a component file")?;
    let paths = glob_or_root(io, &invocation.args)?;
    append("components", "component", &paths, io)
});

pub(super) static TRANSFORMER: Command<()> = Command::new(
    "transformer",
    "Add the name of a file containing a transformer configuration to the kustomization file.",
)
.example("\n		add transformer {filepath}")
.run(|invocation, _, io| {
    given(&invocation.args, "a transformer file")?;
    let paths = glob_all(io, &invocation.args)?;
    append("transformers", "transformer", &paths, io)
});

pub(super) static GENERATOR: Command<()> = Command::new(
    "generator",
    "Add the name of a file containing a generator configuration to the kustomization file",
)
.example("\n		add generator {filepath}")
.run(|invocation, _, io| {
    given(
        &invocation.args,
        "a yaml file which contains a generator plugin resource",
    )?;
    let paths = glob_all(io, &invocation.args)?;
    append("generators", "generator", &paths, io)
});

pub(super) static BASE: Command<()> = Command::new(
    "base",
    "Adds one or more bases to the kustomization.yaml in current directory",
)
.example("\n		add base {filepath1},{filepath2}")
.complete(complete_directory)
.run(add_base);

pub(super) static BUILD_METADATA: Command<()> =
    Command::new("buildmetadata", "Adds one or more buildMetadata options to the kustomization.yaml in the current directory")
        .long("Adds one or more buildMetadata options to the kustomization.yaml in the current directory.\nThe following options are valid:\n  - managedByLabel\n  - originAnnotations\n  - transformerAnnotations")
        .example("\n		add buildmetadata {option1},{option2}")
        .valid_args(BUILD_METADATA_OPTIONS)
        .run(add_build_metadata);

/// Refuses a line without arguments.
fn given(args: &[String], what: &str) -> Result<(), Failure> {
    if args.is_empty() {
        return Err(Failure::new(format!("must specify {what}")));
    }
    Ok(())
}

/// Appends what a list does not have yet. Without paths the file is not even looked for.
fn append(field: &str, noun: &str, paths: &[String], io: &mut Io<'_>) -> Result<(), Failure> {
    if paths.is_empty() {
        return Ok(());
    }
    let file = KustomizationFile::find(io)?;
    let mut kustomization = file.read()?;
    let mut listed = kustomization.texts(field);
    for path in paths {
        if file.is_at(&io.cwd.join(path)) {
            continue;
        }
        if listed.contains(path) {
            log(io, &format!("{noun} {path} already in kustomization file"))?;
            continue;
        }
        listed.push(path.clone());
    }
    kustomization.set(field, listed.into());
    file.write(&kustomization)
}

fn add_base(invocation: &Invocation<()>, _: &mut (), io: &mut Io<'_>) -> Result<(), Failure> {
    let [bases] = invocation.args.as_slice() else {
        return Err(Failure::new("must specify a base directory"));
    };
    let bases: Vec<String> = bases.split(',').map(str::to_owned).collect();
    let file = KustomizationFile::find(io)?;
    let mut kustomization = file.read()?;
    let mut listed = kustomization.texts("resources");
    for base in bases {
        if !Disk.exists(&io.cwd.join(&base)) {
            return Err(Failure::new(format!("{base} does not exist")));
        }
        if listed.contains(&base) {
            return Err(Failure::new(format!(
                "base {base} already in kustomization file"
            )));
        }
        listed.push(base);
    }
    kustomization.set("resources", listed.into());
    file.write(&kustomization)
}

fn add_build_metadata(
    invocation: &Invocation<()>,
    _: &mut (),
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let options = build_metadata_options(&invocation.args)?;
    let file = KustomizationFile::find(io)?;
    let mut kustomization = file.read()?;
    let mut listed = kustomization.texts("buildMetadata");
    for option in options {
        if listed.contains(&option) {
            return Err(Failure::new(format!(
                "buildMetadata option {option} already in kustomization file"
            )));
        }
        listed.push(option);
    }
    kustomization.set("buildMetadata", listed.into());
    file.write(&kustomization)
}

/// Reads a comma list of `buildMetadata` options.
pub(in crate::kustomize::edit) fn build_metadata_options(
    arguments: &[String],
) -> Result<Vec<String>, Failure> {
    let [options] = arguments else {
        return Err(Failure::new(if arguments.is_empty() {
            "must specify a buildMetadata option".to_owned()
        } else {
            format!(
                "too many arguments: [{}]; to provide multiple buildMetadata options, please separate options by comma",
                arguments.join(" ")
            )
        }));
    };
    let options: Vec<String> = options.split(',').map(str::to_owned).collect();
    match options
        .iter()
        .find(|option| !BUILD_METADATA_OPTIONS.contains(&option.as_str()))
    {
        Some(option) => Err(Failure::new(format!(
            "invalid buildMetadata option: {option}"
        ))),
        None => Ok(options),
    }
}
