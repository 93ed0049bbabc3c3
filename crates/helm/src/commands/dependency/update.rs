//! `helm dependency update`.

use std::time::{SystemTime, UNIX_EPOCH};

use chart::{Lock, Locked};
use cobra::{Command, Failure, Invocation, Io};
use gostd::time::{Location, RFC3339_NANO, Time};

use super::local::{Parent, fits, save};
use crate::failure::go_io;
use crate::root::Context;

const LONG: &str = "
Packs the charts that Chart.yaml declares into charts/, and writes the chosen
versions to Chart.lock.
";

pub(super) static UPDATE: Command<Context> =
    Command::new("update CHART", "fill charts/ by what Chart.yaml declares")
        .long(LONG)
        .aliases(&["up"])
        .run(run);

fn run(invocation: &Invocation<Context>, _: &mut Context, io: &mut Io<'_>) -> Result<(), Failure> {
    update(&Parent::load(&invocation.args, io)?, io)
}

pub(super) fn update(parent: &Parent, io: &mut Io<'_>) -> Result<(), Failure> {
    let declared = &parent.chart.metadata.dependencies;
    if declared.is_empty() {
        return Ok(());
    }
    let lock = Lock::new(declared, resolve(parent)?);
    save(parent, &lock.dependencies, io)?;
    if Lock::of(&parent.chart).is_some_and(|old| old.digest == lock.digest) {
        return Ok(());
    }
    let path = parent.lock_path();
    std::fs::write(&path, lock.to_yaml(&now()))
        .map_err(|error| Failure::new(go_io("open", &path.display().to_string(), &error)))
}

/// The version of each declared chart, if all have one that fits.
fn resolve(parent: &Parent) -> Result<Vec<Locked>, Failure> {
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
        let chart = parent.find(&dependency.name, &dependency.repository)?;
        if !dependency.repository.is_empty() {
            if fits(&dependency.version, &chart.metadata.version).map_err(invalid)? {
                chart.metadata.version.clone_into(&mut locked.version);
            } else {
                unmet.push(format!(
                    "{} (repository {}, version {})",
                    quoted(&dependency.name),
                    quoted(&dependency.repository),
                    quoted(&dependency.version)
                ));
            }
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

fn now() -> String {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let seconds = i64::try_from(since.as_secs()).unwrap_or(0);
    let nanoseconds = i32::try_from(since.subsec_nanos()).unwrap_or(0);
    Time::unix(seconds, nanoseconds, Location::Utc)
        .unwrap_or_else(Time::zero)
        .format(RFC3339_NANO)
}
