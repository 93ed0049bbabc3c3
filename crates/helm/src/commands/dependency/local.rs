//! Charts from directories on this machine into `charts/`.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use chart::{Chart, Locked};
use cobra::{Failure, Io};
use sprig::{Constraints, Version};

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
    pub(super) fn load(args: &[String], io: &Io<'_>) -> Result<Parent, Failure> {
        let shown = gostd::path::clean(args.first().map_or(".", String::as_str));
        let directory = io.resolve(&shown);
        fs::metadata(&directory).map_err(|error| {
            Failure::new(format!(
                "could not find {shown}: {}",
                go_io("stat", &shown, &error)
            ))
        })?;
        let chart = Chart::load(&directory).map_err(|error| failure::only(&error))?;
        Ok(Parent {
            shown,
            directory,
            chart,
        })
    }

    /// The directory of a dependency with its shown form, and what lies there.
    pub(super) fn find(&self, name: &str, repository: &str) -> Result<Chart, Failure> {
        let path = match repository.strip_prefix("file://") {
            Some(path) => path.to_owned(),
            None if repository.is_empty() => format!("charts/{name}"),
            None => {
                return Err(Failure::new(format!(
                    "charts are not downloaded: {name} from {repository}"
                )));
            }
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
        Chart::load(&directory).map_err(|error| failure::only(&error))
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

/// Packs the chosen charts into `charts/`, in place of archives of other versions.
pub(super) fn save(parent: &Parent, chosen: &[Locked], io: &mut Io<'_>) -> Result<(), Failure> {
    writeln!(io.stdout, "Saving {} charts", chosen.len())?;
    let epoch = source_date_epoch(&io.env)?;
    let mut archives: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for dependency in chosen {
        if dependency.repository.is_empty() {
            writeln!(
                io.stdout,
                "Dependency {} did not declare a repository. Assuming it exists in the charts directory",
                dependency.name
            )?;
            continue;
        }
        let chart = parent.find(&dependency.name, &dependency.repository)?;
        if !fits(&dependency.version, &chart.metadata.version).unwrap_or(false) {
            return Err(Failure::new(format!(
                "can't get a valid version for dependency {}",
                dependency.name
            )));
        }
        let archive = chart
            .package(epoch)
            .map_err(|error| Failure::new(error.to_string()))?;
        archives.insert(
            format!("{}-{}.tgz", chart.metadata.name, chart.metadata.version),
            archive,
        );
    }
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
