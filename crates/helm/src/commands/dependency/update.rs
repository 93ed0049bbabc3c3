//! `helm dependency update`.

use chart::{Lock, Locked};
use cobra::{Command, Failure, Flags, Invocation, Io};

use super::local::{Parent, fits, save};
use super::remote::{Remote, Resolved, is_remote};
use crate::args;
use crate::environment;
use crate::failure::go_io;
use crate::flags::{DEPENDENCIES, REFRESH};
use crate::root::Context;

const LONG: &str = "
Packs the charts that Chart.yaml declares into charts/, and writes the chosen
versions to Chart.lock.
";

pub(super) static UPDATE: Command<Context> =
    Command::new("update CHART", "fill charts/ by what Chart.yaml declares")
        .long(LONG)
        .aliases(&["up"])
        .flags(&[DEPENDENCIES, REFRESH])
        .args(args::maximum::<1>())
        .run(run);

fn run(invocation: &Invocation<Context>, _: &mut Context, io: &mut Io<'_>) -> Result<(), Failure> {
    let parent = Parent::from_args(&invocation.args, io)?;
    update(
        parent,
        &invocation.flags,
        invocation.flags.bool("skip-refresh"),
        io,
    )
}

/// Chooses a version of every declared chart, puts them into `charts/` and writes the lock.
pub(super) fn update(
    mut parent: Parent,
    flags: &Flags,
    skip_refresh: bool,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    if parent.chart.metadata.dependencies.is_empty() {
        return Ok(());
    }
    let mut remote = Remote::new(&mut parent.chart.metadata.dependencies, flags, io)?;
    let declared = &parent.chart.metadata.dependencies;
    check_local(&parent)?;
    remote.fetch_unmanaged(declared, io)?;
    if !skip_refresh {
        remote.refresh(io)?;
    }
    let lock = Lock::new(declared, resolve(&parent, &remote)?);
    save(&parent, &lock.dependencies, &remote, io)?;
    if Lock::of(&parent.chart).is_some_and(|old| old.digest == lock.digest) {
        return Ok(());
    }
    let path = parent.lock_path();
    std::fs::write(&path, lock.to_yaml(&environment::now_rfc3339()))
        .map_err(|error| Failure::new(go_io("open", &path.display().to_string(), &error)))
}

/// Directories that are named have to be there before anything is downloaded.
fn check_local(parent: &Parent) -> Result<(), Failure> {
    let local = parent.chart.metadata.dependencies.iter();
    for dependency in local.filter(|own| own.repository.starts_with("file://")) {
        parent.directory_of(&dependency.name, &dependency.repository)?;
    }
    Ok(())
}

/// The version of each declared chart, if all have one that fits.
fn resolve(parent: &Parent, remote: &Remote) -> Result<Vec<Locked>, Failure> {
    let (mut chosen, mut unmet) = (Vec::new(), Vec::new());
    for dependency in &parent.chart.metadata.dependencies {
        let quoted = |text: &str| gostd::strconv::quote(text);
        let invalid = |reason| {
            Failure::new(format!(
                "dependency {} has an invalid version/constraint format: {reason}",
                quoted(&dependency.name)
            ))
        };
        let mut locked = Locked {
            name: dependency.name.clone(),
            version: dependency.version.clone(),
            repository: dependency.repository.clone(),
        };
        fits(&dependency.version, "0.0.0").map_err(invalid)?;
        let resolved = if is_remote(&dependency.repository) {
            remote.resolve(dependency)?
        } else {
            let chart = parent.find(&dependency.name, &dependency.repository)?;
            if dependency.repository.is_empty() {
                Resolved::Version(dependency.version.clone())
            } else if fits(&dependency.version, &chart.metadata.version).map_err(invalid)? {
                Resolved::Version(chart.metadata.version)
            } else {
                Resolved::Unmet
            }
        };
        match resolved {
            Resolved::Version(version) => locked.version = version,
            Resolved::Unmet => unmet.push(format!(
                "{} (repository {}, version {})",
                quoted(&dependency.name),
                quoted(&dependency.repository),
                quoted(&dependency.version)
            )),
        }
        chosen.push(locked);
    }
    if unmet.is_empty() {
        return Ok(chosen);
    }
    Err(Failure::new(format!(
        "can't get a valid version for {} subchart(s): {}. Make sure a matching chart version exists in the repo, or change the version constraint in Chart.yaml",
        unmet.len(),
        unmet.join(", ")
    )))
}
