//! `kustomize create`: a new kustomization file.

use std::path::Path;

use cobra::{Args, Command, Failure, Flag, Flags, Invocation, Io};
use filesys::{Disk, FileSystem, FileType};
use kustomize::EditableKustomization;
use serde_json::Value;

use super::kustomization_file::FILE_NAMES;
use super::pairs;
use super::paths::glob_or_root;

const FLAGS: &[Flag] = &[
    Flag::string("annotations", "Add one or more common annotations."),
    Flag::bool(
        "autodetect",
        "Search for kubernetes resources in the current directory to be added to the kustomization file.",
    ),
    Flag::string("labels", "Add one or more common labels."),
    Flag::string(
        "nameprefix",
        "Sets the value of the namePrefix field in the kustomization file.",
    ),
    Flag::string(
        "namespace",
        "Set the value of the namespace field in the customization file.",
    ),
    Flag::string(
        "namesuffix",
        "Sets the value of the nameSuffix field in the kustomization file.",
    ),
    Flag::bool(
        "recursive",
        "Enable recursive directory searching for resource auto-detection.",
    ),
    Flag::string(
        "resources",
        "Name of a file containing a file to add to the kustomization file.",
    ),
];

pub(super) static CREATE: Command<()> = Command::new("create", "Create a new kustomization in the current directory")
    .aliases(&["init"])
    .long("")
    .example("\n	# Create a new overlay from the base '../base\".\n	kustomize create --resources ../base\n\n	# Create a new kustomization detecting resources in the current directory.\n	kustomize create --autodetect\n\n	# Create a new kustomization with multiple resources and fields set.\n	kustomize create --resources deployment.yaml,service.yaml,../base --namespace staging --nameprefix acme-\n")
    .flags(&[FLAGS])
    .args(Args::Arbitrary)
    .run(run);

fn run(invocation: &Invocation<()>, _: &mut (), io: &mut Io<'_>) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let resources = glob_or_root(io, &listed(flags.string("resources")))?;
    if FILE_NAMES
        .iter()
        .any(|name| Disk.exists(&io.cwd.join(name)))
    {
        return Err(Failure::new("kustomization file already exists"));
    }
    let resources = with_detected(resources, flags, io)?;
    let kustomization = kustomization(resources, flags)?;
    Ok(Disk.write(
        &io.cwd.join(FILE_NAMES[0]),
        kustomization.to_yaml().as_bytes(),
    )?)
}

/// The parts of a comma list; an empty text has none.
fn listed(text: &str) -> Vec<String> {
    match text {
        "" => Vec::new(),
        text => text.split(',').map(str::to_owned).collect(),
    }
}

/// Appends what `--autodetect` finds.
fn with_detected(
    mut resources: Vec<String>,
    flags: &Flags,
    io: &Io<'_>,
) -> Result<Vec<String>, Failure> {
    if flags.bool("autodetect") {
        let mut detected = detect(io, "", flags.bool("recursive"))?;
        detected.retain(|path| !resources.contains(path));
        resources.append(&mut detected);
    }
    Ok(resources)
}

/// The new kustomization.
fn kustomization(resources: Vec<String>, flags: &Flags) -> Result<EditableKustomization, Failure> {
    let mut kustomization = EditableKustomization::parse(
        b"apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n",
    )?;
    kustomization.set("resources", resources.into());
    for (flag, field) in [
        ("namespace", "namespace"),
        ("nameprefix", "namePrefix"),
        ("namesuffix", "nameSuffix"),
    ] {
        kustomization.set(field, flags.string(flag).into());
    }
    for (flag, field, what) in [
        ("labels", "commonLabels", "label"),
        ("annotations", "commonAnnotations", "annotation"),
    ] {
        let pairs = pairs::parse(&listed(flags.string(flag)), what)?;
        let map = pairs.into_iter().map(|(key, value)| (key, value.into()));
        kustomization.set(field, Value::Object(map.collect()));
    }
    Ok(kustomization)
}

/// The files of a directory that hold resources, and with `recursive` what is below; a directory with a kustomization of its own stands
/// for its content.
fn detect(io: &Io<'_>, directory: &str, recursive: bool) -> Result<Vec<String>, Failure> {
    let mut found = Vec::new();
    for entry in Disk.read_dir(&io.cwd.join(directory))? {
        let path = if directory.is_empty() {
            entry.name.clone()
        } else {
            format!("{directory}/{}", entry.name)
        };
        match entry.file_type {
            FileType::Directory if recursive => {
                let own = FILE_NAMES
                    .iter()
                    .any(|name| Disk.exists(&io.cwd.join(&path).join(name)));
                found.extend(if own {
                    vec![path]
                } else {
                    detect(io, &path, recursive)?
                });
            }
            FileType::File | FileType::Symlink if holds_resources(&io.cwd.join(&path)) => {
                found.push(path);
            }
            FileType::Directory | FileType::File | FileType::Symlink | FileType::Other => {}
        }
    }
    Ok(found)
}

/// Whether a file can be read and holds nothing but resources.
fn holds_resources(path: &Path) -> bool {
    Disk.read(path)
        .is_ok_and(|text| kustomize::verify_resources(&text).is_ok())
}
