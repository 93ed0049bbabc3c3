//! `helm dependency build`.

use chart::Lock;
use cobra::{Command, Failure, Invocation, Io};

use super::local::{Parent, save};
use super::remote::Remote;
use super::update::update;
use crate::args;
use crate::flags::{DEPENDENCIES, REFRESH};
use crate::root::Context;

const LONG: &str = "
Packs the charts that Chart.lock names into charts/, in the versions that it
names. Without a Chart.lock it does what update does.
";

pub(super) static BUILD: Command<Context> =
    Command::new("build CHART", "fill charts/ by what Chart.lock says")
        .long(LONG)
        .flags(&[DEPENDENCIES, REFRESH])
        .args(args::maximum::<1>())
        .run(run);

fn run(invocation: &Invocation<Context>, _: &mut Context, io: &mut Io<'_>) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let mut parent = Parent::from_args(&invocation.args, io)?;
    let Some(lock) = Lock::of(&parent.chart) else {
        return update(parent, flags, flags.bool("skip-refresh"), io);
    };
    let remote = Remote::new(&mut parent.chart.metadata.dependencies, flags, io)?;
    if !lock.is_current(&parent.chart.metadata.dependencies) {
        return Err(Failure::new(
            "the lock file (Chart.lock) is out of sync with the dependencies file (Chart.yaml). Please update the dependencies with 'helm dependency update'",
        ));
    }
    remote.require_named(&parent.chart.metadata.dependencies)?;
    if !flags.bool("skip-refresh") {
        remote.refresh(io)?;
    }
    save(&parent, &lock.dependencies, &remote, io)
}
