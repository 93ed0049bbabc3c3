//! Adding to fields that list paths or words.

use std::io::Write;

use cobra::{Command, Failure, Flag, Invocation, Io};
use filesys::{Disk, FileSystem};

use crate::kustomize::kustomization_file::KustomizationFile;
use crate::kustomize::paths::glob;

/// The words that `buildMetadata` may hold.
const BUILD_METADATA_OPTIONS: &[&str] = &[
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
    let paths = if invocation.flags.bool("no-verify") {
        invocation.args.clone()
    } else {
        existing(invocation, "a resource file", io)?
    };
    append("resources", "resource", &paths, io)
});

pub(super) static COMPONENT: Command<()> = Command::new(
    "component",
    "Add the name of a file containing a component to the kustomization file.",
)
.example("\n		add component {filepath}")
.run(|invocation, _, io| {
    append_files(
        "components",
        "component",
        "a component file",
        invocation,
        io,
    )
});

pub(super) static TRANSFORMER: Command<()> = Command::new(
    "transformer",
    "Add the name of a file containing a transformer configuration to the kustomization file.",
)
.example("\n		add transformer {filepath}")
.run(|invocation, _, io| {
    append_files(
        "transformers",
        "transformer",
        "a transformer file",
        invocation,
        io,
    )
});

pub(super) static GENERATOR: Command<()> = Command::new(
    "generator",
    "Add the name of a file containing a generator configuration to the kustomization file.",
)
.example("\n		add generator {filepath}")
.run(|invocation, _, io| {
    append_files(
        "generators",
        "generator",
        "a generator file",
        invocation,
        io,
    )
});

pub(super) static BASE: Command<()> = Command::new(
    "base",
    "Adds one or more bases to the kustomization.yaml in current directory",
)
.example("\n		add base {filepath1},{filepath2}")
.run(add_base);

pub(super) static BUILD_METADATA: Command<()> =
    Command::new("buildmetadata", "Adds one or more buildMetadata options to the kustomization.yaml in the current directory")
        .long("Adds one or more buildMetadata options to the kustomization.yaml in the current directory.\nThe following options are valid:\n  - managedByLabel\n  - originAnnotations\n  - transformerAnnotations")
        .example("\n		add buildmetadata {option1},{option2}")
        .run(add_build_metadata);

fn append_files(
    field: &str,
    noun: &str,
    what: &str,
    invocation: &Invocation<()>,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let paths = existing(invocation, what, io)?;
    append(field, noun, &paths, io)
}

/// The paths that the arguments stand for; what matches nothing is told and left out.
fn existing(
    invocation: &Invocation<()>,
    what: &str,
    io: &mut Io<'_>,
) -> Result<Vec<String>, Failure> {
    if invocation.args.is_empty() {
        return Err(Failure::new(format!("must specify {what}")));
    }
    let mut paths = Vec::new();
    for pattern in &invocation.args {
        let found = glob(io, pattern);
        if found.is_empty() {
            let path = io.cwd.join(pattern);
            return Err(Failure::new(format!(
                "{pattern} has no match: must build at directory: not a valid directory: evalsymlink failure on '{pattern}' : lstat {}: no such file or directory",
                path.display()
            )));
        }
        paths.extend(found);
    }
    Ok(paths)
}

/// Appends what a list does not have yet.
fn append(field: &str, noun: &str, paths: &[String], io: &mut Io<'_>) -> Result<(), Failure> {
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

/// A line as Go's `log` prints it, without a time that would differ from run to run.
fn log(io: &mut Io<'_>, text: &str) -> Result<(), Failure> {
    Ok(writeln!(io.stderr, "{text}")?)
}

fn add_base(invocation: &Invocation<()>, _: &mut (), io: &mut Io<'_>) -> Result<(), Failure> {
    let [bases] = invocation.args.as_slice() else {
        return Err(Failure::new(if invocation.args.is_empty() {
            "must specify a base directory".to_owned()
        } else {
            format!(
                "too many arguments: {:?}; to provide multiple bases, please separate bases by comma, no space in between",
                invocation.args
            )
        }));
    };
    let bases: Vec<String> = bases.split(',').map(str::to_owned).collect();
    let file = KustomizationFile::find(io)?;
    let mut kustomization = file.read()?;
    let mut listed = kustomization.texts("resources");
    for base in bases {
        if !Disk.is_dir(&io.cwd.join(&base)) {
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
                "too many arguments: {arguments:?}; to provide multiple buildMetadata options, please separate options by comma"
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
