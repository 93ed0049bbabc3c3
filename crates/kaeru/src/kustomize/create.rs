//! `kustomize create`: a new kustomization file.

use cobra::{Args, Command, Failure, Flag, Invocation, Io};
use filesys::{Disk, FileSystem, FileType};
use goyaml::{Dialect, ReadOptions};
use kustomize::EditableKustomization;
use serde_json::Value;

use super::kustomization_file::FILE_NAMES;
use super::pairs;
use super::paths::glob;

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
    let mut resources = Vec::new();
    for pattern in flags
        .string("resources")
        .split(',')
        .filter(|pattern| !pattern.is_empty())
    {
        let found = glob(io, pattern);
        if found.is_empty() {
            return Err(Failure::new(format!("{pattern} has no match")));
        }
        resources.extend(found);
    }
    if FILE_NAMES
        .iter()
        .any(|name| Disk.exists(&io.cwd.join(name)))
    {
        return Err(Failure::new("kustomization file already exists"));
    }
    if flags.bool("autodetect") {
        let detected = detect(io, "", flags.bool("recursive"))?;
        resources.extend(
            detected
                .into_iter()
                .filter(|path| !resources.contains(path))
                .collect::<Vec<_>>(),
        );
    }
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
        let given: Vec<String> = flags
            .string(flag)
            .split(',')
            .filter(|pair| !pair.is_empty())
            .map(str::to_owned)
            .collect();
        let pairs = pairs::parse(&given, what)?;
        kustomization.set(
            field,
            Value::Object(
                pairs
                    .into_iter()
                    .map(|(key, value)| (key, value.into()))
                    .collect(),
            ),
        );
    }
    Ok(Disk.write(
        &io.cwd.join(FILE_NAMES[0]),
        kustomization.to_yaml().as_bytes(),
    )?)
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
            FileType::File if holds_resources(&Disk.read(&io.cwd.join(&path))?) => found.push(path),
            FileType::Directory | FileType::File | FileType::Symlink | FileType::Other => {}
        }
    }
    Ok(found)
}

/// Whether a text is one or more resources and nothing else.
fn holds_resources(text: &[u8]) -> bool {
    let documents =
        goyaml::parse_documents(text, &ReadOptions::new(Dialect::V3)).unwrap_or_default();
    let documents: Vec<_> = documents
        .iter()
        .filter(|document| !document.is_null(Dialect::V3))
        .collect();
    let is_resource = |document: &&goyaml::Node| {
        document.get_str("kind").is_some() && document.lookup(&["metadata", "name"]).is_some()
    };
    !documents.is_empty() && documents.iter().all(is_resource)
}
