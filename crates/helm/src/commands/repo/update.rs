//! `helm repo update`.

use std::io::Write as _;
use std::time::Duration;

use cobra::{Command, Failure, Flag, Invocation, Io};

use crate::complete;
use crate::repo::{Cache, Fetcher, Repositories, Repository};
use crate::root::Context;

const FLAGS: &[Flag] =
    &[Flag::duration("timeout", "how long to wait for an index").default("2m0s")];

pub(super) static UPDATE: Command<Context> = Command::new(
    "update [REPO1 [REPO2 ...]]",
    "download the indexes of repositories again",
)
.aliases(&["up"])
.flags(&[FLAGS])
.complete(complete::repositories)
.run(run);

fn run(invocation: &Invocation<Context>, _: &mut Context, io: &mut Io<'_>) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let known = Repositories::load(&io.resolve(flags.string("repository-config")))?;
    if known.0.is_empty() {
        return Err(Failure::new(
            "no repositories found. You must add one before updating",
        ));
    }
    for name in &invocation.args {
        if known.named(name).is_none() {
            return Err(Failure::new(format!(
                "no repositories found matching '{name}'.  Nothing will be updated"
            )));
        }
    }
    let chosen: Vec<&Repository> = known
        .0
        .iter()
        .filter(|own| invocation.args.is_empty() || invocation.args.contains(&own.name))
        .collect();
    writeln!(io.stdout, "{HANG_TIGHT}")?;
    let fetcher = Fetcher {
        timeout: flags.duration("timeout").to_std().unwrap_or(Duration::ZERO),
    };
    let cache = Cache::from_flags(flags, io);
    let mut failed = Vec::new();
    for repository in chosen {
        if let Err(error) = cache.update(repository, &fetcher, io) {
            unreachable(&repository.name, &repository.url, &error, io)?;
            failed.push(repository.url.as_str());
        } else {
            updated(&repository.name, io)?;
        }
    }
    if failed.is_empty() {
        writeln!(io.stdout, "{COMPLETE}")?;
        return Ok(());
    }
    Err(Failure::new(format!(
        "failed to update the following repositories: [{}]",
        failed.join(" ")
    )))
}

const HANG_TIGHT: &str = "Hang tight while we grab the latest from your chart repositories...";
const COMPLETE: &str = "Update Complete. \u{2388}Happy Helming!\u{2388}";

fn updated(name: &str, io: &mut Io<'_>) -> Result<(), Failure> {
    let name = gostd::strconv::quote(name);
    writeln!(
        io.stdout,
        "...Successfully got an update from the {name} chart repository"
    )?;
    Ok(())
}

fn unreachable(
    name: &str,
    url: &str,
    error: &crate::repo::RepositoryError,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let name = gostd::strconv::quote(name);
    writeln!(
        io.stdout,
        "...Unable to get an update from the {name} chart repository ({url}):\n\t{error}"
    )?;
    Ok(())
}

/// Downloads the indexes of all named repositories before dependencies are chosen; one that cannot be reached is
/// only told.
pub(crate) fn refresh(
    repositories: &Repositories,
    cache: &Cache,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    if repositories.0.is_empty() {
        return Ok(());
    }
    writeln!(io.stdout, "{HANG_TIGHT}")?;
    for repository in &repositories.0 {
        match cache.update(repository, &Fetcher::default(), io) {
            Ok(_) => updated(&repository.name, io)?,
            Err(error) => unreachable(&repository.name, &repository.url, &error, io)?,
        }
    }
    writeln!(io.stdout, "{COMPLETE}")?;
    Ok(())
}
