//! What a chart depends on, into its `charts/`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use chart::{Chart, LoadOptions, Locked, read_archive};
use cobra::{Failure, Io};
use sprig::{Constraints, Version};

use super::remote::Remote;
use crate::chart_source::load_any_version;
use crate::failure::{self, go_io};
use crate::source_date_epoch::source_date_epoch;

/// The chart whose dependencies are looked after.
pub(super) struct Parent {
    /// The directory as the command line has it.
    pub(super) shown: String,
    pub(super) directory: PathBuf,
    pub(super) chart: Chart,
}

impl Parent {
    /// The chart that the first argument names, or the one in the current directory.
    pub(super) fn from_args(args: &[String], io: &Io<'_>) -> Result<Parent, Failure> {
        Parent::load(args.first().map_or(".", String::as_str), io)
    }

    pub(super) fn load(path: &str, io: &Io<'_>) -> Result<Parent, Failure> {
        let shown = gostd::path::clean(path);
        let directory = io.resolve(&shown);
        let found = fs::metadata(&directory).map_err(|error| {
            Failure::new(format!(
                "could not find {shown}: {}",
                go_io("stat", &shown, &error)
            ))
        })?;
        if !found.is_dir() {
            return Err(Failure::new("only unpacked charts can be updated"));
        }
        let chart = load_any_version(&directory)?.chart;
        Ok(Parent {
            shown,
            directory,
            chart,
        })
    }

    /// The directory of a dependency on this machine.
    pub(super) fn directory_of(&self, name: &str, repository: &str) -> Result<PathBuf, Failure> {
        let path = match repository.strip_prefix("file://") {
            Some(path) => path.to_owned(),
            None => format!("charts/{name}"),
        };
        let (directory, shown) = if gostd::path::is_abs(&path) {
            (PathBuf::from(&path), path)
        } else {
            (
                self.directory.join(&path),
                gostd::path::join(&[&self.shown, &path]),
            )
        };
        if !directory.exists() {
            return Err(Failure::new(format!("directory {shown} not found")));
        }
        Ok(directory)
    }

    /// What lies in the directory of a dependency on this machine.
    pub(super) fn find(&self, name: &str, repository: &str) -> Result<Chart, Failure> {
        Chart::load(&self.directory_of(name, repository)?).map_err(|error| failure::loading(&error))
    }

    pub(super) fn lock_path(&self) -> PathBuf {
        self.directory
            .join(if self.chart.metadata.api_version == "v1" {
                "requirements.lock"
            } else {
                "Chart.lock"
            })
    }
}

/// Whether a version lies in a range; none where the range cannot be read.
pub(super) fn fits(range: &str, version: &str) -> Result<bool, String> {
    let constraints = Constraints::parse(range).map_err(|error| error.to_string())?;
    Ok(Version::parse(version).is_ok_and(|version| constraints.check(&version)))
}

/// Puts the chosen charts into `charts/`, in place of archives of other versions.
pub(super) fn save(
    parent: &Parent,
    chosen: &[Locked],
    remote: &Remote,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    writeln!(io.stdout, "Saving {} charts", chosen.len())?;
    let archives = match archives(parent, chosen, remote, io) {
        Ok(archives) => archives,
        Err(failure) => {
            writeln!(io.stdout, "Save error occurred:  {}", failure.message)?;
            return Err(failure);
        }
    };
    writeln!(io.stdout, "Deleting outdated charts")?;
    let folder = parent.directory.join("charts");
    let failed =
        |error: &std::io::Error| Failure::new(go_io("open", &folder.display().to_string(), error));
    fs::create_dir_all(&folder).map_err(|error| failed(&error))?;
    for outdated in outdated(&folder, chosen, &archives) {
        fs::remove_file(outdated).map_err(|error| failed(&error))?;
    }
    for (name, archive) in &archives {
        fs::write(folder.join(name), archive).map_err(|error| failed(&error))?;
    }
    Ok(())
}

/// The archives of the chosen charts by their file names.
fn archives(
    parent: &Parent,
    chosen: &[Locked],
    remote: &Remote,
    io: &mut Io<'_>,
) -> Result<BTreeMap<String, Vec<u8>>, Failure> {
    let epoch = source_date_epoch(&io.env)?;
    let mut archives: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut downloaded = BTreeSet::new();
    for dependency in chosen {
        let Locked {
            name, repository, ..
        } = dependency;
        if repository.is_empty() {
            writeln!(
                io.stdout,
                "Dependency {name} did not declare a repository. Assuming it exists in the charts directory"
            )?;
        } else if repository.starts_with("file://") {
            let chart = parent.find(name, repository)?;
            if !fits(&dependency.version, &chart.metadata.version).unwrap_or(false) {
                return Err(Failure::new(format!(
                    "can't get a valid version for dependency {name}"
                )));
            }
            let archive = chart
                .package(epoch)
                .map_err(|error| Failure::new(error.to_string()))?;
            let file = format!("{}-{}.tgz", chart.metadata.name, chart.metadata.version);
            archives.insert(file, archive);
        } else {
            let found = remote.find(dependency, io)?;
            if !downloaded.insert(found.url.clone()) {
                writeln!(
                    io.stdout,
                    "Already downloaded {name} from repo {repository}"
                )?;
                continue;
            }
            writeln!(io.stdout, "Downloading {name} from repo {repository}")?;
            let archive = remote.download(&found, io)?;
            let file = gostd::path::base(found.url.path()).to_owned();
            read_archive(&*archive, &LoadOptions::default())
                .map_err(|fault| Failure::new(format!("could not verify {file}: {fault}")))?;
            archives.insert(file, archive);
        }
    }
    Ok(archives)
}

/// Archives of the chosen charts in versions that were not chosen.
fn outdated(
    folder: &Path,
    chosen: &[Locked],
    archives: &BTreeMap<String, Vec<u8>>,
) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "tgz"))
        .filter(|path| {
            path.file_name()
                .is_some_and(|name| !archives.contains_key(name.to_string_lossy().as_ref()))
        })
        .filter(|path| {
            Chart::load(path).is_ok_and(|chart| {
                chosen.iter().any(|dependency| {
                    !dependency.repository.is_empty() && dependency.name == chart.name()
                })
            })
        })
        .collect()
}
